import { z } from 'zod';
import { doctorWords, type DoctorWords } from '../../../common/i18n/doctor-words.ts';
import type { DoctorCheck } from '../../../common/contract/contract.ts';
import { keyringText } from '../../../common/i18n/keyring-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { CheckStatus, Finding, FindingText, FindingValue } from './finding.ts';
import { hidden } from './diagnostics.ts';
import type { CheckedPart } from './finding.ts';

/** Localized results of all checks, and the same as text to copy. */
export interface DoctorReport {
  version: string;
  /** The worst status of all checks. */
  status: CheckStatus;
  summary: string;
  checks: DoctorCheck[];
  text: string;
}

/** Report of a running Askbell, as it answers `--doctor`. */
export const AnsweredReport = z.looseObject({ status: z.enum(['ok', 'warning', 'wrong']), text: z.string() });

export interface ReportFacts {
  parts: readonly CheckedPart[];
  version: string;
  at: Date;
  /** Display path of the data folder. */
  folder: string;
  /** Tokens and keys, redacted wherever the report contains them. */
  secrets: string[];
  locale: Locale;
}

const MEGABYTE = 1_000_000;
const GIGABYTE = 1000 * MEGABYTE;

/** Localizes findings and redacts secrets. Pure. */
export function doctorReport({ parts, version, at, folder, secrets, locale }: ReportFacts): DoctorReport {
  const texts = doctorWords(locale);
  const hide = (shown: string) => hidden(shown, secrets);
  const checks = parts.map((part): DoctorCheck => {
    const name = texts(`names.${part.check}`);
    const advice = part.advice && hide(written(part.advice, texts, locale, hide));
    return {
      name: part.check,
      status: part.status,
      statusName: texts(`status.${part.status}`),
      title: hide(part.network === undefined ? name : texts('of', { check: name, network: part.network })),
      said: hide(part.said.map((sentence) => sentenceOf(sentence, texts, locale)).join(' ')),
      ...(advice !== undefined && { advice }),
    };
  });
  const status = worst(checks);
  const summary = summaryOf(checks, status, texts);
  const lines = [
    texts('heading', { version, at: locale.fullDate(at) }),
    texts('folder', { folder: hide(folder) }),
    '',
    ...checks.flatMap(linesOf),
    '',
    summary,
  ];
  return { version, status, summary, checks, text: `${lines.join('\n')}\n` };
}

function linesOf({ statusName, title, said, advice }: DoctorCheck): string[] {
  return [`${statusName}: ${title}. ${said}`, ...(advice === undefined ? [] : [`    → ${advice}`])];
}

const worst = (checks: readonly DoctorCheck[]): CheckStatus =>
  (['wrong', 'warning'] as const).find((status) => checks.some((check) => check.status === status)) ?? 'ok';

function summaryOf(checks: readonly DoctorCheck[], status: CheckStatus, texts: DoctorWords): string {
  if (status === 'ok') return texts('summary.ok');
  return texts(`summary.${status}`, { count: checks.filter((check) => check.status === status).length });
}

function sentenceOf(sentence: Finding['said'][number], texts: DoctorWords, locale: Locale): string {
  return 'keyring' in sentence ? keyringText(locale.words, sentence.keyring) : written(sentence, texts, locale);
}

type Hide = (shown: string) => string;

function written(
  { key, values = {} }: FindingText,
  texts: DoctorWords,
  locale: Locale,
  hide: Hide = (shown) => shown,
): string {
  const shown = Object.entries(values).map(([name, value]) => [name, writtenValue(value, locale, hide)]);
  return texts(key, Object.fromEntries(shown) as Record<string, string | number>);
}

/** Escapes a path without quotes: within quotes, a shell does not expand the `~` of a home folder. */
const forShell = (path: string): string => path.replaceAll(/[\s!"#$&'()*;<>?[\\\]^`{|}]/g, '\\$&');

function writtenValue(value: FindingValue, locale: Locale, hide: Hide): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return locale.fullDate(value);
  if ('seconds' in value) return locale.duration(value.seconds);
  if ('keyStore' in value) return locale.words(`keyring.where.${value.keyStore}`);
  if ('paths' in value) return value.paths.map((path) => forShell(hide(path))).join(' ');
  const { bytes } = value;
  return bytes < GIGABYTE
    ? `${locale.number(Math.round((bytes / MEGABYTE) * 10) / 10)} MB`
    : `${locale.number(Math.round((bytes / GIGABYTE) * 10) / 10)} GB`;
}

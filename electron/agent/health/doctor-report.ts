import { z } from 'zod';
import { doctorWords, type DoctorWords } from '../../../common/i18n/doctor-words.ts';
import type { DoctorCheck } from '../../../common/contract/contract.ts';
import { keyringText } from '../../../common/i18n/keyring-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { hidden } from './diagnostics.ts';
import type { CheckedPart, CheckStatus, FindingText, FindingValue } from './finding.ts';

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
      said: hide(
        part.said
          .map((said) => ('keyring' in said ? keyringText(locale.words, said.keyring) : written(said, texts, locale)))
          .join(' '),
      ),
      ...(advice !== undefined && { advice }),
    };
  });
  const withStatus = (status: CheckStatus) => checks.filter((check) => check.status === status);
  const status = (['wrong', 'warning'] as const).find((each) => withStatus(each).length > 0) ?? 'ok';
  const summary =
    status === 'ok' ? texts('summary.ok') : texts(`summary.${status}`, { count: withStatus(status).length });
  const lines = [
    texts('heading', { version, at: locale.fullDate(at) }),
    texts('folder', { folder: hide(folder) }),
    '',
    ...checks.flatMap(({ statusName, title, said, advice }) => [
      `${statusName}: ${title}. ${said}`,
      ...(advice === undefined ? [] : [`    → ${advice}`]),
    ]),
    '',
    summary,
  ];
  return { version, status, summary, checks, text: `${lines.join('\n')}\n` };
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
  const [unit, name] = value.bytes < GIGABYTE ? [MEGABYTE, 'MB'] : [GIGABYTE, 'GB'];
  return `${locale.number(Math.round((value.bytes / unit) * 10) / 10)} ${name}`;
}

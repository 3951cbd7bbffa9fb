import { z } from 'zod';
import type { DoctorCheck } from '../../../common/contract/contract.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { keyringText } from '../../../common/i18n/state-words.ts';
import type { WordKey } from '../../../common/i18n/words.ts';
import { redact } from '../../base/log.ts';
import type { SecretStorage } from '../../desktop/desktop.ts';
import type { ConditionEntry } from '../conditions.ts';
import { hidden } from './diagnostics.ts';

/** Checks, in the order in which they are reported. */
export const CHECK_NAMES = [
  'network',
  'clock',
  'quota',
  'token',
  'keyring',
  'notifications',
  'tray-host',
  'settings-file',
  'database',
  'disk',
  'permissions',
  'instance',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** `warning`: Askbell works, but the user should know of the finding. `wrong`: a part does not work. */
export type CheckStatus = 'ok' | 'warning' | 'wrong';

/** Value of a text, formatted once the language is known. */
export type FindingValue =
  | string
  | number
  | Date
  /** Duration. */
  | { seconds: number }
  /** Size. */
  | { bytes: number }
  /** Files and folders, escaped for a shell. */
  | { paths: readonly string[] }
  | { keyStore: SecretStorage['where'] };

/** Text of the catalogue with its values. */
export interface FindingText {
  key: WordKey;
  values?: Record<string, FindingValue>;
}

/** Result of one check. Contains no secret. */
export interface Finding {
  status: CheckStatus;
  /** Sentences, in order. */
  said: (FindingText | { keyring: Extract<SecretStorage, { persistent: false }> })[];
  advice?: FindingText;
}

/** Finding with its check. */
export interface CheckedPart extends Finding {
  check: CheckName;
  /** Name of the network, if the finding concerns one. */
  network?: string | undefined;
}

/** Sentence without values, or with them. */
export type Said = WordKey | FindingText;

/** Creates a text of the catalogue with values. */
export const text = (key: WordKey, values: Record<string, FindingValue>): FindingText => ({ key, values });

const textOf = (said: Said): FindingText => (typeof said === 'string' ? { key: said } : said);

/** Creates a finding without a problem. */
export const ok = (...said: Said[]): Finding => ({ status: 'ok', said: said.map(textOf) });

/** Creates a warning with advice. */
export const warning = (said: Said | Said[], advice?: Said): Finding => ({
  status: 'warning',
  said: [said].flat().map(textOf),
  ...(advice && { advice: textOf(advice) }),
});

/** Creates an error with advice. */
export const wrong = (said: Said | Said[], advice: Said): Finding => ({ ...warning(said, advice), status: 'wrong' });

/** Creates a finding in the words that the window has for it. */
export const condition = (status: 'warning' | 'wrong', entry: ConditionEntry, network: string): Finding => ({
  ...warning(text(`conditions.${entry}`, { network }), `conditions.${entry}Advice`),
  status,
});

/** Time limit of one check; in ms. */
const MAX_CHECK_MS = 8000;

/** Runs a check with a time limit; returns a warning if it is too slow or fails. Never rejects. */
export async function inTime<Found>(find: () => Promise<Found> | Found): Promise<Found | Finding> {
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(
    () => late.resolve(warning('doctor.check.tooSlow', 'doctor.check.tooSlowAdvice')),
    MAX_CHECK_MS,
  );
  try {
    return await Promise.race([(async () => find())(), late.promise]);
  } catch (error) {
    return warning(text('doctor.check.failed', { why: redact(errorMessage(error)) }), 'doctor.check.failedAdvice');
  } finally {
    clearTimeout(timer);
  }
}

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
  const { words } = locale;
  const hide = (shown: string) => hidden(shown, secrets);
  const checks = parts.map((part): DoctorCheck => {
    const name = words(`doctor.names.${part.check}`);
    const advice = part.advice && hide(written(part.advice, locale, hide));
    return {
      name: part.check,
      status: part.status,
      statusName: words(`doctor.status.${part.status}`),
      title: hide(part.network === undefined ? name : words('doctor.of', { check: name, network: part.network })),
      said: hide(
        part.said
          .map((said) => ('keyring' in said ? keyringText(words, said.keyring) : sentence(said, locale)))
          .join(' '),
      ),
      ...(advice !== undefined && { advice }),
    };
  });
  const withStatus = (status: CheckStatus) => checks.filter((check) => check.status === status);
  const status = (['wrong', 'warning'] as const).find((each) => withStatus(each).length > 0) ?? 'ok';
  const summary =
    status === 'ok'
      ? words('doctor.summary.ok')
      : words(`doctor.summary.${status}`, { count: withStatus(status).length });
  const lines = [
    words('doctor.heading', { version, at: locale.fullDate(at) }),
    words('runStatus.folder', { folder: hide(folder) }),
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

/** Titles of conditions have no full stop. */
const sentence = (said: FindingText, locale: Locale): string => written(said, locale).replace(/(?<![.?!:…])$/, '.');

function written({ key, values = {} }: FindingText, locale: Locale, hide: Hide = (shown) => shown): string {
  const shown = Object.entries(values).map(([name, value]) => [name, writtenValue(value, locale, hide)]);
  return locale.words(key, Object.fromEntries(shown) as Record<string, string | number>);
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

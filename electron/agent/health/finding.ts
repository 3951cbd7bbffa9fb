import { errorMessage } from '../../../common/error-message.ts';
import type { DoctorKey } from '../../../common/i18n/doctor-words.ts';
import { redact } from '../../base/log.ts';
import type { SecretStorage } from '../../desktop/desktop.ts';

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

/** Text of the doctor's catalogues with its values. */
export interface FindingText {
  key: DoctorKey;
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
export type Said = DoctorKey | FindingText;

/** Creates a text of the catalogues with values. */
export const text = (key: DoctorKey, values: Record<string, FindingValue>): FindingText => ({ key, values });

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

/** Time limit of one check; in ms. */
const MAX_CHECK_MS = 8000;

/** Runs a check with a time limit; returns a warning if it is too slow or fails. Never rejects. */
export async function inTime<Found>(find: () => Promise<Found> | Found): Promise<Found | Finding> {
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => late.resolve(warning('check.tooSlow', 'check.tooSlowAdvice')), MAX_CHECK_MS);
  try {
    return await Promise.race([(async () => find())(), late.promise]);
  } catch (error) {
    return warning(text('check.failed', { why: redact(errorMessage(error)) }), 'check.failedAdvice');
  } finally {
    clearTimeout(timer);
  }
}

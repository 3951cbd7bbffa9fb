import type { DoctorKey } from '../../../../../common/i18n/doctor-words.ts';
import type { SecretStorage } from '../../../../desktop/desktop.ts';

/** What is checked, in the order in which it is told. */
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

/** `warning`: Askbell works, but something should be known. `wrong`: something does not work. */
export type CheckStatus = 'ok' | 'warning' | 'wrong';

/** A value of a text, written in the person's way once the language is known. */
export type FindingValue =
  | string
  | number
  | Date
  /** A length of time. */
  | { seconds: number }
  /** A size. */
  | { bytes: number }
  /** Files and folders, as a shell takes them. */
  | { paths: readonly string[] }
  | { keyStore: SecretStorage['where'] };

/** A text of the doctor's catalogues with its values. */
export interface FindingText {
  key: DoctorKey;
  values?: Record<string, FindingValue>;
}

/** What one check found. Nothing in it is secret. */
export interface Finding {
  status: CheckStatus;
  /** Sentences, said one after the other. */
  said: (FindingText | { keyring: Extract<SecretStorage, { persistent: false }> })[];
  advice?: FindingText;
}

/** A text of the catalogues. */
export const text = (key: DoctorKey, values?: Record<string, FindingValue>): FindingText =>
  values === undefined ? { key } : { key, values };

/** All is well. */
export const ok = (...said: FindingText[]): Finding => ({ status: 'ok', said });

/** What is found, and how to mend it. */
export const warning = (said: FindingText | FindingText[], advice?: FindingText): Finding => ({
  status: 'warning',
  said: [said].flat(),
  ...(advice && { advice }),
});

/** What is broken, and how to mend it. */
export const wrong = (said: FindingText | FindingText[], advice: FindingText): Finding => ({
  status: 'wrong',
  said: [said].flat(),
  advice,
});

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import { PRIVATE_FILE_MODE } from '../../../base/private-files.ts';
import type { Outcome } from './checks/network.ts';

/** File of the doctor's notes; separate, so that a run beside a running Askbell changes none of its data. */
const NOTES_FILE = 'askbell-doctor.json';

/** Maximum pause of a network; a longer one means that the clock was set. */
const MAX_HOLD_MS = 2 * DAY_MS;

/** Whether a pause until that time is in effect at `now`. */
export const isOpenPause = (until: number, now: number): boolean => until > now && until < now + MAX_HOLD_MS;

const OUTCOMES = [
  'answered',
  'timeout',
  'throttled',
  'quota-exhausted',
  'token-rejected',
  'scope-missing',
  'bad-key',
  'bad-request',
  'not-found',
  'server-fault',
  'bad-answer',
  'blocked-by-protection',
  'captive-portal',
  'cancelled',
] as const satisfies readonly Outcome[];

/** Note of a request that `--doctor` sent to a network. Times in ms since the epoch, local time. */
const DoctorNote = z.object({
  askedAt: z.number(),
  /** Backoffs of methods, with the end of each. */
  backoffs: z.record(z.string(), z.number()).default({}),
  /** Outcome: `answered`, or the kind of the error. Absent if the run ended before. */
  outcome: z.enum(OUTCOMES).optional().catch(undefined),
  /** Hold of the network for all requests. */
  hold: z
    .object({
      kind: z.enum(['throttled', 'quota-exhausted', 'blocked-by-protection']),
      until: z.number(),
      /** Whether the network itself named that time. */
      isNamed: z.boolean(),
      /** Quota stated with the refusal; with it, the refusal is no ban. */
      quota: z.object({ max: z.number(), remaining: z.number() }).optional().catch(undefined),
    })
    .optional(),
});
export type DoctorNote = z.output<typeof DoctorNote>;

/**
 * Returns a note as of `now`, without the pauses that have ended. If it was written in the future, the clock was wrong
 * then: the pauses begin anew at their full length, and the time of the request counts as unknown.
 */
export function noteAt(note: DoctorNote, now: number): DoctorNote {
  const { backoffs, hold, ...rest } = note;
  const aheadMs = Math.max(0, note.askedAt - now);
  const ends = Object.entries(backoffs).map(([method, until]): [string, number] => [method, until - aheadMs]);
  const until = hold && hold.until - aheadMs;
  return {
    ...rest,
    askedAt: aheadMs > 0 ? 0 : note.askedAt,
    backoffs: Object.fromEntries(ends.filter(([, end]) => isOpenPause(end, now))),
    ...(hold && until !== undefined && isOpenPause(until, now) && { hold: { ...hold, until } }),
  };
}

const Notes = z.record(z.string(), DoctorNote).catch({});

/** Notes of `--doctor` by network id, for its next run and for a running Askbell. */
export class DoctorNotes {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, NOTES_FILE);
  }

  /** Reads the notes; empty if there are none or they are unreadable. */
  read(): Record<string, DoctorNote> {
    try {
      return Notes.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }

  /** Writes a note. Never throws: an unwritable folder is another check's finding and must not stop this one. */
  write(network: string, note: DoctorNote): void {
    try {
      const text = JSON.stringify({ ...this.read(), [network]: note });
      const whole = `${this.#file}.tmp`;
      writeFileSync(whole, text, { mode: PRIVATE_FILE_MODE });
      renameSync(whole, this.#file);
    } catch {
      // The next run does not know of this request.
    }
  }
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../../../../common/durations.ts';
import { PRIVATE_FILE_MODE } from '../../../../private-files.ts';
import type { Outcome } from './checks/network.ts';

/** The doctor's own file, so that a run beside an Askbell changes nothing that this one stores. */
const NOTES_FILE = 'askbell-doctor.json';

/** No network asks to be left alone for longer; a longer time comes from a clock that was set. */
const MAX_HOLD_MS = 2 * DAY_MS;

/** Whether a pause until then still holds `now`. */
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

/** What `--doctor` asked of a network, and what it was told beside the answer. Times are this machine's, in ms. */
const DoctorNote = z.object({
  askedAt: z.number(),
  /** Methods that the network wants left alone, and until when. */
  backoffs: z.record(z.string(), z.number()).default({}),
  /** What became of it: `answered`, or the kind of the error. Absent where the run ended before it knew. */
  outcome: z.enum(OUTCOMES).optional().catch(undefined),
  /** The network wants to be left alone by everybody. */
  hold: z
    .object({
      kind: z.enum(['throttled', 'quota-exhausted', 'blocked-by-protection']),
      until: z.number(),
      /** The network itself named that time. */
      isNamed: z.boolean(),
      /** What the refusal told of the quota: with it, it is no ban. */
      quota: z.object({ max: z.number(), remaining: z.number() }).optional().catch(undefined),
    })
    .optional(),
});
export type DoctorNote = z.output<typeof DoctorNote>;

/**
 * A note as it holds `now`, without the pauses that have ended. Where it was written in the future, the clock was wrong
 * then: the pauses begin anew, as long as they were, and when it was asked is not known.
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

/** The notes of `--doctor` by the networks' ids, for its next run and for the Askbell that runs beside it. */
export class DoctorNotes {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, NOTES_FILE);
  }

  /** Nothing where there are none, or they cannot be read. */
  read(): Record<string, DoctorNote> {
    try {
      return Notes.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }

  /** Never throws: a folder that takes nothing is another check's finding, and no reason not to ask. */
  write(network: string, note: DoctorNote): void {
    try {
      const text = JSON.stringify({ ...this.read(), [network]: note });
      const whole = `${this.#file}.tmp`;
      writeFileSync(whole, text, { mode: PRIVATE_FILE_MODE });
      renameSync(whole, this.#file);
    } catch {
      // The next run asks as if this one had not.
    }
  }
}

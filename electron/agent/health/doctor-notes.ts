import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { NETWORK_ERROR_KINDS, NetworkError } from '../../api/errors.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { Account } from '../accounts/account.ts';

/** File of the doctor's notes; separate, so that it changes no data of Askbell. */
const NOTES_FILE = 'askbell-doctor.json';

/** Maximum pause of a network; a longer one means that the clock was set. */
const MAX_HOLD_MS = 2 * DAY_MS;

/** Whether a pause until that time is in effect at `now`. */
export const isOpenPause = (until: number, now: number): boolean => until > now && until < now + MAX_HOLD_MS;

/** Note of a request that `--doctor` sent to a network. Times in ms since the epoch, local time. */
const DoctorNote = z.object({
  askedAt: z.number(),
  /** Backoffs of methods, with the end of each. */
  backoffs: z.record(z.string(), z.number()).default({}),
  /** Outcome: `answered`, or the kind of the error. Absent if the run ended before. */
  outcome: z
    .enum(['answered', ...NETWORK_ERROR_KINDS])
    .optional()
    .catch(undefined),
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
function noteAt(note: DoctorNote, now: number): DoctorNote {
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

/**
 * Notes of a `--doctor` that asked the networks itself, because no running Askbell answered it, by network id: for its
 * next run, and for the next start of Askbell.
 */
export class DoctorNotes {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, NOTES_FILE);
  }

  /** Returns the note about a network, as of `now`. */
  at(network: string, now: number): DoctorNote | undefined {
    const stored = this.#read()[network];
    const note = stored && noteAt(stored, now);
    // Stored, or its pauses would begin anew at every run.
    if (note && stored.askedAt > now) this.write(network, note);
    return note;
  }

  /** Hands the pauses that the doctor drew to the account that they bind, which keeps them from here on. */
  handTo({ id, scheduler }: Pick<Account, 'id' | 'scheduler'>, now: number): void {
    const note = scheduler && this.at(id, now);
    if (!note) return;
    const { backoffs, hold } = note;
    for (const [method, backoffUntil] of Object.entries(backoffs))
      scheduler.responses.answered({ method, backoffUntil, at: now });
    if (hold) {
      const facts = { retryAt: hold.until, retryNamed: hold.isNamed, quota: hold.quota };
      scheduler.responses.answered({ at: now, fault: new NetworkError(hold.kind, 'as --doctor was told', facts) });
    }
    if (hold || Object.keys(backoffs).length > 0) this.write(id, { ...note, backoffs: {}, hold: undefined });
  }

  /** Writes a note. Never throws: an unwritable folder is another check's finding and must not stop this one. */
  write(network: string, note: DoctorNote): void {
    try {
      const text = JSON.stringify({ ...this.#read(), [network]: note });
      const whole = `${this.#file}.tmp`;
      writeFileSync(whole, text, { mode: PRIVATE_FILE_MODE });
      renameSync(whole, this.#file);
    } catch {
      // The next run does not know of this request.
    }
  }

  /** Reads the notes; empty if there are none or they are unreadable. */
  #read(): Record<string, DoctorNote> {
    try {
      return Notes.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { Words } from '../../../common/i18n/words.ts';
import {
  NETWORK_ERROR_KINDS,
  NetworkError,
  type Fetch,
  type RequestObserver,
  type ResponseReport,
} from '../../api/network.ts';
import { backoffKey } from '../../api/http/pacing.ts';
import type { Clock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { SecretStore } from '../../desktop/desktop.ts';
import { readStoredMarks } from '../../store/database/examine.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import { DEMO_APP } from '../accounts/demo-network.ts';
import { networkName, openNetwork } from '../accounts/networks.ts';
import type { StoredSignIns } from '../accounts/stored-sign-ins.ts';
import { SAME_REQUEST_FLOOR_MS } from '../scheduler/forecast/forecast.ts';
import { storedBackoffs, storedHold } from '../scheduler/gate.ts';
import { observedReset, storedQuota } from '../scheduler/quota.ts';
import { askNetwork, networksToCheck, type Answer, type CheckedNetwork } from './network-check.ts';

/** File of the doctor's notes; separate, so that it changes no data of Askbell. */
const NOTES_FILE = 'askbell-doctor.json';

/** Maximum pause of a network; a longer one means that the clock was set. */
const MAX_HOLD_MS = 2 * DAY_MS;

/** Whether a pause until that time is in effect at `now`. */
const isOpenPause = (until: number, now: number): boolean => until > now && until < now + MAX_HOLD_MS;

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

/** Networks that the last run stored, for a check without a running Askbell. */
export interface LastRun {
  signIns: StoredSignIns;
  historyFile: string;
  /** Requests of earlier runs. */
  notes: DoctorNotes;
  /** Whether an Askbell uses the data folder, though it does not answer. */
  isRunning: boolean;
  secrets: SecretStore;
  fetch: Fetch;
  clock: Clock;
  words: Words;
}

/** Returns the networks as the last run stored them. */
export async function storedNetworks(run: LastRun): Promise<CheckedNetwork[]> {
  const { signIns, isRunning, secrets, historyFile, clock, words } = run;
  const inMemory = !(await secrets.keeping()).persistent && isRunning;
  return Promise.all(
    networksToCheck(signIns.networks()).map(async (chosen): Promise<CheckedNetwork> => {
      const { id, kind, accountId, apiBaseUrl } = chosen;
      const accessToken = accountId === undefined ? undefined : await signIns.token(id);
      const key = kind === 'demo' ? DEMO_APP.key : await signIns.key(id);
      const marks = accountId === undefined ? {} : readStoredMarks(historyFile, id, accountId);
      const quota = storedQuota(marks);
      const credentials = { ...(key !== undefined && { key }), ...(accessToken !== undefined && { accessToken }) };
      return {
        chosen,
        name: networkName(chosen, words),
        apiBaseUrl,
        stored: accessToken !== undefined ? 'yes' : inMemory ? 'memory' : 'no',
        quota,
        fullAgainAt: observedReset(quota, clock.now()),
        ask: (signal) => askOnce(run, chosen, credentials, marks, signal),
      };
    }),
  );
}

async function askOnce(
  { notes, isRunning, fetch, clock }: LastRun,
  chosen: ChosenNetwork,
  credentials: { key?: string; accessToken?: string },
  marks: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Answer> {
  const now = clock.now();
  if (chosen.kind === 'demo' && !isRunning) return { kind: 'not-asked', why: 'demo-rests' };
  const note = notes.at(chosen.id, now);
  const why = whyNotToAsk(marks, note, now);
  if (why) return why;
  const traffic = new NotedTraffic(chosen.id, notes, [storedBackoffs(marks), { ...note?.backoffs }], now);
  const network = openNetwork(chosen, credentials, { fetch, clock, random: Math.random, log: silentLog }, traffic);
  const answer = await askNetwork(network, credentials.accessToken !== undefined, clock, signal);
  traffic.end(answer.kind === 'failed' ? answer.error : 'answered', note?.askedAt);
  // Counted, because one call may take two requests while it is unknown where the network reads credentials.
  const told = { ...answer, requests: traffic.requests };
  return told.kind === 'failed' ? { ...told, clockAheadMs: traffic.clockAheadMs } : told;
}

/** Returns the reason not to send a request now, or undefined if it may be sent. */
function whyNotToAsk(marks: Record<string, unknown>, note: DoctorNote | undefined, now: number): Answer | undefined {
  const hold = storedHold(marks);
  if (hold && isOpenPause(hold.until, now))
    return hold.condition.kind === 'quota-exhausted'
      ? { kind: 'not-asked', why: 'used-up' }
      : { kind: 'not-asked', why: 'resting', until: new Date(hold.until) };
  if (!note) return undefined;
  if (note.hold) return { kind: 'not-asked', why: 'resting', until: new Date(note.hold.until) };
  // Sending the same request twice within a minute is abuse (docs/api.md, "Throttling").
  return now - note.askedAt < SAME_REQUEST_FLOOR_MS
    ? { kind: 'not-asked', why: 'just-asked', outcome: note.outcome }
    : undefined;
}

/** Traffic of one run, noted for the next run and for the next start of Askbell. */
class NotedTraffic implements RequestObserver {
  requests = 0;
  clockAheadMs: number | undefined;
  readonly #id: string;
  readonly #notes: DoctorNotes;
  readonly #earlier: readonly Record<string, number>[];
  readonly #note: DoctorNote;

  /** @param earlier backoffs of the last runs, by method */
  constructor(id: string, notes: DoctorNotes, earlier: readonly Record<string, number>[], now: number) {
    this.#id = id;
    this.#notes = notes;
    this.#earlier = earlier;
    this.#note = { askedAt: now, backoffs: { ...earlier[1] } };
  }

  sent(): void {
    this.#notes.write(this.#id, this.#note);
  }

  answered({ sentAt, took, networkTime, method, backoffUntil, fault }: ResponseReport): void {
    this.requests++;
    if (networkTime !== undefined) this.clockAheadMs = sentAt + took / 2 - networkTime;
    if (backoffUntil !== undefined) this.#note.backoffs[backoffKey(method)] = backoffUntil;
    this.#note.hold = (fault && holdOf(fault)) ?? this.#note.hold;
    this.sent();
  }

  blockedUntil(method: string): number | undefined {
    const ends = this.#earlier.map((each) => each[backoffKey(method)] ?? 0);
    return ends.filter((until) => isOpenPause(until, this.#note.askedAt)).toSorted((a, b) => b - a)[0];
  }

  /** A request that never reached the network does not count as sent, nor does one that a backoff held here. */
  end(outcome: NonNullable<DoctorNote['outcome']>, askedBefore = 0): void {
    if (outcome === 'offline') this.#notes.write(this.#id, { ...this.#note, askedAt: askedBefore });
    else if (outcome !== 'backoff') this.#notes.write(this.#id, { ...this.#note, outcome });
  }
}

/** Returns the hold that a refusal imposes on all requests from this address, or undefined if it imposes none. */
function holdOf({ kind, retryAt, retryNamed, quota }: NetworkError): DoctorNote['hold'] {
  if (kind !== 'throttled' && kind !== 'quota-exhausted' && kind !== 'blocked-by-protection') return undefined;
  if (retryAt === undefined || !Number.isFinite(retryAt)) return undefined;
  return { kind, until: retryAt, isNamed: retryNamed, ...(quota && { quota }) };
}

import type { RequestObserver } from '../../api/http/http-client.ts';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { DEMO_APP, networkName, openNetwork } from '../accounts/networks.ts';
import { scopesOf } from '../accounts/ways.ts';
import { StoredSignIns } from '../accounts/stored-sign-ins.ts';
import type { InstanceFacts } from './checks.ts';
import { type CheckedNetwork, type Outcome, type Answer, askNetwork, networksToCheck } from './network-check.ts';
import { SAME_REQUEST_FLOOR_MS } from '../scheduler/forecast/forecast.ts';
import { storedHold } from '../scheduler/network-hold.ts';
import { storedBackoffs } from '../scheduler/persistent-backoffs.ts';
import { observedReset, QuotaState } from '../scheduler/quota.ts';
import type { NetworkError } from '../../api/errors.ts';
import type { Fetch } from '../../api/network.ts';
import { backoffKey } from '../../api/http/limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { SecretStore } from '../../desktop/desktop.ts';
import type { ChosenNetwork, SettingsStore } from '../../store/settings.ts';

export interface StoredNetworksParts {
  settings: SettingsStore;
  secrets: SecretStore;
  /** Reads the marks of an account in the history, by name. */
  marks: (network: string, accountId: number) => Record<string, unknown>;
  instance: () => InstanceFacts;
  /** Requests of earlier runs. */
  notes: DoctorNotes;
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  words: Words;
}

/** Returns the networks as the last run stored them, for a check outside the running Askbell. */
export async function storedNetworks(parts: StoredNetworksParts): Promise<CheckedNetwork[]> {
  const signIns = new StoredSignIns(parts);
  const keeping = await parts.secrets.keeping();
  return Promise.all(
    networksToCheck(signIns.networks()).map(async (chosen) => {
      const { accountId } = chosen;
      const token = accountId === undefined ? undefined : await signIns.token(chosen.id);
      const key = chosen.kind === 'demo' ? DEMO_APP.key : await signIns.key(chosen.id);
      const marks = accountId === undefined ? {} : parts.marks(chosen.id, accountId);
      const inMemory = !keeping.persistent && parts.instance() !== 'none';
      const quota = QuotaState.safeParse(marks['budget']).data;
      const fullAgain = observedReset(quota, parts.clock.now());
      return {
        name: networkName(chosen, parts.words),
        apiBaseUrl: chosen.apiBaseUrl,
        signedIn: accountId !== undefined,
        stored: token !== undefined ? 'yes' : inMemory ? 'memory' : 'no',
        tokenEndsAt: chosen.tokenExpiresAt === undefined ? undefined : new Date(chosen.tokenExpiresAt),
        scopes: scopesOf(chosen),
        quota,
        fullAgainAt: fullAgain === undefined ? undefined : new Date(fullAgain),
        ask: (signal: AbortSignal) => ask({ ...parts, chosen, key, token, marks }, signal),
      } satisfies CheckedNetwork;
    }),
  );
}

interface StoredAsking extends Omit<StoredNetworksParts, 'marks'> {
  chosen: ChosenNetwork;
  key: string | undefined;
  token: string | undefined;
  marks: Record<string, unknown>;
}

/** Returns the reason not to send a request now, or undefined if it may be sent. */
function whyNotToAsk(
  { chosen, marks, instance }: StoredAsking,
  noted: DoctorNote | undefined,
  now: number,
): Extract<Answer, { kind: 'not-asked' }> | undefined {
  if (chosen.kind === 'demo' && instance() === 'none') return { kind: 'not-asked', why: 'demo-rests' };
  const hold = storedHold(marks);
  if (hold && isOpenPause(hold.until, now))
    return hold.condition.kind === 'quota-exhausted'
      ? { kind: 'not-asked', why: 'used-up' }
      : { kind: 'not-asked', why: 'resting', until: new Date(hold.until) };
  if (!noted) return undefined;
  if (noted.hold) return { kind: 'not-asked', why: 'resting', until: new Date(noted.hold.until) };
  // Sending the same request twice within a minute is abuse (docs/api.md, "Throttling").
  return now - noted.askedAt < SAME_REQUEST_FLOOR_MS
    ? { kind: 'not-asked', why: 'just-asked', outcome: noted.outcome }
    : undefined;
}

async function ask(asking: StoredAsking, signal: AbortSignal): Promise<Answer> {
  const { chosen, key, token, clock, marks } = asking;
  const now = clock.now();
  const stored = asking.notes.read()[chosen.id];
  const noted = stored && noteAt(stored, now);
  // Stored, or its pauses would begin anew at every run.
  if (noted && stored.askedAt > now) asking.notes.write(chosen.id, noted);
  const why = whyNotToAsk(asking, noted, now);
  if (why) return why;
  const backoffs = [storedBackoffs(marks), { ...noted?.backoffs }];
  let clockAheadMs: number | undefined;
  let requests = 0;
  const note: DoctorNote = { askedAt: now, backoffs: { ...noted?.backoffs } };
  const traffic: RequestObserver = {
    sent: () => asking.notes.write(chosen.id, note),
    answered({ sentAt, took, networkTime, method, backoffUntil, fault }) {
      requests++;
      if (networkTime !== undefined) clockAheadMs = sentAt + took / 2 - networkTime;
      if (backoffUntil !== undefined) note.backoffs[backoffKey(method)] = backoffUntil;
      note.hold = (fault && holdOf(fault)) ?? note.hold;
      asking.notes.write(chosen.id, note);
    },
    blockedUntil(method) {
      const ends = backoffs.map((each) => each[backoffKey(method)] ?? 0).filter((until) => isOpenPause(until, now));
      return ends.toSorted((a, b) => b - a)[0];
    },
  };
  const credentials = { ...(key !== undefined && { key }), ...(token !== undefined && { accessToken: token }) };
  const network = openNetwork(chosen, credentials, asking, traffic);
  const answer = await askNetwork({ network, signedIn: token !== undefined, now: () => clock.now(), signal });
  if (answer.kind === 'not-asked') return answer;
  // A request that never reached the network does not count as sent, nor does one that a backoff held here.
  const outcome = answer.kind === 'failed' ? answer.error : 'answered';
  if (outcome === 'offline') asking.notes.write(chosen.id, { ...note, askedAt: noted?.askedAt ?? 0 });
  else if (outcome !== 'backoff') asking.notes.write(chosen.id, { ...note, outcome });
  // Counted, because one call may take two requests while it is unknown where the network reads credentials.
  const told = { ...answer, requests };
  return told.kind === 'failed' ? { ...told, clockAheadMs } : told;
}

/** Returns the hold that a refusal imposes on all requests from this address, or undefined if it imposes none. */
function holdOf({ kind, retryAt, retryNamed, quota }: NetworkError): DoctorNote['hold'] {
  if (kind !== 'throttled' && kind !== 'quota-exhausted' && kind !== 'blocked-by-protection') return undefined;
  if (retryAt === undefined || !Number.isFinite(retryAt)) return undefined;
  return { kind, until: retryAt, isNamed: retryNamed, ...(quota && { quota }) };
}

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

import type { Words } from '../../../common/i18n/words.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { DEMO_APP } from '../accounts/demo-network.ts';
import { networkName, openNetwork } from '../accounts/networks.ts';
import type { StoredSignIns } from '../accounts/stored-sign-ins.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { isOpenPause, type DoctorNote, type DoctorNotes } from './doctor-notes.ts';
import { askNetwork, networksToCheck, type Answer, type CheckedNetwork } from './network-check.ts';
import { SAME_REQUEST_FLOOR_MS } from '../scheduler/forecast/forecast.ts';
import { storedBackoffs, storedHold } from '../scheduler/gate.ts';
import { observedReset, storedQuota } from '../scheduler/quota.ts';
import type { NetworkError } from '../../api/errors.ts';
import { backoffKey } from '../../api/http/pacing.ts';
import type { Fetch, Network, RequestObserver, ResponseReport } from '../../api/network.ts';
import type { Clock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { SecretStore } from '../../desktop/desktop.ts';
import { readStoredMarks } from '../../store/database/examine.ts';
import type { ChosenNetwork } from '../../store/settings.ts';

/**
 * Networks of the running Askbell, whose own client sends the requests, so that its quota, pauses and rate limits
 * apply.
 */
export class RunningNetworks {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  /** Clients of networks that nobody is signed in to, by address; kept, since each asks the same once a minute only. */
  readonly #strangers = new Map<string, Network>();

  constructor(context: AgentContext, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  async list(): Promise<CheckedNetwork[]> {
    const { words } = localeOf(this.#context);
    return networksToCheck(this.#context.settings.get().networks).map((chosen) => {
      const account = this.#accounts.get(chosen.id);
      const networkNow = account?.scheduler?.networkNow();
      const quota = account?.scheduler?.quota();
      const resetAt = networkNow === undefined ? undefined : observedReset(quota, networkNow);
      return {
        chosen,
        name: networkName(chosen, words),
        apiBaseUrl: account?.chosen.apiBaseUrl ?? chosen.apiBaseUrl,
        stored: account?.network ? 'yes' : 'no',
        quota,
        fullAgainAt: resetAt === undefined ? undefined : resetAt + this.#aheadMs(account)!,
        ask: (signal) => this.#ask(chosen, account, signal),
      };
    });
  }

  /** Sends one request, as the user or, if nobody is signed in there, without a token. */
  async #ask(chosen: ChosenNetwork, account: Account | undefined, signal: AbortSignal): Promise<Answer> {
    const own = account?.network;
    if (own && (account.clickContext().forClicks ?? 1) < 1) return { kind: 'not-asked', why: 'used-up' };
    if (!own && chosen.apiBaseUrl === '') return { kind: 'not-asked', why: 'demo-rests' };
    const answer = await askNetwork(own ?? this.#stranger(chosen), own !== undefined, this.#context.clock, signal);
    // The agent's estimate from many answers is better than one answer.
    const aheadMs = this.#aheadMs(account);
    return aheadMs === undefined ? answer : { ...answer, clockAheadMs: aheadMs };
  }

  /** Returns a client without a token. */
  #stranger(chosen: ChosenNetwork): Network {
    const uncounted = { sent: () => undefined, answered: () => undefined, blockedUntil: () => undefined };
    const network = this.#strangers.get(chosen.apiBaseUrl) ?? openNetwork(chosen, {}, this.#context, uncounted);
    this.#strangers.set(chosen.apiBaseUrl, network);
    return network;
  }

  /** Returns by how many ms the local clock is ahead of the network's; undefined while unknown. */
  #aheadMs(account: Account | undefined): number | undefined {
    const networkNow = account?.scheduler?.networkNow();
    return networkNow === undefined ? undefined : this.#context.clock.now() - networkNow;
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

import type { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type AnswerFacts, classify, type RawAnswer } from '../response/classify.ts';
import { NetworkError, type NetworkErrorFacts } from '../errors.ts';
import { exchange, ExchangeFailed } from '../response/fetch-text.ts';
import { identityOf } from './request-identity.ts';
import type { Credentials, NetworkAddress, Page, Sending } from '../network.ts';
import { createPace } from './rate-limiter.ts';
import { createPauses } from './method-backoffs.ts';
import { createRecent, identicalRequestMs } from './recent-outcomes.ts';

/** What the network told with an answer that really came over the wire. */
export interface AnswerReport {
  /** The route, without parameters. */
  method: string;
  /** Milliseconds since the epoch, by this machine's clock, when it was asked for: at the last try. */
  sentAt: number;
  /** Likewise, when the answer was there. */
  at: number;
  /** Milliseconds from one to the other, by the clock that nobody can set; a sleep may not be counted. */
  took: number;
  status: number;
  quota?: { max: number; remaining: number };
  networkTime?: number;
  /** Milliseconds since the epoch, by this machine's clock, until which the method must not be asked again. */
  backoffUntil?: number;
  fromNetwork: true;
}

export interface RequestOptions {
  address: NetworkAddress;
  /** Asked anew for each request, so that a new sign-in counts at once. */
  credentials: () => Credentials;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  log: Log;
  /** For one whole exchange, body included; in real time. Default 20 s. */
  timeoutMs?: number;
  /** Told of every answer that came from the network, good or bad; never of one that was given again. */
  onAnswer?: (report: AnswerReport) => void;
  /** Told just before a request is sent; once, even if it takes several tries to reach the network. */
  onRequest?: (method: string) => void;
  /** Until when a method must not be asked, by this machine's clock, as far as somebody else knows: from before the start, say. */
  heldUntil?: (method: string) => number | undefined;
}

/** One request as an endpoint describes it. */
export interface Ask<T> {
  /** The route as the network documents it, e.g. `/users/{id}/reputation`: what backoff, logs and errors name. */
  method: string;
  /** The same with its parts filled in; may hold a secret, so it goes nowhere but into the address. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  /**
   * A write: sent as a form, together with key and token, as the public service documents writes
   * (https://api.stackexchange.com/docs/write; network-api leaves it open). A write is sent as often as it is asked for.
   */
  isWrite?: boolean;
  item: z.ZodType<T>;
}

/** What stands of an answer, before its items are read. */
interface Received {
  items: unknown[];
  hasMore: boolean;
  facts: AnswerFacts;
  backoffUntil?: number;
}

type Outcome = { received: Received } | { error: NetworkError };

/** A request under way, shared by everybody who asked the same meanwhile. */
interface Flight {
  promise: Promise<Received>;
  waiters: number;
  giveUp: AbortController;
}

export interface Requester {
  /** Sends one request by all the rules, or gives the standing answer. Rejects with `NetworkError` only. */
  request<T>(ask: Ask<T>, sending?: Sending): Promise<Page<T>>;
  /** Forgets the answers of the last minute, as after signing out. */
  forget(): void;
}

/** Two more tries with full jitter, only where the network certainly never saw the request. */
const furtherTries = 2;
const firstWaitMs = 500;
const offlineRetryMs = 10_000;
const quotaRetryMs = 3_600_000;
/** A wait the network names is believed up to two days: the quota is a day's. */
const longestWaitMs = 172_800_000;

/**
 * Makes the one door to the network. It adds key, site and token to the query (network-api "Authentication": nowhere
 * else), keeps to `backoff`, sends no identical request twice within a minute, and reads quota, clock and items.
 */
export function createRequester(options: RequestOptions): Requester {
  const { address, clock, log } = options;
  const elapsed = (): number => clock.elapsed?.() ?? clock.now();
  const pauses = createPauses();
  const turn = createPace(clock);
  const recent = createRecent<Outcome>();
  const flights = new Map<string, Flight>();

  async function request<T>(ask: Ask<T>, sending: Sending = {}): Promise<Page<T>> {
    const { signal } = sending;
    if (signal?.aborted) throw cancelled(ask.method);
    const caller = options.credentials();
    const query = textsOf(ask.query ?? {});
    const identity = identityOf(`${address.apiBaseUrl} ${address.version}`, ask.path, query, caller);

    const standing = ask.isWrite === true ? undefined : recent.find(identity, clock.now());
    if (standing && 'received' in standing.outcome) return pageOf(ask, standing.outcome.received, true);
    if (standing && 'error' in standing.outcome) throw again(standing.outcome.error, standing.until);

    let flight = flights.get(identity);
    if (!flight) {
      const until = options.heldUntil?.(ask.method) ?? pauses.until(ask.method, clock.now());
      if (until !== undefined) {
        throw new NetworkError('backoff', 'The network asked for a pause of this request.', {
          method: ask.method,
          retryAt: until,
        });
      }
      const giveUp = new AbortController();
      const promise = send(ask, query, caller, identity, giveUp.signal).finally(() => flights.delete(identity));
      flight = { promise, waiters: 0, giveUp };
      flights.set(identity, flight);
    }
    return pageOf(ask, await join(flight, ask.method, signal), false);
  }

  async function send<T>(
    ask: Ask<T>,
    query: Record<string, string>,
    caller: Credentials,
    identity: string,
    signal: AbortSignal,
  ): Promise<Received> {
    const { method } = ask;
    const url = urlOf(address, ask.path, ask.isWrite === true ? {} : query, ask.isWrite === true ? {} : caller);
    const form = ask.isWrite === true ? parametersOf(query, caller) : undefined;
    const keep = (outcome: Outcome, sentAt: number) =>
      void (ask.isWrite !== true && recent.keep(identity, outcome, sentAt));
    if (!url) {
      throw new NetworkError('offline', "The address of the network's API cannot be used: check it.", {
        method,
        retryAt: clock.now() + identicalRequestMs,
      });
    }
    await turn(signal);
    if (signal.aborted) throw cancelled(method);
    tell(() => options.onRequest?.(method));
    for (let tries = 0; ; tries++) {
      const sentAt = clock.now();
      const began = elapsed();
      let answer: RawAnswer;
      try {
        answer = await exchange(options.fetch, url, { timeoutMs: options.timeoutMs ?? 20_000, signal, form });
      } catch (caught) {
        if (!(caught instanceof ExchangeFailed)) throw caught;
        const { kind, message, mayHaveReached, passing } = caught.failure;
        if (mayHaveReached) {
          const error = new NetworkError(kind, message, { method, retryAt: sentAt + identicalRequestMs });
          keep({ error }, sentAt);
          if (kind !== 'cancelled') log.warn(`${method}: ${message}`);
          throw error;
        }
        if (passing && tries < furtherTries) {
          await clock.sleep(options.random() * firstWaitMs * 2 ** tries, signal);
          if (signal.aborted) throw cancelled(method);
          continue;
        }
        log.warn(`${method}: ${message}`);
        throw new NetworkError(kind, message, {
          method,
          retryAt: clock.now() + (passing ? offlineRetryMs : identicalRequestMs),
        });
      }
      const outcome = judge(ask, answer, caller, sentAt, elapsed() - began);
      keep(outcome, sentAt);
      if ('error' in outcome) throw outcome.error;
      return outcome.received;
    }
  }

  function judge<T>(ask: Ask<T>, answer: RawAnswer, caller: Credentials, sentAt: number, took: number): Outcome {
    const { method } = ask;
    const at = clock.now();
    const secrets = [caller.accessToken, caller.key].filter((secret) => secret !== undefined);
    const verdict = classify(answer, { secrets, tokenSent: caller.accessToken !== undefined });
    const { facts } = verdict;
    const { quota, networkTime, backoffSeconds } = facts;
    const backoffUntil = backoffSeconds === undefined ? undefined : pauses.pause(method, backoffSeconds, at);
    const left = quota ? `, ${quota.remaining} of ${quota.max} requests left` : '';
    tell(() =>
      options.onAnswer?.({
        method,
        sentAt,
        at,
        took,
        status: answer.status,
        fromNetwork: true,
        ...(quota && { quota }),
        ...(networkTime !== undefined && { networkTime }),
        ...(backoffUntil !== undefined && { backoffUntil }),
      }),
    );
    if ('items' in verdict) {
      log.info(`${method}: ${verdict.items.length} items${left}`);
      return {
        received: {
          items: verdict.items,
          hasMore: verdict.hasMore,
          facts,
          ...(backoffUntil !== undefined && { backoffUntil }),
        },
      };
    }
    const { fault } = verdict;
    log.warn(`${method}: ${fault.kind}, HTTP ${answer.status}. ${fault.message}${left}`);
    const wait =
      fault.waitSeconds === undefined
        ? fault.kind === 'quota-exhausted'
          ? quotaRetryMs
          : 0
        : fault.waitSeconds * 1000;
    return {
      error: new NetworkError(fault.kind, fault.message, {
        method,
        status: answer.status,
        // Asking the same again is forbidden for a minute in any case.
        retryAt: Math.max(at + Math.min(wait, longestWaitMs), sentAt + identicalRequestMs),
        retryNamed: fault.waitSeconds !== undefined,
        ...(fault.errorId !== undefined && { errorId: fault.errorId }),
        ...(fault.errorName !== undefined && { errorName: fault.errorName }),
        ...(fault.said !== undefined && { said: fault.said }),
        ...(quota && { quota }),
      }),
    };
  }

  /** Each asker reads the items anew, so that no two share an object. */
  function pageOf<T>(ask: Ask<T>, received: Received, repeated: boolean): Page<T> {
    const items: T[] = [];
    for (const raw of received.items) {
      const item = ask.item.safeParse(raw);
      if (item.success) items.push(item.data);
    }
    const broken = received.items.length - items.length;
    if (broken > 0 && !repeated)
      log.warn(`${ask.method}: left out ${broken} of ${received.items.length} items that cannot be read`);
    const { facts, backoffUntil } = received;
    return {
      items,
      hasMore: received.hasMore,
      broken,
      repeated,
      ...(facts.quota && { quota: facts.quota }),
      ...(backoffUntil !== undefined && { backoffUntil }),
      // Given again, the answer's time would make a right clock look wrong.
      ...(facts.networkTime !== undefined && !repeated && { networkTime: facts.networkTime }),
    };
  }

  /** A listener's fault is not the request's. */
  function tell(what: () => void): void {
    try {
      what();
    } catch (error) {
      log.error(`A listener to requests failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return { request, forget: () => recent.forget() };
}

/** Waits for a flight together with others; it is called off only when the last of them leaves. */
function join(flight: Flight, method: string, signal: AbortSignal | undefined): Promise<Received> {
  flight.waiters++;
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiters--;
      if (flight.waiters === 0) flight.giveUp.abort();
      reject(cancelled(method));
    };
    signal?.addEventListener('abort', leave, { once: true });
    const landed = () => signal?.removeEventListener('abort', leave);
    flight.promise.then(
      (received) => {
        landed();
        resolve(received);
      },
      (error: unknown) => {
        landed();
        reject(error);
      },
    );
  });
}

function cancelled(method: string): NetworkError {
  return new NetworkError('cancelled', 'The request was called off.', { method });
}

/** The standing error, told to another asker: nothing was sent this time. */
function again(error: NetworkError, until: number): NetworkError {
  const { method, status, errorId, errorName, said, quota, retryNamed } = error;
  const facts: NetworkErrorFacts = {
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status }),
    ...(errorId !== undefined && { errorId }),
    ...(errorName !== undefined && { errorName }),
    ...(said !== undefined && { said }),
    ...(quota && { quota }),
    retryAt: Math.max(until, error.retryAt ?? 0),
    retryNamed,
  };
  return new NetworkError(error.kind, error.message, facts);
}

function textsOf(query: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Gives `undefined` for a base address that no request can be sent to. */
function urlOf(
  address: NetworkAddress,
  path: string,
  query: Record<string, string>,
  caller: Credentials,
): URL | undefined {
  const base = URL.parse(address.apiBaseUrl.trim());
  if (!base || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '') return undefined;
  const version = address.version.replace(/^\/+|\/+$/g, '');
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${version}${path}`);
  for (const [name, value] of parametersOf(query, caller)) url.searchParams.set(name, value);
  return url;
}

function parametersOf(query: Record<string, string>, caller: Credentials): URLSearchParams {
  const parameters = new URLSearchParams(query);
  if (caller.key !== undefined) parameters.set('key', caller.key);
  if (caller.accessToken !== undefined) parameters.set('access_token', caller.accessToken);
  return parameters;
}

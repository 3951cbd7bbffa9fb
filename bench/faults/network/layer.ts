import { UnderWay } from '../../../test/support/under-way.ts';
import { CLIENT_ID, ORIGIN, type DrivenSandbox } from './sandbox.ts';

/** Request on its way, as a fault sees it. */
export interface Exchange {
  url: URL;
  /** Returns the network's own answer. */
  good: () => Promise<Response>;
  /** The network's time, in ms since the epoch. */
  now: number;
  /** Number of requests that met the fault, this one included. */
  times: number;
}

/** Answers in the network's place, or rejects as a fetch does. */
export type Fault = (exchange: Exchange) => Promise<Response> | Response;

/** Network as the client is given it. */
export const ADDRESS = { apiBaseUrl: ORIGIN, authUrl: ORIGIN, clientId: CLIENT_ID, version: '2.3' };

/** Quota that every world begins with. */
const QUOTA_PER_DAY = 10_000;
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** A fetch in front of the sandbox, which a fault may come between, and which counts. */
export class FaultLayer {
  readonly #sandbox: DrivenSandbox;
  readonly #isFaulty: (path: string) => boolean;
  readonly #instead: ((path: string) => Response | undefined) | undefined;
  #fault: Fault | undefined;
  #remaining = QUOTA_PER_DAY;
  readonly #underWay = new UnderWay();
  /** Number of requests that met the present fault, or the last one. */
  met = 0;
  /** Requests of the operation in question that were sent. */
  sent = 0;
  /** Time at which that operation was answered by the network itself last, in ms since the epoch. */
  answeredAt = -Infinity;
  /** Origins of requests to another address. */
  readonly escaped: string[] = [];

  /**
   * @param isFaulty whether a fault concerns the request with this path
   * @param instead answers that replace the sandbox's, fault or not
   */
  constructor(
    sandbox: DrivenSandbox,
    isFaulty: (path: string) => boolean,
    instead?: (path: string) => Response | undefined,
  ) {
    this.#sandbox = sandbox;
    this.#isFaulty = isFaulty;
    this.#instead = instead;
  }

  begin(fault: Fault): void {
    this.#fault = fault;
    this.met = 0;
    this.sent = 0;
  }

  end(): void {
    this.#fault = undefined;
  }

  /** Resolves when no request is under way and nothing goes on by itself, without moving time. */
  readonly idle = this.#underWay.idle;

  /** Moves time on; waits each time until no request is under way and nothing goes on by itself. */
  readonly pass = (ms: number): Promise<void> => this.#sandbox.clock.advance(ms, this.idle);

  /** Counts work at the network itself as under way. */
  readonly during = <T>(work: () => Promise<T>): Promise<T> => this.#underWay.during(work);

  /** Answers; the body is read in the turns that `idle` gives, without waiting for the reader. */
  readonly fetch: typeof globalThis.fetch = (input, init = {}) =>
    this.#underWay.during(() => this.#answer(new URL(input as string | URL), init));

  async #answer(url: URL, init: RequestInit): Promise<Response> {
    if (url.origin !== ORIGIN) return this.#escape(url);
    const isFaulty = this.#isFaulty(url.pathname);
    if (isFaulty) this.sent++;
    const now = this.#sandbox.clock.now();
    const good = () => this.#good(url, init);
    if (!isFaulty || !this.#fault) {
      const response = await good();
      if (isFaulty && response.status < 400) this.answeredAt = now;
      return response;
    }
    return this.#fault({ url, good, now, times: ++this.met });
  }

  #escape({ origin }: URL): Response {
    this.escaped.push(origin);
    return new Response('<!doctype html><p>Log in first.', { headers: { 'content-type': 'text/html' } });
  }

  async #good(url: URL, init: RequestInit): Promise<Response> {
    const instead = this.#instead?.(url.pathname);
    if (instead) return instead;
    const address = this.#sandbox.apiBaseUrl + url.pathname + url.search;
    const answer = await fetch(address, { ...init, redirect: 'manual' });
    const { status, headers } = answer;
    // Each world counts from a full quota, whatever the worlds before it asked.
    const counted = (await answer.text())
      .replace(/"quota_max":\d+/, `"quota_max":${QUOTA_PER_DAY}`)
      .replace(/"quota_remaining":-?\d+/, () => `"quota_remaining":${--this.#remaining}`);
    const date = new Date(Math.floor(this.#sandbox.clock.now() / 1000) * 1000).toUTCString();
    const isEmpty = WITHOUT_BODY.includes(status) || (counted === '' && status !== 200);
    return new Response(isEmpty ? null : counted, {
      status,
      headers: { date, 'content-type': headers.get('content-type') ?? '' },
    });
  }
}

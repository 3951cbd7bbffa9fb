import type { InProcessSandbox } from './sandbox.ts';
import { ORIGIN } from './sandbox.ts';

/** A request on its way, as a fault sees it. */
export interface Exchange {
  url: URL;
  init: RequestInit;
  /** What the network would answer. */
  good: () => Promise<Response>;
  /** The network's time, in ms since the epoch. */
  now: number;
  /** How many requests the fault has met, this one included. */
  times: number;
}

/** Answers in the network's place, or rejects as a fetch does. */
export type Fault = (exchange: Exchange) => Promise<Response> | Response;

/** What a request would have given away to another address. */
export interface Escape {
  url: string;
  method: string;
  /** Whether token or key went along. */
  withCredential: boolean;
}

/** The quota that every world begins with, as the network tells it. */
export const QUOTA_PER_DAY = 10_000;

const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

/** As Node's fetch says it; see wire/servers.ts, whose redirect shows that it still does. */
const unexpectedRedirect = (): TypeError => new TypeError('fetch failed', { cause: new Error('unexpected redirect') });

/** A fetch in front of the sandbox, which a fault may come between, and which counts. */
export class FaultLayer {
  readonly #sandbox: InProcessSandbox;
  readonly #isFaulty: (path: string) => boolean;
  readonly #mend: ((path: string) => Response | undefined) | undefined;
  #fault: Fault | undefined;
  #times = 0;
  #remaining = QUOTA_PER_DAY;
  #underWay = 0;
  #waiting: (() => void)[] = [];
  /** Requests of the operation in question that were sent. */
  sent = 0;
  /** When that operation was answered by the network itself last, in ms since the epoch. */
  answeredAt = -Infinity;
  readonly escaped: Escape[] = [];

  /**
   * @param isFaulty whether a fault concerns the request with this path
   * @param instead answers that replace the sandbox's, fault or not
   */
  constructor(
    sandbox: InProcessSandbox,
    isFaulty: (path: string) => boolean,
    instead?: (path: string) => Response | undefined,
  ) {
    this.#sandbox = sandbox;
    this.#isFaulty = isFaulty;
    this.#mend = instead;
  }

  /** How often the present fault, or the last one, was met. */
  get met(): number {
    return this.#times;
  }

  begin(fault: Fault): void {
    this.#fault = fault;
    this.#times = 0;
    this.sent = 0;
  }

  end(): void {
    this.#fault = undefined;
  }

  /** Resolves when no request is under way and nothing goes on by itself, without moving time. */
  async idle(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      if (this.#underWay > 0) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        turns = 0;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    this.#underWay++;
    try {
      return await this.#answer(new URL(input as string | URL), init);
    } finally {
      // The body is read in the turns that `idle` gives, without waiting for the reader.
      if (--this.#underWay === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  };

  async #answer(url: URL, init: RequestInit): Promise<Response> {
    if (url.origin !== ORIGIN) return this.#escape(url, init);
    const isFaulty = this.#isFaulty(url.pathname);
    if (isFaulty) this.sent++;
    const fault = isFaulty ? this.#fault : undefined;
    const good = () => this.#good(url, init);
    if (!fault) {
      const response = await good();
      if (isFaulty && response.status < 400) this.answeredAt = this.#sandbox.clock.now();
      return response;
    }
    const response = await fault({ url, init, good, now: this.#sandbox.clock.now(), times: ++this.#times });
    const isRedirect = REDIRECTIONS.includes(response.status) && response.headers.has('location');
    if (isRedirect && init.redirect === 'error') throw unexpectedRedirect();
    return response;
  }

  #escape(url: URL, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    const told = `${url.href} ${typeof init.body === 'string' ? init.body : ''} ${headers.get('authorization') ?? ''}`;
    const withCredential = /token-|key-of-askbell|code/.test(told);
    this.escaped.push({ url: url.href, method: init.method ?? 'GET', withCredential });
    return new Response('<!doctype html><p>Log in first.', { headers: { 'content-type': 'text/html' } });
  }

  async #good(url: URL, init: RequestInit): Promise<Response> {
    const instead = this.#mend?.(url.pathname);
    if (instead) return instead;
    const answer = await this.#sandbox.answer({
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
    });
    // Each world counts from a full quota, whatever the worlds before it asked.
    const text = (await answer.text())
      .replace(/"quota_max":\d+/, `"quota_max":${QUOTA_PER_DAY}`)
      .replace(/"quota_remaining":-?\d+/, () => `"quota_remaining":${--this.#remaining}`);
    const { status, headers } = answer;
    return new Response(text === '' && status !== 200 ? null : text, { status, headers });
  }
}

/** After this many turns of the event loop without a request under way, nothing goes on by itself any more. */
const QUIET_TURNS = 8;

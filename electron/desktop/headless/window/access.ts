import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DAY_MS, MINUTE_MS } from '../../../../common/durations.ts';
import type { WindowBrowser } from '../../desktop.ts';

/** Path of the pages' WebSocket. */
export const RPC_PATH = '/rpc';

/** Lifetime of a ticket on a browser's command line, in ms. */
const TICKET_LIFE_MS = MINUTE_MS;

/** Lifetime of the cookie in s: the longest that browsers allow. It is invalid once Askbell has ended. */
const COOKIE_LIFE_S = (400 * DAY_MS) / 1000;

/** Browser that was admitted, until Askbell ends or another browser signs it out. */
export class AdmittedBrowser implements WindowBrowser {
  readonly cookie = newSecret();
  readonly pageKey = newSecret();
  readonly #access: WindowAccess;
  readonly #signedOut = new AbortController();

  constructor(access: WindowAccess) {
    this.#access = access;
  }

  /** Aborts when the browser is signed out. */
  get signedOut(): AbortSignal {
    return this.#signedOut.signal;
  }

  /** Whether a WebSocket's offered protocols include the page key. */
  hasPageKey(offeredProtocols: string | undefined): boolean {
    return (offeredProtocols ?? '').split(',').some((protocol) => same(protocol.trim(), this.pageKey));
  }

  signOut(): void {
    this.#signedOut.abort();
  }

  signOutOthers(): number {
    return this.#access.signOutAllBut(this);
  }
}

/**
 * Access control of the window. A pass in an address admits one browser, once. An entry pass, shown in the terminal, is
 * valid as long as the program runs; a ticket, visible to other users on a browser's command line, for a minute. Each
 * is exchanged for the browser's own cookie and page key, which outlive the browser but not the program. The cookie
 * alone only loads the page, which contains no data; browsers also send it to other ports of this machine. The page
 * key, which the browser stores for this port alone and which the cookie cannot obtain, connects the page to the agent.
 */
export class WindowAccess {
  /** Origin of the window. */
  readonly origin: string;
  readonly #hosts: readonly string[];
  readonly #cookieName: string;
  readonly #passes: EntryPasses;
  /** By the cookie's hash, so that a lookup's time reveals nothing about the cookie. */
  readonly #browsers = new Map<string, AdmittedBrowser>();

  /**
   * @param port part of the cookie's name, since browsers share cookies between the ports of a host
   * @param now milliseconds since the epoch
   */
  constructor(port: number, now: () => number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    this.#cookieName = `askbell-${port}`;
    this.#passes = new EntryPasses(now);
  }

  /** Returns a new address for a single entry at any time, leading to a view. */
  entryLink(view?: string): string {
    return this.#link(this.#passes.create(), view);
  }

  /** Returns a new address for a single entry within a minute, leading to a view. */
  ticketLink(view?: string): string {
    return this.#link(this.#passes.create(TICKET_LIFE_MS), view);
  }

  /** Admits a browser by a pass, which is thereby used up; undefined for an invalid pass. */
  redeem(pass: string, cookieHeader: string | undefined): AdmittedBrowser | undefined {
    return this.#passes.redeem(pass) ? this.admit(cookieHeader) : undefined;
  }

  /** Admits a browser. Returns the existing entry if it was admitted before. */
  admit(cookieHeader: string | undefined): AdmittedBrowser {
    const known = this.browserOf(cookieHeader);
    if (known) return known;
    const browser = new AdmittedBrowser(this);
    this.#browsers.set(hashOf(browser.cookie), browser);
    return browser;
  }

  /** Returns the admitted browser of a Cookie header, if any. */
  browserOf(cookieHeader: string | undefined): AdmittedBrowser | undefined {
    for (const pair of (cookieHeader ?? '').split(';')) {
      const [name, value = ''] = pair.trim().split('=', 2);
      const browser = name === this.#cookieName ? this.#browsers.get(hashOf(value)) : undefined;
      if (browser) return browser;
    }
    return undefined;
  }

  /** Signs out every other browser, and invalidates unused addresses. Returns the number of browsers signed out. */
  signOutAllBut(kept: AdmittedBrowser): number {
    const others = [...this.#browsers].filter(([, browser]) => browser !== kept);
    for (const [hash, browser] of others) {
      this.#browsers.delete(hash);
      browser.signOut();
    }
    this.#passes.revoke();
    return others.length;
  }

  /** Returns why a request is refused, or undefined. */
  refusal(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string | undefined {
    const { host, origin, cookie } = request.headers;
    // A foreign name that resolves to this machine (DNS rebinding) shows in Host.
    if (host === undefined || !this.#hosts.includes(host)) return 'host';
    if (origin !== undefined && origin !== `http://${host}`) return 'origin';
    if (request.headers.upgrade !== undefined && origin === undefined) return 'origin';
    // An entry checks its pass itself.
    if (request.method === 'GET' && request.url?.startsWith('/enter/')) return undefined;
    const browser = this.browserOf(cookie);
    if (!browser) return 'pass';
    const connects = request.headers.upgrade !== undefined;
    return connects && !browser.hasPageKey(request.headers['sec-websocket-protocol']) ? 'key' : undefined;
  }

  /** Returns the Set-Cookie header for an admitted browser. */
  setCookie({ cookie }: AdmittedBrowser): string {
    return `${this.#cookieName}=${cookie}; Path=/; Max-Age=${COOKIE_LIFE_S}; HttpOnly; SameSite=Strict`;
  }

  #link(pass: string, view: string | undefined): string {
    return `${this.origin}/enter/${pass}${view === undefined ? '' : `?view=${view}`}`;
  }
}

/**
 * Single-use passes that each admit one browser. Passes are signed, so unused ones need no storage and never have to be
 * dropped.
 */
class EntryPasses {
  readonly #now: () => number;
  readonly #used = new Set<string>();
  #key = randomBytes(32);
  #made = 0;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns a new pass that is valid for `lifeMs`, or by default as long as the program runs. */
  create(lifeMs?: number): string {
    this.#made += 1;
    const until = lifeMs === undefined ? '' : this.#now() + lifeMs;
    return this.#signed(`${this.#made}-${until}`);
  }

  /** Whether a pass is valid; it is used up by the call. */
  redeem(pass: string): boolean {
    const [content = ''] = pass.split('.');
    const [number = '', until = ''] = content.split('-');
    if (!same(pass, this.#signed(content)) || this.#used.has(number)) return false;
    this.#used.add(number);
    return until === '' || this.#now() < Number(until);
  }

  /** Invalidates all passes created so far. */
  revoke(): void {
    this.#key = randomBytes(32);
  }

  #signed(content: string): string {
    return `${content}.${createHmac('sha256', this.#key).update(content).digest('base64url')}`;
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Whether two texts are equal. Compares hashes, so that the time reveals nothing about the texts. */
function same(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

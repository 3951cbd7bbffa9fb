import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../../../common/durations.ts';
import type { WindowBrowser } from '../../desktop.ts';
import { EntryPasses } from './entry-passes.ts';

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
 * The run's secret lets a second start of Askbell request a new pass.
 */
export class WindowAccess {
  /** Origin of the window. */
  readonly origin: string;
  readonly secret = newSecret();
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

  isSecret(presented: string): boolean {
    return same(presented, this.secret);
  }

  /** Returns the Set-Cookie header for an admitted browser. */
  setCookie({ cookie }: AdmittedBrowser): string {
    return `${this.#cookieName}=${cookie}; Path=/; Max-Age=${COOKIE_LIFE_S}; HttpOnly; SameSite=Strict`;
  }

  #link(pass: string, view: string | undefined): string {
    return `${this.origin}/enter/${pass}${view === undefined ? '' : `?view=${view}`}`;
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Whether two texts are equal. Compares hashes, so that the time reveals nothing about the texts. */
function same(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

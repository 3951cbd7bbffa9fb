import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../../../common/durations.ts';
import type { WindowBrowser } from '../../desktop.ts';
import { EntryPasses } from './entry-passes.ts';

/** How long a ticket on a browser's command line is good for. */
const TICKET_LIFE_MS = MINUTE_MS;

/** How long a browser keeps the cookie: as long as browsers keep any. It is worthless once Askbell has ended. */
const COOKIE_LIFE_S = (400 * DAY_MS) / 1000;

/** A browser that was let in, until Askbell ends or another browser signs it out. */
export class AdmittedBrowser implements WindowBrowser {
  readonly cookie = newSecret();
  readonly pageKey = newSecret();
  readonly #access: WindowAccess;
  readonly #signedOut = new AbortController();

  constructor(access: WindowAccess) {
    this.#access = access;
  }

  /** Aborts when it is signed out. */
  get signedOut(): AbortSignal {
    return this.#signedOut.signal;
  }

  /** Whether a WebSocket's offered protocols hold its page key. */
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
 * Who may come in. A pass stands in an address and lets one browser in, once. An entry pass, which the terminal shows,
 * is good as long as the program runs; a ticket, which other people on the machine could see on a browser's command
 * line, for a minute. Either is exchanged for a cookie and a page key of that browser's own, which outlive the browser
 * and not the program. The cookie alone shows the page, which holds nothing; browsers send it to whatever listens on
 * another port of this machine, too. The page key, which the browser keeps for this port alone and no cookie can buy,
 * connects the page to the agent. The run's secret is for a second start of Askbell only, which asks with it for a new
 * pass.
 */
export class WindowAccess {
  /** Where the window is. */
  readonly origin: string;
  readonly secret = newSecret();
  readonly #cookieName: string;
  readonly #passes: EntryPasses;
  /** By the hash of the cookie, so that looking one up tells nothing of how much was right. */
  readonly #browsers = new Map<string, AdmittedBrowser>();

  /** `port` is part of the cookie's name, since browsers share cookies between the ports of a host. */
  constructor(port: number, now: () => number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#cookieName = `askbell-${port}`;
    this.#passes = new EntryPasses(now);
  }

  /** A new address for a single entry, whenever that is, which leads to a view. */
  entryLink(view?: string): string {
    return this.#link(this.#passes.create(), view);
  }

  /** A new address for a single entry within a minute, which leads to a view. */
  ticketLink(view?: string): string {
    return this.#link(this.#passes.create(TICKET_LIFE_MS), view);
  }

  /** Lets a browser in by a pass, which is thereby used up; undefined where it is none. */
  redeem(pass: string, cookieHeader: string | undefined): AdmittedBrowser | undefined {
    return this.#passes.redeem(pass) ? this.admit(cookieHeader) : undefined;
  }

  /** Lets a browser in. One that is in already stays the same, with its other pages. */
  admit(cookieHeader: string | undefined): AdmittedBrowser {
    const known = this.browserOf(cookieHeader);
    if (known) return known;
    const browser = new AdmittedBrowser(this);
    this.#browsers.set(hashOf(browser.cookie), browser);
    return browser;
  }

  /** The browser that a Cookie header is from, where it is in. */
  browserOf(cookieHeader: string | undefined): AdmittedBrowser | undefined {
    for (const pair of (cookieHeader ?? '').split(';')) {
      const [name, value = ''] = pair.trim().split('=', 2);
      const browser = name === this.#cookieName ? this.#browsers.get(hashOf(value)) : undefined;
      if (browser) return browser;
    }
    return undefined;
  }

  /** Signs out every other browser, and voids unused addresses. Returns how many browsers were signed out. */
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

  /** The value of the Set-Cookie header for a browser that was admitted. */
  setCookie({ cookie }: AdmittedBrowser): string {
    return `${this.#cookieName}=${cookie}; Path=/; Max-Age=${COOKIE_LIFE_S}; HttpOnly; SameSite=Strict`;
  }

  #link(pass: string, view: string | undefined): string {
    return `${this.origin}/enter/${pass}${view === undefined ? '' : `?view=${view}`}`;
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Compares hashes, so that the time taken tells nothing of how much was right. */
function same(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

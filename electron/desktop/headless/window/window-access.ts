import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../../common/durations.ts';

/** How long a ticket on a browser's command line is good for. */
const TICKET_LIFE_MS = MINUTE_MS;

/** How many unused passes are kept: the newest. */
const MAX_PASSES = 50;

/**
 * Who may come in. A pass stands in an address and lets one browser in, once. An entry pass, which the terminal shows,
 * is good as long as the program runs; a ticket, which other people on the machine could see on a browser's command
 * line, for a minute. Either is exchanged for the cookie and the page key. The cookie alone shows the page, which holds
 * nothing; browsers send it to whatever listens on another port of this machine, too. The page key, which the browser
 * keeps for this port alone and no cookie can buy, connects the page to the agent. The run's secret is for a second
 * start of Askbell only, which asks with it for the window and for a new pass.
 */
export class WindowAccess {
  /** Where the window is. */
  readonly origin: string;
  readonly secret = newSecret();
  readonly pageKey = newSecret();
  readonly #cookie = newSecret();
  readonly #cookieName: string;
  /** Until when each is good, in ms since the epoch; the oldest first. */
  readonly #passes = new Map<string, number>();
  readonly #now: () => number;

  /** `port` is part of the cookie's name, since browsers share cookies between the ports of a host. */
  constructor(port: number, now: () => number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#cookieName = `askbell-${port}`;
    this.#now = now;
  }

  /** A new address for a single entry, whenever that is, which leads to a view. */
  entryLink(view?: string): string {
    return this.#link(this.#pass(Infinity), view);
  }

  /** A new address for a single entry within a minute, which leads to a view. */
  ticketLink(view?: string): string {
    return this.#link(this.#pass(this.#now() + TICKET_LIFE_MS), view);
  }

  /** Whether this is a pass; it is thereby used up. */
  admits(presented: string): boolean {
    const until = this.#passes.get(presented);
    this.#passes.delete(presented);
    return until !== undefined && this.#now() < until;
  }

  isSecret(presented: string): boolean {
    return same(presented, this.secret);
  }

  /** The value of the Set-Cookie header for somebody who was admitted. */
  get setCookie(): string {
    return `${this.#cookieName}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Whether a Cookie header is from somebody who was admitted. */
  hasCookie(cookieHeader: string | undefined): boolean {
    return (cookieHeader ?? '').split(';').some((pair) => {
      const [name, value] = pair.trim().split('=', 2);
      return name === this.#cookieName && value !== undefined && same(value, this.#cookie);
    });
  }

  /** Whether a WebSocket's offered protocols hold the page key. */
  hasPageKey(offeredProtocols: string | undefined): boolean {
    return (offeredProtocols ?? '').split(',').some((protocol) => same(protocol.trim(), this.pageKey));
  }

  #link(pass: string, view: string | undefined): string {
    return `${this.origin}/enter/${pass}${view === undefined ? '' : `?view=${view}`}`;
  }

  #pass(until: number): string {
    for (const [pass, expiry] of this.#passes) if (expiry <= this.#now()) this.#passes.delete(pass);
    const [oldest] = this.#passes.keys();
    if (oldest !== undefined && this.#passes.size >= MAX_PASSES) this.#passes.delete(oldest);
    const pass = newSecret();
    this.#passes.set(pass, until);
    return pass;
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url');

/** Compares hashes, so that the time taken tells nothing of how much was right. */
function same(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

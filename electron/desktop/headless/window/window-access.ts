import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a ticket on a browser's command line is good for. */
const TICKET_LIFE_MS = 60_000;

/**
 * Who may come in. The run's secret is in the address printed on the terminal; a ticket is for one entry and one
 * minute, for addresses that other people on the machine could see (a browser's command line); the cookie is what
 * either is exchanged for.
 */
export class WindowAccess {
  readonly secret = randomBytes(24).toString('base64url');
  readonly #cookie = randomBytes(24).toString('base64url');
  readonly #cookieName: string;
  readonly #ticketExpiries = new Map<string, number>();
  readonly #now: () => number;

  /** `port` is part of the cookie's name, since browsers share cookies between the ports of a host. */
  constructor(port: number, now: () => number) {
    this.#cookieName = `askbell-${port}`;
    this.#now = now;
  }

  /** A secret for a single entry within a minute. */
  ticket(): string {
    for (const [ticket, until] of this.#ticketExpiries) if (until <= this.#now()) this.#ticketExpiries.delete(ticket);
    const ticket = randomBytes(24).toString('base64url');
    this.#ticketExpiries.set(ticket, this.#now() + TICKET_LIFE_MS);
    return ticket;
  }

  /** Whether this is the run's secret, or a ticket (which is thereby used up). */
  admits(presented: string): boolean {
    if (this.isSecret(presented)) return true;
    const until = this.#ticketExpiries.get(presented);
    this.#ticketExpiries.delete(presented);
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
}

/** Compares hashes, so that the time taken tells nothing of how much was right. */
function same(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

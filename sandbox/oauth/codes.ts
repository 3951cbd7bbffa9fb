import type { Scope } from '../api/gate/caller.ts';

/** Seconds in which an application has to exchange its code. */
const CODE_LIFETIME_SECONDS = 300;

/** How a code was asked for with PKCE (RFC 7636). */
export interface Challenge {
  readonly value: string;
  readonly method: 'S256' | 'plain';
}

/** What a person approved, waiting to be exchanged for a token. */
export interface Approved {
  readonly clientId: string;
  readonly accountId: number;
  readonly scopes: readonly Scope[];
  /** As it was sent; the exchange has to name the very same. */
  readonly redirectUri: string;
  readonly challenge: Challenge | undefined;
}

/** A code as the exchange finds it. */
export type Redeemed =
  | { outcome: 'good'; approved: Approved }
  /** Used before; the token it was exchanged for should not be trusted any more. */
  | { outcome: 'used'; token: string | undefined }
  | { outcome: 'expired' }
  | { outcome: 'unknown' };

/** Codes of the explicit flow: good once, and not for long. They do not outlast a restart. */
export interface Codes {
  issue(approved: Approved): string;
  /** What the code is good for, without using it up. */
  look(code: string): Redeemed;
  /** Uses a code up. */
  use(code: string, token: string): void;
  clear(): void;
}

/**
 * @param secret gives a new random word
 * @param now the network's clock in epoch seconds
 */
export function createCodes(secret: () => string, now: () => number): Codes {
  const codes = new Map<string, { approved: Approved; expiresAt: number; token?: string }>();
  return {
    issue(approved) {
      // Kept for a day after their end, so that a second use is noticed.
      for (const [code, { expiresAt }] of codes) if (expiresAt + 86_400 < now()) codes.delete(code);
      const code = secret();
      codes.set(code, { approved, expiresAt: now() + CODE_LIFETIME_SECONDS });
      return code;
    },
    look(code) {
      const found = codes.get(code);
      if (!found) return { outcome: 'unknown' };
      if (found.token !== undefined) return { outcome: 'used', token: found.token };
      return found.expiresAt <= now() ? { outcome: 'expired' } : { outcome: 'good', approved: found.approved };
    },
    use(code, token) {
      const found = codes.get(code);
      if (found) found.token = token;
    },
    clear: () => codes.clear(),
  };
}

/** Letters a verifier may have, and how many (RFC 7636 section 4.1). */
const VERIFIER_PATTERN = /^[\w.~-]{43,128}$/;
export const isVerifier = (word: string): boolean => VERIFIER_PATTERN.test(word);

/** Whether the verifier is the one the challenge was made from (RFC 7636 section 4.6). */
export function verifies({ value, method }: Challenge, verifier: string): boolean {
  if (method === 'plain') return value === verifier;
  // Loaded here and not at the start, because loading takes long.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return value === createHash('sha256').update(verifier).digest('base64url');
}

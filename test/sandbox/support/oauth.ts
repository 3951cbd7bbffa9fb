import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { TestNetwork } from './network.ts';

/** Fields of a form; one that is undefined is not sent. */
export type Form = Readonly<Record<string, string | undefined>>;

export const verifier = 'a-verifier.of_at-least~forty-three-letters.012345';
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
/** What asks for a code that takes the verifier. */
export const pkce = { code_challenge: codeChallenge, code_challenge_method: 'S256' };

export const formOf = (form: Form) =>
  new URLSearchParams(Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Where a response leads to, and what it brings there. */
export function landed(response: Response) {
  const target = new URL(response.headers.get('location') ?? '');
  return {
    address: target.origin + target.pathname,
    query: Object.fromEntries(target.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))) as { access_token?: string },
  };
}

/** What an app and a person do to sign in, where nothing else is said with the fields and at the path that are given. */
export function signInOf({ authUrl, account }: TestNetwork, fields: Form, dialog: string) {
  const { client_id, redirect_uri } = fields;
  const address = (changes: Form = {}, path = dialog) =>
    `${authUrl}${path}?${formOf({ ...fields, ...changes }).toString()}`;
  const answer = (changes: Form, path = dialog, headers: Record<string, string> = {}) => {
    const body = formOf({ ...fields, ...changes });
    return fetch(`${authUrl}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  };
  const approve = (changes: Form = {}, path = dialog) =>
    answer({ account_id: String(account()), decision: 'approve', ...changes }, path);
  const exchange = (form: Form, path = '/oauth/access_token/json') =>
    fetch(`${authUrl}${path}`, { method: 'POST', body: formOf(form) });
  return {
    address,
    show: (changes: Form = {}, path = dialog, cookie = '') =>
      fetch(address(changes, path), { redirect: 'manual', headers: { cookie } }),
    answer,
    approve,
    newCode: async (changes: Form = {}) => landed(await approve(changes)).query['code'] ?? '',
    exchange,
    /** The form that exchanges a code for a token. */
    forCode: (code: string, changes: Form = {}): Form => ({ client_id, redirect_uri, code, ...changes }),
    /** What the exchange says to be wrong. */
    async refusal(form: Form): Promise<[number, string | undefined, string | undefined]> {
      const response = await exchange(form);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { error } = (await response.json()) as { error?: { type: string; message: string } };
      return [response.status, error?.type, error?.message];
    },
  };
}

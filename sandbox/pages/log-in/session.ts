import type { FastifyReply, FastifyRequest } from 'fastify';
import { offeredPeople } from './people.ts';
import type { Statements } from '../../world/database/statements.ts';

/** Who is logged in to the network's pages in this browser. */
const COOKIE_NAME = 'sandbox_account';

/** @returns the account, if it is one of the people on offer */
export function signedIn(statements: Statements, request: FastifyRequest): number | undefined {
  const sent = new RegExp(`(?:^|; *)${COOKIE_NAME}=(\\d{1,15})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (sent === undefined) return undefined;
  return offeredPeople(statements).find(({ accountId }) => accountId === Number(sent))?.accountId;
}

/** Keeps the person logged in until the browser is closed. No other site can send the cookie along with a form. */
export function keepSignedIn(reply: FastifyReply, accountId: number): void {
  reply.header('set-cookie', `${COOKIE_NAME}=${accountId}; Path=/; HttpOnly; SameSite=Lax`);
}

export function signOut(reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
}

/**
 * Whether a form was sent from another site, whose pages must not answer for the person. Browsers say where it came
 * from, older ones by `Origin` only. A page that keeps its address to itself has the origin `null`, and is our own only
 * if the browser says so.
 */
export function comesFromElsewhere({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  if (origin === 'null') return site !== 'same-origin';
  return URL.parse(origin)?.host !== host;
}

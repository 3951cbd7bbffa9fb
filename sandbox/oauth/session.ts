import type { FastifyReply, FastifyRequest } from 'fastify';
import { offeredPeople } from './people.ts';
import type { Statements } from '../world/database/statements.ts';

/** Who is signed in to the network in this browser, until it is closed. */
const COOKIE_NAME = 'sandbox_account';

/** @returns the account, if it is one of the people on offer */
export function signedIn(statements: Statements, request: FastifyRequest): number | undefined {
  const sent = new RegExp(`(?:^|; *)${COOKIE_NAME}=(\\d{1,15})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (sent === undefined) return undefined;
  return offeredPeople(statements).find(({ accountId }) => accountId === Number(sent))?.accountId;
}

/** Only the dialog sees it, and no other site can send it along with a form. */
export function keepSignedIn(reply: FastifyReply, accountId: number): void {
  reply.header('set-cookie', `${COOKIE_NAME}=${accountId}; Path=/oauth; HttpOnly; SameSite=Lax`);
}

export function signOut(reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE_NAME}=; Path=/oauth; HttpOnly; SameSite=Lax; Max-Age=0`);
}

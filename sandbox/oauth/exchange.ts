import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Network } from '../api/network.ts';
import { grantToken, type Grant } from './apps.ts';

/** Seconds in which an application has to exchange its code. */
const CODE_LIFETIME_SECONDS = 300;

/** The challenge of PKCE that a code was asked for with (RFC 7636). */
export interface Challenge {
  readonly value: string;
  readonly method: 'S256' | 'plain';
}

/** Whether a word has the letters and the length of a challenge or verifier (RFC 7636 sections 4.1 and 4.2). */
export const isPkceWord = (word: string): boolean => /^[\w.~-]{43,128}$/.test(word);

/** Whether the verifier is the one the challenge was made from (RFC 7636 section 4.6). */
function verifies({ value, method }: Challenge, verifier: string): boolean {
  if (method === 'plain') return value === verifier;
  // Loaded here and not at the start, because loading takes long.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return value === createHash('sha256').update(verifier).digest('base64url');
}

/** Approval of a person that waits to be exchanged for a token. */
interface Approved extends Required<Omit<Grant, 'token'>> {
  /** As it was sent; the exchange has to name the very same. */
  readonly redirectUri: string;
  readonly challenge: Challenge | undefined;
}

/** Codes of the explicit flow: good once, and not for long. They do not outlast a restart. */
export type Codes = ReturnType<typeof createCodes>;

/**
 * @param createCode gives a new random word
 * @param now the network's clock in epoch seconds
 */
export function createCodes(createCode: () => string, now: () => number) {
  const issued = new Map<string, { approved: Approved; expiresAt: number; token?: string }>();
  return {
    issue(approved: Approved): string {
      // Kept for a day after their end, so that a second use is noticed.
      for (const [code, { expiresAt }] of issued) if (expiresAt + 86_400 < now()) issued.delete(code);
      const code = createCode();
      issued.set(code, { approved, expiresAt: now() + CODE_LIFETIME_SECONDS });
      return code;
    },
    /** Returns a code as it was issued; `token` is what it was exchanged for, if it was. */
    find: (code: string) => issued.get(code),
    clear: () => issued.clear(),
  };
}

/** A network that people can sign in to. */
export interface SignInNetwork extends Network {
  /** Codes of the explicit flow, waiting to be exchanged. */
  readonly codes: Codes;
  /** Returns a new code or token that nobody can guess. */
  credential(): string;
  /** Called when a person has let an application in. */
  onSignIn?: (accountId: number) => void;
}

/** An exchange that is refused; the words go to the application. */
class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}

/** Fields of a form or query, as they were sent. */
export type Form = Readonly<Record<string, unknown>>;

/** Returns a field of a form, empty where it was not sent once. */
export function fieldOf(form: Form, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** Checks that it is the application that asked: by its secret, by what the challenge was made from, or both. */
function checkProof(secret: unknown, { challenge }: Approved, form: Form, checksVerifier: boolean): void {
  const sentSecret = fieldOf(form, 'client_secret');
  const verifier = fieldOf(form, 'code_verifier');
  if (sentSecret !== '' && sentSecret !== secret) throw new ExchangeError('client_secret is wrong');
  if (challenge) {
    if (verifier === '')
      throw new ExchangeError('code_verifier is missing, since the code was asked for with a code_challenge');
    if (checksVerifier && !isPkceWord(verifier))
      throw new ExchangeError('code_verifier has to be 43 to 128 letters, digits or -._~');
    if (!verifies(challenge, verifier)) throw new ExchangeError('code_verifier does not fit the code_challenge');
  } else {
    if (verifier !== '')
      throw new ExchangeError('code_verifier was sent, but the code was asked for without a code_challenge');
    if (sentSecret === '') throw new ExchangeError('client_secret is missing');
  }
}

/** Exchanges a code for a token. @throws ExchangeError */
function exchange(network: SignInNetwork, form: Form): { access_token: string; expires?: number } {
  const { statements } = network;
  const now = network.world.clock.now();
  if (!['', 'authorization_code'].includes(fieldOf(form, 'grant_type')))
    throw new ExchangeError('grant_type can only be authorization_code');
  for (const name of ['client_id', 'code', 'redirect_uri'])
    if (fieldOf(form, name) === '') throw new ExchangeError(`${name} is missing`);
  const app = statements.get('SELECT client_id, client_secret FROM apps WHERE client_id = :id', {
    id: fieldOf(form, 'client_id'),
  });
  if (!app) throw new ExchangeError('client_id is not of a registered application');
  const issued = network.codes.find(fieldOf(form, 'code'));
  if (!issued) throw new ExchangeError('code is not known');
  if (issued.token !== undefined) {
    // Somebody else has the code, too, so the token that it gave is not safe (RFC 6749 section 4.1.2).
    statements.run('UPDATE tokens SET revoked_at = :now WHERE token = :token AND revoked_at IS NULL', {
      now,
      token: issued.token,
    });
    throw new ExchangeError('code was used before; the token it gave is revoked');
  }
  if (issued.expiresAt <= now) throw new ExchangeError('code is expired');
  const { approved } = issued;
  if (approved.clientId !== app['client_id']) throw new ExchangeError('code was not issued to this client_id');
  if (approved.redirectUri !== fieldOf(form, 'redirect_uri'))
    throw new ExchangeError('redirect_uri is not the one the code was asked for with');
  checkProof(app['client_secret'], approved, form, network.behaviour.checksVerifier);
  const token = network.credential();
  const expires = grantToken(statements, { token, ...approved }, now);
  issued.token = token;
  network.onSignIn?.(approved.accountId);
  return { access_token: token, ...(expires === undefined ? {} : { expires }) };
}

function refuse(reply: FastifyReply, message: string): void {
  reply
    .code(400)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { type: 'invalid_request', message } }));
}

/** Returns why a body could not be read, or undefined where the fault is not the application's. */
function bodyProblem({ code, statusCode = 500 }: FastifyError, exchangesJson: boolean): string | undefined {
  if (statusCode >= 500) return undefined;
  if (statusCode === 413) return 'the body is too long';
  // The public service finds nothing in such a body, and says of the first field that it is not there.
  if (!exchangesJson) return 'client_id is missing';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return 'the body has to be a form (application/x-www-form-urlencoded) or JSON (application/json)';
  return 'the body is no JSON, though its content type says so';
}

/** Returns the form of an exchange: what JSON says counts only where the network reads that. */
function formOf({ behaviour }: SignInNetwork, { body, headers }: FastifyRequest): Form {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  const isRead = typeof body === 'object' && body !== null && (isForm || behaviour.exchangesJson);
  return isRead ? (body as Form) : {};
}

/** Writes a token as a form has it. */
const asForm = (token: object) => new URLSearchParams(token as Record<string, string>).toString();

const EXCHANGES = [
  ['/oauth/access_token', 'application/x-www-form-urlencoded; charset=utf-8', asForm],
  ['/oauth/access_token/json', 'application/json; charset=utf-8', (token: object) => JSON.stringify(token)],
] as const;

/** Adds where codes become tokens (docs/api.md, "Authentication"), as a form's text and as JSON. */
export function registerExchange(app: FastifyInstance, network: SignInNetwork): void {
  void app.register(async (exchanges) => {
    // OAuth has a shape of its own for errors, in whatever way a request is wrong.
    exchanges.setErrorHandler<FastifyError>((error, _request, reply) => {
      const isRefused = error instanceof ExchangeError;
      const problem = isRefused ? error.message : bodyProblem(error, network.behaviour.exchangesJson);
      if (problem === undefined) throw error;
      refuse(reply, problem);
    });
    for (const [path, type, write] of EXCHANGES)
      for (const url of [path, `${path}/`]) {
        exchanges.post(url, (request, reply) => {
          const token = exchange(network, formOf(network, request));
          return reply.header('cache-control', 'no-store').type(type).send(write(token));
        });
        exchanges.route({
          method: ['GET', 'PUT', 'PATCH', 'DELETE'],
          url,
          handler: (_request, reply) => refuse(reply, 'this address takes a form by POST'),
        });
      }
  });
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInNetwork } from './sign-in-network.ts';
import { isVerifier, verifies, type Approved } from './codes.ts';
import { grantToken } from './tokens.ts';

/** An exchange that is refused; the words go to the application. */
class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}

const word = (form: Readonly<Record<string, unknown>>, name: string) => {
  const value = form[name];
  return typeof value === 'string' ? value : '';
};

/** Proves that it is the application that asked: by its secret, by what the challenge was made from, or both. */
function checkProof(
  secret: string | undefined,
  approved: Approved,
  form: Readonly<Record<string, unknown>>,
  checksVerifier: boolean,
): void {
  const sentSecret = word(form, 'client_secret');
  const verifier = word(form, 'code_verifier');
  if (sentSecret !== '' && sentSecret !== secret) throw new ExchangeError('client_secret is wrong');
  if (approved.challenge) {
    if (verifier === '')
      throw new ExchangeError('code_verifier is missing, since the code was asked for with a code_challenge');
    if (checksVerifier && !isVerifier(verifier))
      throw new ExchangeError('code_verifier has to be 43 to 128 letters, digits or -._~');
    if (!verifies(approved.challenge, verifier))
      throw new ExchangeError('code_verifier does not fit the code_challenge');
  } else {
    if (verifier !== '')
      throw new ExchangeError('code_verifier was sent, but the code was asked for without a code_challenge');
    if (sentSecret === '') throw new ExchangeError('client_secret is missing');
  }
}

/** Exchanges a code for a token. @throws ExchangeError */
function exchange(
  network: SignInNetwork,
  form: Readonly<Record<string, unknown>>,
): { access_token: string; expires?: number } {
  const { statements } = network;
  const now = network.world.clock.now();
  const grantType = word(form, 'grant_type');
  if (grantType !== '' && grantType !== 'authorization_code')
    throw new ExchangeError('grant_type can only be authorization_code');
  for (const name of ['client_id', 'code', 'redirect_uri'])
    if (word(form, name) === '') throw new ExchangeError(`${name} is missing`);
  const app = statements.get('SELECT client_id, client_secret FROM apps WHERE client_id = :id', {
    id: word(form, 'client_id'),
  });
  if (!app) throw new ExchangeError('client_id is not of a registered application');
  const code = word(form, 'code');
  const found = network.codes.look(code);
  if (found.outcome === 'unknown') throw new ExchangeError('code is not known');
  if (found.outcome === 'expired') throw new ExchangeError('code is expired');
  if (found.outcome === 'used') {
    // Somebody else has the code, too, so the token that it gave is not safe (RFC 6749 section 4.1.2).
    statements.run('UPDATE tokens SET revoked_at = :now WHERE token = :token AND revoked_at IS NULL', {
      now,
      token: found.token ?? '',
    });
    throw new ExchangeError('code was used before; the token it gave is revoked');
  }
  const { approved } = found;
  if (approved.clientId !== app['client_id']) throw new ExchangeError('code was not issued to this client_id');
  if (approved.redirectUri !== word(form, 'redirect_uri'))
    throw new ExchangeError('redirect_uri is not the one the code was asked for with');
  const secret = app['client_secret'] === null ? undefined : String(app['client_secret']);
  checkProof(secret, approved, form, network.behaviour.checksVerifier);
  const token = network.credential();
  const expires = grantToken(statements, { token, ...approved }, now);
  network.codes.use(code, token);
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

/** What is wrong with a body that could not be read; undefined where the fault is not the application's. */
function bodyProblem({ code, statusCode = 500 }: FastifyError, exchangesJson: boolean): string | undefined {
  if (statusCode >= 500) return undefined;
  // The public service finds nothing in such a body, and says of the first field that it is not there.
  if (!exchangesJson && statusCode !== 413) return 'client_id is missing';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return 'the body has to be a form (application/x-www-form-urlencoded) or JSON (application/json)';
  if (statusCode === 413) return 'the body is too long';
  return 'the body is no JSON, though its content type says so';
}

/** The form of an exchange: what JSON says counts only where the network reads that. */
function formOf({ behaviour }: SignInNetwork, { body, headers }: FastifyRequest): Readonly<Record<string, unknown>> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  const isRead = typeof body === 'object' && body !== null && (isForm || behaviour.exchangesJson);
  return isRead ? (body as Record<string, unknown>) : {};
}

/** Adds where codes become tokens (docs/api.md, "Authentication"), as a form's text and as JSON. */
export function registerExchange(app: FastifyInstance, network: SignInNetwork): void {
  const answer =
    (write: (token: Record<string, string | number>) => string, type: string) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const token = exchange(network, formOf(network, request));
        return reply
          .header('cache-control', 'no-store')
          .type(type)
          .send(write({ ...token }));
      } catch (error) {
        if (error instanceof ExchangeError) return refuse(reply, error.message);
        throw error;
      }
    };
  const asText = (token: Record<string, string | number>) =>
    new URLSearchParams(
      Object.entries(token).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  void app.register(async (exchanges) => {
    // OAuth has a shape of its own for errors, in whatever way a request is wrong.
    exchanges.setErrorHandler<FastifyError>((error, _request, reply) => {
      const problem = bodyProblem(error, network.behaviour.exchangesJson);
      if (problem === undefined) throw error;
      refuse(reply, problem);
    });
    const handlers = {
      '/oauth/access_token': answer(asText, 'application/x-www-form-urlencoded; charset=utf-8'),
      '/oauth/access_token/json': answer(JSON.stringify, 'application/json; charset=utf-8'),
    };
    for (const [path, handler] of Object.entries(handlers))
      for (const url of [path, `${path}/`]) {
        exchanges.post(url, handler);
        exchanges.route({
          method: ['GET', 'PUT', 'PATCH', 'DELETE'],
          url,
          handler: (_request, reply) => refuse(reply, 'this address takes a form by POST'),
        });
      }
  });
}

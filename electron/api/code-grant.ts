import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Fetch, NetworkError } from './network.ts';
import { send, SendFailed, type RawResponse } from './http/send.ts';
import { parseJson } from './http/body.ts';
import { displayableText } from './http/facts.ts';
import { dialogUrl, type DialogRequest, type RedirectOutcome } from './oauth.ts';

/**
 * Sign-in by a code with PKCE: the dialog returns a code, which can be exchanged for a token only with the verifier. No
 * secret is shipped or shown. Sources: docs/api.md, "Authentication"; RFC 7636; RFC 8252.
 */

/**
 * Creates the verifier that proves at the exchange who sent the request.
 * @param randomBytes source of random bytes, e.g. node:crypto's `randomBytes`
 */
export function newVerifier(randomBytes: (count: number) => Uint8Array): string {
  // 48 bytes are 64 characters of the 43 to 128 that are allowed.
  return Buffer.from(randomBytes(48)).toString('base64url');
}

/** Returns the challenge of a verifier for the dialog (S256). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Returns the address of the dialog that returns a code.
 * @throws TypeError if `authUrl` is not an absolute address
 */
export const buildCodeUrl = ({ challenge, ...request }: DialogRequest & { challenge: string }): string =>
  dialogUrl('/oauth', request, {
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });

export interface CodeExchange {
  authUrl: string;
  clientId: string;
  /** Same address as for the dialog. */
  redirectUri: string;
  code: string;
  verifier: string;
}

/** Time limit of an exchange, in ms. */
const MAX_EXCHANGE_MS = 30_000;
/** Maximum size of the answer: a token and its fields are short. */
const MAX_EXCHANGE_BYTES = 256 * 1024;

const Exchanged = z.looseObject({
  access_token: z.string().regex(/^[\x21-\x7e]{1,2000}$/),
  // In seconds; absent for a token that lasts until it is revoked.
  expires: z.coerce.number().int().positive().optional().catch(undefined),
  expires_in: z.coerce.number().int().positive().optional().catch(undefined),
});

/** Refusal; networks use either form. */
const Refused = z.looseObject({
  error: z
    .union([z.string(), z.looseObject({ type: z.string().optional(), message: z.string().optional() })])
    .optional()
    .catch(undefined),
  error_description: z.string().optional().catch(undefined),
  error_message: z.string().optional().catch(undefined),
});

/**
 * Exchanges a code for a token: a form in the body of a POST, and no parameter in the address. Rejects with a
 * `NetworkError` if the network is unreachable or its answer is invalid.
 */
export async function exchangeCode(
  exchange: CodeExchange,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<RedirectOutcome> {
  const { status, text } = await post(exchange, fetch, signal);
  const body = parse(text);
  const token = status >= 200 && status < 300 ? Exchanged.safeParse(body) : undefined;
  if (token?.success) {
    const expiresInSeconds = token.data.expires ?? token.data.expires_in;
    return {
      kind: 'token',
      accessToken: token.data.access_token,
      ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    };
  }
  const refusal = Refused.safeParse(body);
  if (status >= 400 && status < 500 && refusal.success) {
    const { error, error_description, error_message } = refusal.data;
    const words = typeof error === 'object' ? error.message : (error_description ?? error_message ?? error);
    const said = displayableText(words ?? '', [exchange.code, exchange.verifier]);
    return { kind: 'error', problem: 'notExchanged', ...(said !== '' && { said }) };
  }
  if (status >= 500) throw new NetworkError('server-fault', `The exchange failed (HTTP ${status}).`, { status });
  throw new NetworkError('bad-answer', `The exchange gave neither a token nor a reason (HTTP ${status}).`, { status });
}

async function post(
  { authUrl, clientId, redirectUri, code, verifier }: CodeExchange,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<RawResponse> {
  const form = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, code, code_verifier: verifier });
  const address = URL.parse(`${authUrl.trim().replace(/\/+$/, '')}/oauth/access_token/json`);
  if (!address) throw new NetworkError('offline', 'The exchange could not be made: the address cannot be used.');
  const limits = { timeoutMs: MAX_EXCHANGE_MS, maxBytes: MAX_EXCHANGE_BYTES, signal };
  const response = await send(fetch, address, { form, ...limits }).catch((error: unknown) => {
    if (!(error instanceof SendFailed)) throw error;
    throw new NetworkError(error.failure.kind, `The exchange could not be made: ${error.message}`);
  });
  const { status, leadsTo } = response;
  // A code must not be sent to any other host.
  if (leadsTo !== undefined)
    throw new NetworkError('bad-answer', `The exchange leads elsewhere (HTTP ${status}).`, { status });
  return response;
}

/** Parses JSON, or the form text that some networks return; returns undefined for anything else, such as a page. */
function parse(text: string): unknown {
  if (/^[\w]+=[^<\s]*$/.test(text.trim())) return Object.fromEntries(new URLSearchParams(text.trim()));
  return parseJson(text);
}

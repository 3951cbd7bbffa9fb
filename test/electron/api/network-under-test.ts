import type { Log } from '../../../electron/base/log.ts';
import { createNetwork, type ClientContext } from '../../../electron/api/client.ts';
import {
  NetworkError,
  type CredentialPlace,
  type Credentials,
  type RequestObserver,
  type ResponseReport,
} from '../../../electron/api/network.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { answering, json, type Answerer } from './answering-server.ts';

export const token = 'tok-S3CRET(x))*/+=';
export const key = 'key-S3CRET((';

/** What a test has differently. */
export interface NetworkChanges extends Partial<ClientContext> {
  caller?: Credentials;
  credentialsIn?: CredentialPlace;
  foundCredentialsIn?: CredentialPlace | undefined;
  observer?: RequestObserver;
}

/**
 * A client of a test's server, with a driven clock, and everything it said on the way. It knows that the server reads
 * the header, unless a test says otherwise.
 */
export function networkAt(apiBaseUrl: string, changes: NetworkChanges = {}) {
  const { caller = { key, accessToken: token }, credentialsIn, observer, ...context } = changes;
  const foundIn = 'foundCredentialsIn' in changes ? changes.foundCredentialsIn : 'header';
  const clock = createManualClock();
  const lines: string[] = [];
  const reports: ResponseReport[] = [];
  const sent: string[] = [];
  const note = (line: string) => void lines.push(line);
  const log: Log = { info: note, warn: note, error: note };
  const network = createNetwork(
    { apiBaseUrl, authUrl: 'http://auth.example', clientId: '7', version: '2.3' },
    // The very object, which a test may change.
    Object.assign(caller, { setIn: credentialsIn, foundIn }),
    { fetch: globalThis.fetch, clock, random: () => 0.5, log, ...context },
    observer ?? {
      sent: (method) => sent.push(method),
      answered: (report) => reports.push(report),
      blockedUntil: () => undefined,
    },
  );
  return { network, clock, lines, reports, sent };
}

/** A client of a server that answers so, or always with this body; the server ends with the test. */
export async function asking(answer: Answerer | object, changes: NetworkChanges = {}) {
  const answerer = typeof answer === 'function' ? (answer as Answerer) : null;
  const server = await answering(answerer ?? ((_, response) => json(response, answer)));
  return { server, ...networkAt(server.apiBaseUrl, changes) };
}

/** The `NetworkError` that a call must end with. */
export async function errorOf(call: Promise<unknown>): Promise<NetworkError> {
  const outcome = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  );
  if (outcome instanceof NetworkError) return outcome;
  throw new Error(`Expected a NetworkError, got ${String(outcome)}`);
}

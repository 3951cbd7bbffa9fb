import {
  NetworkError,
  type CredentialPlace,
  type Credentials,
  type Fetch,
  type Page,
} from '../../electron/api/network.ts';
import { createNetwork } from '../../electron/api/client.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import { systemClock } from '../../electron/base/clock.ts';
import { silentLog } from '../../electron/base/log.ts';
import { LESSONS, QUERIES, type Known, type OperationName } from './operations.ts';

/** Outcome of one operation. */
export interface Asked {
  name: OperationName;
  /** Why it was not asked, in words. */
  leftOut?: string;
  error?: NetworkError;
  /** HTTP status and body of its answer, as transmitted; no body that is not JSON. */
  status?: number;
  body?: unknown;
  items: unknown[];
}

export interface AskOptions {
  base: string;
  site?: string | undefined;
  credentials: Credentials;
  credentialsIn?: CredentialPlace | undefined;
  fetch?: Fetch<Response>;
  onAsked?: (asked: Asked) => void;
}

export interface Answers {
  asked: Asked[];
  requests: number;
  /** Where the network was found to read credentials; undefined if no answer told. */
  credentialsIn?: CredentialPlace | undefined;
  /** Error after which no more was asked. */
  stoppedBy?: NetworkError;
}

/** "At most 39" is promised. */
const MAX_REQUESTS = 39;

/** After these no other operation would be answered either, and asking on may do harm. */
const FATAL: readonly NetworkError['kind'][] = [
  'offline',
  'token-rejected',
  'bad-key',
  'throttled',
  'quota-exhausted',
  'blocked-by-protection',
  'captive-portal',
];

/** Asks each operation once, through Askbell's own client, one after the other. */
export async function askAll(options: AskOptions): Promise<Answers> {
  const { base, credentials, credentialsIn, fetch = globalThis.fetch, onAsked } = options;
  const answers: Answers = { asked: [], requests: 0 };
  let last: Pick<Asked, 'status' | 'body'> = {};
  const recordingFetch: Fetch<Response> = async (input, init) => {
    if (answers.requests >= MAX_REQUESTS) throw new Error(`More than ${MAX_REQUESTS} requests are not sent.`);
    answers.requests++;
    const response = await fetch(input, init);
    last = {
      status: response.status,
      body: (await response
        .clone()
        .json()
        .catch(() => undefined)) as unknown,
    };
    return response;
  };
  const network = createNetwork(
    { apiBaseUrl: base, authUrl: '', clientId: '', version: '2.3' },
    { ...credentials, setIn: credentialsIn },
    { fetch: recordingFetch, clock: systemClock, random: Math.random, log: silentLog },
  );

  async function askOne(name: OperationName, known: Known): Promise<Asked> {
    const asked: Asked = { name, items: [] };
    const query = QUERIES[name](known);
    if (typeof query === 'string') return { ...asked, leftOut: query };
    if (isPersonal(name) && credentials.accessToken === undefined) return { ...asked, leftOut: 'it needs a token' };
    if (!ENDPOINTS[name].parameters.safeParse(query).success)
      return { ...asked, leftOut: 'nothing to ask about was found' };
    last = {};
    try {
      await (network[name] as (query: object) => Promise<Page<unknown>>)(query);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (error.kind === 'backoff') return { ...asked, leftOut: 'the network asked for a pause' };
      return { ...asked, ...last, error };
    }
    return { ...asked, ...last, items: (last.body as { items?: unknown[] } | undefined)?.items ?? [] };
  }

  let known: Known = { site: options.site };
  for (const name of Object.keys(QUERIES) as OperationName[]) {
    const asked = await askOne(name, known);
    answers.asked.push(asked);
    onAsked?.(asked);
    if (asked.error && FATAL.includes(asked.error.kind)) {
      answers.stoppedBy = asked.error;
      break;
    }
    const learn = LESSONS[name] as ((items: unknown[], known: Known) => Known) | undefined;
    const learnt = asked.items.length > 0 ? learn?.(asked.items, known) : undefined;
    known = { ...learnt, ...withoutUndefined(known) };
  }
  return { ...answers, credentialsIn: network.credentialPlace() };
}

/** Whether an operation is answered only with a token. */
const isPersonal = (name: OperationName): boolean => /^\/(?:me|inbox)\b/.test(ENDPOINTS[name].path);

const withoutUndefined = (known: Known): Known =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));

import type { CredentialPlace, Credentials, Fetch, Network, Page } from '../../electron/api/network.ts';
import { createNetwork } from '../../electron/api/client.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import { NetworkError } from '../../electron/api/errors.ts';
import { systemClock } from '../../electron/base/clock.ts';
import { silentLog } from '../../electron/base/log.ts';
import { isPersonal, OPERATIONS, type Known, type OperationName } from './operations.ts';

/** An answer as it came over the wire, before the client read it. */
export interface Captured {
  path: string;
  query: Record<string, string>;
  status: number;
  contentType: string;
  body: unknown;
}

/** What became of one operation. */
export interface Asked {
  name: OperationName;
  method: string;
  /** Why it was not asked, in words. */
  leftOut?: string;
  error?: NetworkError;
  captured?: Captured;
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
  /** Where the network was found to read who asks; undefined where nothing told. */
  credentialsIn?: CredentialPlace;
  /** What stopped it before its end. */
  stoppedBy?: NetworkError;
}

/** "Under 40" is promised. */
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
  const { credentials, onAsked } = options;
  const recorder = new Recorder(options.fetch ?? globalThis.fetch);
  const answers: Answers = { asked: [], requests: 0 };
  const network = createNetwork(
    { apiBaseUrl: options.base, authUrl: '', clientId: '', version: '2.3' },
    { ...credentials, setIn: options.credentialsIn },
    { fetch: recorder.fetch, clock: systemClock, random: Math.random, log: silentLog },
  );
  const known: Known = { site: options.site, questionIds: [], tags: [] };
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const asked = await askOne(name, { network, known, recorder, hasToken: credentials.accessToken !== undefined });
    answers.asked.push(asked);
    onAsked?.(asked);
    if (asked.error && FATAL.includes(asked.error.kind)) {
      answers.stoppedBy = asked.error;
      break;
    }
    learn(known, name, asked.items);
  }
  const credentialsIn = network.credentialPlace();
  return { ...answers, requests: recorder.requests, ...(credentialsIn && { credentialsIn }) };
}

interface Asking {
  network: Network;
  known: Known;
  recorder: Recorder;
  hasToken: boolean;
}

async function askOne(name: OperationName, { network, known, recorder, hasToken }: Asking): Promise<Asked> {
  const asked: Asked = { name, method: ENDPOINTS[name].path, items: [] };
  if (isPersonal(name) && !hasToken) return { ...asked, leftOut: 'it needs a token' };
  const parameters = OPERATIONS[name](known);
  if (parameters === undefined) return { ...asked, leftOut: 'nothing to ask about was found' };
  if ('leftOut' in parameters) return { ...asked, leftOut: parameters.leftOut };
  const operation = network[name] as (query: object) => Promise<Page<unknown>>;
  try {
    await operation(parameters);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.kind === 'backoff') return { ...asked, leftOut: 'the network asked for a pause' };
    const captured = recorder.take();
    return { ...asked, error, ...(captured && { captured }) };
  }
  const captured = recorder.take();
  const items = (captured?.body as { items?: unknown[] } | undefined)?.items ?? [];
  return { ...asked, ...(captured && { captured }), items };
}

type Item = Record<string, unknown>;

/** Keeps what later operations take. Items come as they are on the wire. */
function learn(known: Known, name: OperationName, items: unknown[]): void {
  const all = items as Item[];
  const [first] = all;
  if (!first) return;
  const number = (field: string) => numberIn(all, field);
  switch (name) {
    case 'associated':
      known.homeUrl = String(first['site_url']);
      break;
    case 'sites':
      known.site ??= String((all.find((site) => site['site_url'] === known.homeUrl) ?? first)['api_site_parameter']);
      break;
    case 'me':
      known.userId = number('user_id');
      break;
    case 'inbox':
      // Items come from every site; the comment is asked for on one.
      known.commentId = numberIn(
        all.filter((item) => isOn(item, known.site)),
        'comment_id',
      );
      break;
    case 'createFilter':
      known.filter = String(first['filter']);
      break;
    case 'answersOf':
      known.answerId = number('answer_id');
      break;
    case 'questions':
      known.questionIds = all.slice(0, 3).map((question) => Number(question['question_id']));
      known.tags = [...new Set(all.flatMap((question) => (question['tags'] ?? []) as string[]))].slice(0, 3);
      known.answerId ??= number('accepted_answer_id');
      known.userId ??= all
        .map((question) => (question['owner'] as Item | undefined)?.['user_id'])
        .find((id) => typeof id === 'number');
      break;
    default:
  }
}

const numberIn = (items: Item[], field: string): number | undefined =>
  items.map((item) => item[field]).find((value) => typeof value === 'number');

const isOn = (item: Item, site: string | undefined): boolean =>
  (item['site'] as Item | undefined)?.['api_site_parameter'] === site;

/** Counts what is sent, and keeps each answer as it came. */
class Recorder {
  readonly #fetch: Fetch<Response>;
  #last: Captured | undefined;
  requests = 0;

  constructor(fetch: Fetch<Response>) {
    this.#fetch = fetch;
  }

  readonly fetch: Fetch<Response> = async (input, init) => {
    if (this.requests >= MAX_REQUESTS) throw new Error(`More than ${MAX_REQUESTS} requests are not sent.`);
    this.requests++;
    const response = await this.#fetch(input, init);
    const url = new URL(new Request(input).url);
    for (const secret of ['key', 'access_token']) url.searchParams.delete(secret);
    this.#last = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: parsed(await response.clone().text()),
    };
    return response;
  };

  /** The last answer, once. */
  take(): Captured | undefined {
    const last = this.#last;
    this.#last = undefined;
    return last;
  }
}

/** What is not JSON is kept as text: a page tells who sent it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

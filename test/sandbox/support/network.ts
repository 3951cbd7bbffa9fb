import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server/server.ts';
import type { Actions } from '../../../sandbox/world/world.ts';
import { createSandboxControl } from '../../../sandbox/control/client.ts';
import { demoDataCopy, noon } from '../../support/demo-data.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { fileFolder } from './file-folder.ts';
import { column } from './rows.ts';

export { noon };
export const key = 'test-key';
export const token = 'granted-token';
/** The site most tests use. */
export const site = 'loops';

type Body = Record<string, unknown> & { items: Record<string, unknown>[] };
/** Names of errors by their number: docs/api.md, "Errors". */
const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: 'bad_parameter',
  401: 'access_token_required',
  402: 'invalid_access_token',
  403: 'access_denied',
  404: 'no_method',
  405: 'key_required',
  407: 'write_failed',
  409: 'duplicate_request',
  500: 'internal_error',
  502: 'throttle_violation',
  503: 'temporarily_unavailable',
};

/** Body of an error of a number, with a message where it counts. */
export const error = (id: number, message?: string) => {
  return { error_id: id, error_name: ERROR_NAMES[id], ...(message !== undefined && { error_message: message }) };
};

export type Parameters = Record<string, string | number | string[]>;

type Action<Name extends keyof Actions> = Actions[Name] extends (action: infer Taken) => unknown ? Taken : never;

const query = (parameters: Parameters) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  return search;
};
/** What tells items apart: the first of these fields that an item has. */
const NAMING_FIELDS = ['comment_id', 'answer_id', 'question_id', 'post_id', 'name', 'user_id'];

let folder: string | undefined;
const open = new Set<Sandbox>();
atEndOfFile.add(async () => {
  for (const sandbox of [...open]) await sandbox.close();
  open.clear();
  folder = undefined;
});
/** A file with the demo data, which goes with the end of the test file. */
export const demoFile = () => demoDataCopy((folder ??= fileFolder()));

export type TestNetwork = Awaited<ReturnType<typeof startNetwork>>;

/**
 * A network with control routes, a standing clock, no burst limit, one app and one token of the first demo person. It
 * closes with the end of the test file, unless it was closed before.
 */
export async function startNetwork(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({
    clock: { now: () => noon },
    file: options.file ?? (await demoFile()),
    control: true,
    burst: Infinity,
    cache: false,
    quota: { anonymous: 100_000, key: 100_000 },
    apps: [{ clientId: 'tests', key, domain: 'app.example', name: 'Tests & Co' }],
    ...options,
  });
  open.add(sandbox);
  const { actions } = sandbox.world;
  /** The first value of the first row of a query, as a number. */
  const value = (sql: string, ...parameters: (string | number)[]) =>
    column(sandbox.world, sql, ...parameters)[0] ?? Number.NaN;
  const people = column(sandbox.world, 'SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id');
  /** The account id of a demo person (counted from 0). */
  const account = (index = 0) => people[index] ?? Number.NaN;
  /** The user id of a demo person (counted from 0) on a site. */
  const member = (name: string, index = 0) =>
    value(
      'SELECT u.id FROM users u JOIN sites s ON s.id = u.site_id WHERE s.api_site_parameter = ? AND u.account_id = ?',
      name,
      account(index),
    );
  const ask = async (address: string, init?: RequestInit) => {
    const response = await fetch(`${sandbox.apiBaseUrl}${address}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  /** Asks the API; the path is without the version and may have a query. */
  const get = (path: string, parameters: Parameters = {}, version = '2.3') =>
    ask(`/${version}${path}${path.includes('?') ? '&' : '?'}${query(parameters).toString()}`);
  /** The same with key and token. */
  const mine = (path: string, parameters: Parameters = {}) => get(path, { key, access_token: token, ...parameters });
  /**
   * The items that `mine` gets, on `loops` unless told otherwise.
   * @throws where it is refused
   */
  const items = async (path: string, parameters: Parameters = {}) => {
    const { status, body } = await mine(path, { ...(!path.includes('site=') && { site }), ...parameters });
    if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(body)}`);
    return body.items;
  };
  const control = createSandboxControl(sandbox.apiBaseUrl);
  await control.grant({ token, accountId: account(), scopes: ['read_inbox', 'no_expiry'] });
  return {
    ...sandbox,
    async close() {
      open.delete(sandbox);
      await sandbox.close();
    },
    control,
    value,
    account,
    member,
    get,
    mine,
    items,
    /** Fetches an address of the network as it is. */
    fetch: (address: string, init?: RequestInit) => fetch(`${sandbox.apiBaseUrl}${address}`, init),
    /** As `get`, with the parameters as a form. */
    post: (path: string, parameters: Parameters = {}, version = '2.3') =>
      ask(`/${version}${path}`, { method: 'POST', body: query(parameters) }),
    /** As `get`, with a token or key in the header, and as a form where there is a body. */
    bearing: (credential: string, path: string, body?: URLSearchParams, scheme = 'Bearer') =>
      ask(`/2.3${path}`, {
        headers: { authorization: `${scheme} ${credential}` },
        ...(body && { method: 'POST', body }),
      }),
    /** Ids of `items`, or names where they have names. */
    list: async (path: string, parameters?: Parameters): Promise<unknown[]> =>
      (await items(path, parameters)).map((item) => item[NAMING_FIELDS.find((field) => field in item) ?? '']),
    /** The id of a filter that is created for it. */
    filter: async (parameters: Parameters) =>
      String((await get('/filters/create', parameters)).body.items[0]?.['filter']),
    /** Makes the first demo person ask a question on `loops`, unless told otherwise. */
    ask: (action: Partial<Action<'ask'>> = {}) =>
      actions.ask({ site, userId: member(site), title: 'Why?', body: '<p>?</p>', tags: ['tests'], ...action }),
    /** Makes the second demo person answer, unless told otherwise. */
    answer: (action: Partial<Action<'answer'>> & Pick<Action<'answer'>, 'questionId'>) =>
      actions.answer({ site, userId: member(site, 1), body: '<p>!</p>', ...action }),
    /** Makes the second demo person comment, unless told otherwise. */
    comment: (action: Partial<Action<'comment'>> & Pick<Action<'comment'>, 'postId'>) =>
      actions.comment({ site, userId: member(site, 1), body: 'Why?', ...action }),
    /** Makes somebody vote, up unless told otherwise. */
    vote: (action: Partial<Action<'vote'>> & Pick<Action<'vote'>, 'userId' | 'postId'>) =>
      actions.vote({ site, direction: 'up', ...action }),
  };
}

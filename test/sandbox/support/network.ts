import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server/server.ts';
import { createSandboxControl, type SandboxControl } from '../../../sandbox/control/client.ts';
import { demoDataCopy, noon } from '../../support/demo-data.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import './requested.ts';

export { noon };
export const key = 'test-key';
export const token = 'granted-token';

type Body = Record<string, unknown> & { items: Record<string, unknown>[] };
interface Reply {
  status: number;
  headers: Headers;
  body: Body;
}
export type Parameters = Record<string, string | number | string[]>;

export interface TestNetwork extends Sandbox {
  control: SandboxControl;
  /** Asks the API; the path is without the version. */
  get(path: string, parameters?: Parameters, version?: string): Promise<Reply>;
  /** The same with the parameters as a form. */
  post(path: string, parameters?: Parameters, version?: string): Promise<Reply>;
  /** The same as `get` with key and token. */
  mine(path: string, parameters?: Parameters): Promise<Reply>;
  /** The user id of a demo person (counted from 0) on a site. */
  member(site: string, index?: number): number;
  /** The account id of a demo person (counted from 0). */
  account(index?: number): number;
}

const query = (parameters: Parameters) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  return search;
};

let folder: string | undefined;
atEndOfFile.add(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
});
/** A file with the demo data, which goes with the end of the test file. */
export const demoFile = () => demoDataCopy((folder ??= mkdtempSync(join(tmpdir(), 'sandbox-test-'))));

/** A network with control routes, a standing clock, no burst limit, one app and one token of the first demo person. */
export async function startNetwork(options: SandboxOptions = {}): Promise<TestNetwork> {
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
  const people = sandbox.world.db
    .prepare('SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id')
    .all()
    .map((row) => Number(row['id']));
  const account = (index = 0) => people[index] ?? Number.NaN;
  const get = async (path: string, parameters: Parameters = {}, version = '2.3') => {
    const response = await fetch(`${sandbox.apiBaseUrl}/${version}${path}?${query(parameters).toString()}`);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  const post = async (path: string, parameters: Parameters = {}, version = '2.3') => {
    const response = await fetch(`${sandbox.apiBaseUrl}/${version}${path}`, {
      method: 'POST',
      body: query(parameters),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  const control = createSandboxControl(sandbox.apiBaseUrl);
  await control.grant({ token, accountId: account(), scopes: ['read_inbox', 'no_expiry'] });
  return {
    ...sandbox,
    control,
    get,
    post,
    mine: (path, parameters = {}) => get(path, { key, access_token: token, ...parameters }),
    account,
    member(site, index = 0) {
      const row = sandbox.world.db
        .prepare(
          'SELECT u.id FROM users u JOIN sites s ON s.id = u.site_id WHERE s.api_site_parameter = ? AND u.account_id = ?',
        )
        .get(site, account(index));
      return Number(row?.['id'] ?? Number.NaN);
    },
  };
}

/** The site most tests use. */
export const site = 'loops';

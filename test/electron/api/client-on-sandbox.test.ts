import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import { buildDialogUrl, newState, readRedirect, redirectUriOf, SCOPES } from '../../../electron/api/oauth.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server/server.ts';
import { networkAt } from './network-under-test.ts';

/** The client against the embedded network, over HTTP. It is as the specification has it unless a test says so. */
let sandbox: Sandbox;

beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** The token that the dialog ends with. */
async function signIn(): Promise<string> {
  const address = { authUrl: sandbox.authUrl };
  const state = newState(randomBytes);
  const redirectUri = redirectUriOf(address);
  const dialog = buildDialogUrl({ ...address, clientId: 'demo', redirectUri, scopes: SCOPES, state });
  const landed = await walkDialog(dialog, fetch);
  const outcome = readRedirect(landed, { redirectUri, expectedState: state, pasted: false });
  if (outcome.kind !== 'token') throw new Error(`Not signed in: ${JSON.stringify(outcome)}`);
  return outcome.accessToken;
}

describe('the embedded network', () => {
  test('signs in through its dialog, and every endpoint gives items that can be read, with a quota', async () => {
    const caller = { key: 'demo-key', accessToken: await signIn() };
    const { network: api } = networkAt(sandbox.apiBaseUrl, { caller, foundCredentialsIn: 'query' });
    const sites = await api.sites();
    expect(sites.items.length).toBeGreaterThanOrEqual(4);
    const accounts = await api.associated();
    const account = accounts.items[0]!;
    const site = sites.items.find(({ site_url }) => site_url === account.site_url)!.api_site_parameter;
    const pages = [
      sites,
      accounts,
      await api.me({ site }),
      await api.inbox(),
      await api.reputation({ site, userId: account.user_id, pagesize: 5 }),
      await api.questions({ site, order: 'desc', pagesize: 100 }),
      await api.search({ site, tagged: ['a', 'b'], order: 'asc', fromdate: 0, pagesize: 100 }),
      await api.scored({ site, minScore: 3, fromdate: 0, pagesize: 50 }),
      await api.featured({ site, pagesize: 100 }),
      await api.tags({ site, inname: 'e' }),
    ];
    for (const page of pages) expect(page).toMatchObject({ broken: 0, repeated: false, quota: { max: 10_000 } });
    expect(pages[2]!.items[0]).toMatchObject({ user_id: account.user_id });
    const created = pages[5]!.items.map((question) => Number((question as { creation_date: Date }).creation_date));
    expect(created).toHaveLength(100);
    expect(created).toEqual(created.toSorted((a, b) => b - a));
  });
});

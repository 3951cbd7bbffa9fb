import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import { buildDialogUrl, newState, readRedirect, redirectUriOf, SCOPES } from '../../../electron/api/oauth.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server/server.ts';
import { errorOf, networkAt } from './network-under-test.ts';

/** The client against the embedded network, over HTTP. It is as the specification has it unless a test says so. */
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function signedIn(asked: readonly string[] = SCOPES) {
  const address = { authUrl: sandbox.authUrl };
  const state = newState(randomBytes);
  const redirectUri = redirectUriOf(address);
  const dialog = buildDialogUrl({ ...address, clientId: 'demo', redirectUri, scopes: asked, state });
  const landed = await walkDialog(dialog, fetch);
  return readRedirect(landed, { redirectUri, expectedState: state, pasted: false });
}

async function network(asked?: readonly string[]) {
  const outcome = await signedIn(asked);
  if (outcome.kind !== 'token') throw new Error(`Not signed in: ${JSON.stringify(outcome)}`);
  const caller = { key: 'demo-key', accessToken: outcome.accessToken };
  return networkAt(sandbox.apiBaseUrl, { caller, foundCredentialsIn: 'query' });
}

describe('the embedded network', () => {
  test('signs in through its dialog, for good or for a day as asked', async () => {
    expect(await signedIn()).toEqual({ kind: 'token', accessToken: expect.any(String) as string });
    expect(await signedIn(['read_inbox'])).toMatchObject({ kind: 'token', expiresInSeconds: 86_399 });
  });

  test('every endpoint gives items that can be read, with a quota', async () => {
    const { network: api } = await network();
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
      await api.tags({ site, inname: 'e' }),
    ];
    for (const page of pages) expect(page).toMatchObject({ broken: 0, repeated: false, quota: { max: 10_000 } });
    expect(pages[2]!.items[0]).toMatchObject({ user_id: account.user_id });
    const created = pages[5]!.items.map((question) => Number((question as { creation_date: Date }).creation_date));
    expect(created).toHaveLength(100);
    expect(created).toEqual(created.toSorted((a, b) => b - a));
  });

  test('a search finds what carries any of the tags, by creation from a date on', async () => {
    const { network: api } = await network();
    const site = (await api.sites()).items[0]!.api_site_parameter;
    const [one, other] = (await api.tags({ site, inname: '', pagesize: 2 })).items.map(({ name }) => name);
    const { items } = await api.questions({ site, order: 'desc', pagesize: 100 });
    const fromdate = Math.floor(Number(items.at(-1)!.creation_date) / 1000);
    const tagged = [other!, one!];
    const wanted = items.filter(({ tags }) => tags.some((tag) => tagged.includes(tag)));
    expect(wanted.length).toBeGreaterThan(0);
    const found = await api.search({ site, tagged, order: 'asc', fromdate, pagesize: 100 });
    expect(found).toMatchObject({ broken: 0, hasMore: false });
    const idsOf = (questions: typeof items) => questions.map(({ question_id }) => question_id).toSorted();
    expect(idsOf(found.items)).toEqual(idsOf(wanted));
    const created = found.items.map(({ creation_date }) => Number(creation_date));
    expect(created).toEqual(created.toSorted((a, b) => a - b));
  });

  test('questions of a score and questions with a bounty can be had, each with what a watch asks for', async () => {
    const { network: api } = await network();
    const site = (await api.sites()).items[0]!.api_site_parameter;
    const scored = await api.scored({ site, minScore: 3, fromdate: 0, pagesize: 50 });
    expect(scored.items).toHaveLength(50);
    const scores = scored.items.map(({ score }) => score!);
    expect(Math.min(...scores)).toBe(3);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    const featured = await api.featured({ site, pagesize: 100 });
    expect(featured.broken).toBe(0);
    expect(featured.items.every(({ bounty_closes_date }) => bounty_closes_date !== undefined)).toBe(true);
  });

  test('a key it does not know, a missing scope and an ended token are told apart', async () => {
    const unscoped = await network([]);
    expect(await errorOf(unscoped.network.inbox())).toMatchObject({ kind: 'scope-missing' });
    const wrong = networkAt(sandbox.apiBaseUrl, { caller: { key: 'wrong' }, foundCredentialsIn: 'query' });
    expect(await errorOf(wrong.network.sites())).toMatchObject({ kind: 'bad-key' });
    const { network: api } = await network();
    await api.invalidate();
    expect(await errorOf(api.associated())).toMatchObject({ kind: 'token-rejected' });
  });
});

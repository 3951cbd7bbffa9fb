import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import { buildDialogUrl, newState, readRedirect, redirectUriOf, SCOPES } from '../../../electron/api/oauth.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../../support/demo-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
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

/** Signed in without a dialog, at a network of its own; the client has to find out where it reads who asks. */
async function findingOut(options: SandboxOptions) {
  const accessToken = 'granted-token))';
  const grants = [{ token: accessToken, accountId: 1, scopes: ['read_inbox', 'write_access'] as const }];
  const file = await demoDataCopy(temporaryFolder(), storyStart);
  const own = await startSandbox({ ...options, file, grants, clock: { now: () => storyStart } });
  const caller = { key: 'demo-key', accessToken };
  const client = networkAt(own.apiBaseUrl, { caller, foundCredentialsIn: undefined });
  const namesInAddress = () =>
    own.requests.flatMap(({ path, query }) => [
      ...Object.keys(query).filter((name) => /^(?:key|access_token)$/i.test(name)),
      ...(path.includes('[redacted]') ? [path] : []),
    ]);
  onTestFinished(() => own.close());
  return { own, ...client, namesInAddress };
}

describe('where it reads who asks', () => {
  // Both at once is what the public service did in 2026: docs/api.md, "Credentials".
  test.each([{ like: 'public' }, { credentials: 'both' }] satisfies SandboxOptions[])(
    'in the header, as with %j: no address names a token or key',
    async (options) => {
      const world = await findingOut(options);
      const { network } = world;
      const site = (await network.sites()).items[0]!.api_site_parameter;
      await network.associated({ pagesize: 100 });
      await network.inbox();
      const me = (await network.me({ site })).items[0]!;
      await network.reputation({ site, userId: me.user_id });
      await network.accept({ site, id: 1_999_999_999 }).catch(() => undefined);
      await errorOf(network.myTags({ site: 'nosuchsite' }));
      expect(world.own.requests.length).toBeGreaterThanOrEqual(7);
      expect(world.namesInAddress()).toEqual([]);
      expect((await network.questions({ site, order: 'desc' })).quota?.max).toBe(10_000);
      // The one route that ends a token names it in its path; it is worth nothing from then on.
      await network.invalidate();
      expect(world.namesInAddress()).toEqual(['/2.3/access-tokens/[redacted]/invalidate']);
      expect((await errorOf(network.associated())).kind).toBe('token-rejected');
      expect(world.namesInAddress()).toHaveLength(1);
    },
  );

  test('in the query only, as the specification has it: one request more, once', async () => {
    const world = await findingOut({ like: 'specification' });
    const { network } = world;
    expect((await network.associated()).quota?.max).toBe(10_000);
    await network.sites();
    expect(world.own.requests.map(({ path, status, query }) => [path, status, 'access_token' in query])).toEqual([
      ['/2.3/me/associated', 401, false],
      ['/2.3/me/associated', 200, true],
      ['/2.3/sites', 200, true],
    ]);
  });
});

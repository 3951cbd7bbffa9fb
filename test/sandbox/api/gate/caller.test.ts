import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { behaviourOf } from '../../../../sandbox/behaviour.ts';
import type { SandboxOptions } from '../../../../sandbox/server/server.ts';
import { error, key, startNetwork, token, type TestNetwork } from '../../support/network.ts';

/** One of each kind is enough: what a test leaves behind is put back before the next. */
const open = new Map<string, TestNetwork>();
const start = async (options: SandboxOptions) => {
  const name = JSON.stringify(options);
  const network = open.get(name) ?? (await startNetwork({ quota: {}, ...options }));
  open.set(name, network);
  return network;
};
beforeEach(async () => {
  for (const { account, control } of open.values()) {
    await control.reset();
    await control.grant({ token, accountId: account(), scopes: ['read_inbox', 'no_expiry'] });
  }
});
afterAll(() => Promise.all([...open.values()].map((network) => network.close())));

/** Asks with a header. */
async function bearing(network: TestNetwork, path: string, credential: string, scheme = 'Bearer') {
  const response = await fetch(`${network.apiBaseUrl}/2.3${path}`, {
    headers: { authorization: `${scheme} ${credential}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('like the public service, in the header only (announced for June 2026, meta.stackexchange.com/q/417382)', () => {
  test('a token needs neither key nor site for the inbox, and has a quota of its own', async () => {
    const network = await start({ like: 'public' });
    const { status, body } = await bearing(network, '/inbox', token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ quota_max: 10_000, quota_remaining: 9999 });
    expect((await bearing(network, '/me?site=loops', token)).body['items']).toHaveLength(1);
    // It has not touched what the address has without a key.
    expect((await network.get('/sites')).body).toMatchObject({ quota_max: 300, quota_remaining: 299 });
  });

  test('a key brings the larger quota and identifies nobody', async () => {
    const network = await start({ like: 'public' });
    expect((await bearing(network, '/sites', key)).body).toMatchObject({ quota_max: 10_000 });
    expect((await bearing(network, '/sites?page=26', 'demo-key')).status).toBe(200);
    expect((await bearing(network, '/me?site=loops', key)).body).toMatchObject({ error_id: 401 });
  });

  test.each([
    ['a key', { key }],
    ['a token with its key', { key, access_token: token }],
    ['a token', { access_token: token }],
    ['a wrong key', { key: 'no such key' }],
  ])('%s in the query or the form is refused with an explanation', async (_what, parameters) => {
    const network = await start({ like: 'public' });
    for (const ask of [network.get, network.post]) {
      const { status, body } = await ask('/filters/create', parameters);
      expect(status).toBe(400);
      expect(body).toMatchObject(error(400));
      expect(body['error_message']).toContain('Authorization: Bearer');
    }
    expect(JSON.stringify(network.requests)).not.toContain(token);
  });

  test('also beside a header, and in the words that were set', async () => {
    const network = await start({ like: 'public', refusalText: 'Use the header.' });
    expect((await bearing(network, `/sites?key=${key}`, key)).body).toMatchObject(error(400, 'Use the header.'));
  });

  test('what is neither a token nor a key is an invalid token, as are revoked and expired ones', async () => {
    const network = await start({ like: 'public' });
    expect(await bearing(network, '/inbox', 'nobody')).toMatchObject({ status: 400, body: { error_id: 402 } });
    await network.control.grant({ token: 'for-a-day', accountId: network.account(), scopes: ['read_inbox'] });
    expect((await bearing(network, '/inbox', 'for-a-day')).status).toBe(200);
    network.clock.advance(86_400);
    expect((await bearing(network, '/inbox', 'for-a-day')).body).toMatchObject(error(402, '`access_token` is expired'));
    await network.control.revoke({ token });
    expect((await bearing(network, '/inbox', token)).body).toMatchObject(error(402, '`access_token` is revoked'));
  });

  test('another scheme says nothing, and `bearer` may be written in any case', async () => {
    const network = await start({ like: 'public' });
    expect((await bearing(network, '/inbox', token, 'Basic')).body).toMatchObject({ error_id: 401 });
    expect((await bearing(network, '/inbox', token, 'bearer')).status).toBe(200);
  });

  test('what one person is answered is not repeated to another, nor to nobody', async () => {
    const network = await start({ like: 'public', cache: true });
    await network.control.grant({ token: 'other', accountId: network.account(1), scopes: [] });
    const me = async (credential: string) =>
      (await bearing(network, '/me?site=loops', credential)).body['items'] as { user_id: number }[];
    expect((await me(token))[0]?.user_id).toBe(network.member('loops'));
    expect((await me('other'))[0]?.user_id).toBe(network.member('loops', 1));
    expect((await network.get('/me', { site: 'loops' })).body).toMatchObject({ error_id: 401 });
    const tags = '/tags?site=loops';
    expect((await fetch(`${network.apiBaseUrl}/2.3${tags}`)).status).toBe(200);
    expect((await bearing(network, tags, key)).body).toMatchObject({ quota_max: 10_000 });
    expect((await bearing(network, tags, 'nobody')).body).toMatchObject({ error_id: 402 });
  });
});

test('the control routes show every flag of the network', async () => {
  const network = await start({ like: 'public', credentials: 'both' });
  const shown: unknown = await (await fetch(`${network.apiBaseUrl}/_sandbox/behaviour`)).json();
  expect(shown).toEqual({ behaviour: behaviourOf('public', { credentials: 'both' }) });
});

test('either way, each by itself, where both are taken', async () => {
  const network = await start({ like: 'public', credentials: 'both' });
  expect((await bearing(network, '/inbox', token)).status).toBe(200);
  expect((await network.mine('/inbox')).status).toBe(200);
  // In the query a token still needs its key.
  expect((await network.get('/inbox', { access_token: token })).body).toMatchObject({ error_id: 405 });
  expect((await bearing(network, `/inbox?key=${key}`, token)).status).toBe(200);
});

test('as specified a header is not read', async () => {
  const network = await start({ cache: true });
  for (let time = 0; time < 2; time += 1)
    expect((await bearing(network, '/sites', 'nobody')).body).toMatchObject({ quota_max: 300 });
  expect((await bearing(network, '/inbox', token)).body).toMatchObject({ error_id: 401 });
  expect((await network.mine('/inbox')).status).toBe(200);
});

import { afterAll, describe, expect, test } from 'vitest';
import { createBurstGuard } from '../../../../sandbox/api/gate/burst.ts';
import { Protection } from '../../../../sandbox/api/gate/protection.ts';
import { createRandom } from '../../../../sandbox/world/random.ts';
import type { SandboxOptions } from '../../../../sandbox/server/server.ts';
import { key, noon, site, startNetwork, token, type TestNetwork } from '../../support/network.ts';

const open: TestNetwork[] = [];
const start = async (options: SandboxOptions) => {
  const network = await startNetwork({ like: 'public', protection: 0, ...options });
  open.push(network);
  return network;
};
afterAll(() => Promise.all(open.map((network) => network.close())));

/** Asks with a header. */
async function bearing(network: TestNetwork, path: string, credential: string, body?: URLSearchParams) {
  const response = await fetch(`${network.apiBaseUrl}/2.3${path}`, {
    headers: { authorization: `Bearer ${credential}` },
    ...(body ? { method: 'POST', body } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('throttling of the public service (docs/api.md, "Bans")', () => {
  test('the quota falls to −1, and then it is HTTP 400, error 502 and the seconds in words', async () => {
    const network = await start({ quota: { anonymous: 2 } });
    const left = async () => (await network.get('/sites')).body['quota_remaining'];
    expect([await left(), await left(), await left()]).toEqual([1, 0, -1]);
    network.clock.advance(39_928);
    const refused = await network.get('/sites');
    expect(refused.status).toBe(400);
    expect(refused.headers.has('retry-after')).toBe(false);
    expect(refused.body).toEqual({
      error_id: 502,
      error_name: 'throttle_violation',
      error_message: 'too many requests from this IP, more requests available in 46472 seconds',
    });
    // A person's requests do not touch the quota of the address.
    expect((await bearing(network, '/inbox', token)).status).toBe(200);
    network.clock.advance(46_472);
    expect(await left()).toBe(1);
  });

  test('a ban for a burst is short, and hours for whoever pushes on', () => {
    let now = noon;
    const guard = createBurstGuard(
      2,
      () => 0,
      () => now,
      createRandom(1).integer,
    );
    expect([guard.note('a'), guard.note('a'), guard.note('a')]).toEqual([0, 0, 30]);
    now += 1;
    const banned = Array.from({ length: 12 }, () => guard.note('a'));
    expect(banned.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 29));
    expect(banned[9]).toBeGreaterThanOrEqual(25_445);
    expect(banned[9]).toBeLessThanOrEqual(75_808);
    expect(banned.slice(9)).toEqual([banned[9], banned[9], banned[9]]);
    expect(guard.note('b')).toBe(0);
    now += banned[9] ?? 0;
    expect(guard.note('a')).toBe(0);
  });

  test('ids joined by a comma are no method: HTTP 400, error 404', async () => {
    const network = await start({});
    expect(await network.get('/questions/1,2', { site })).toMatchObject({
      status: 400,
      body: { error_id: 404, error_name: 'no_method' },
    });
  });
});

describe('protection pages', () => {
  test('come in the share that is asked for, of both kinds, and never soon after each other', () => {
    const protection = new Protection(0.01, createRandom(1).fraction);
    const answers = Array.from({ length: 20_000 }, () => protection.next());
    const pages = answers.flatMap((status, index) => (status === undefined ? [] : [{ status, index }]));
    expect(pages.length).toBeGreaterThan(150);
    expect(pages.length).toBeLessThan(250);
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([403, 429]));
    const gaps = pages.slice(1).map(({ index }, before) => index - (pages[before]?.index ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
  });

  test('are HTML before any key is looked at, cost no quota, and are only for the API', async () => {
    const network = await start({ protection: 1 });
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${network.apiBaseUrl}/2.3/filters/create?key=${key}`, { method });
      expect([403, 429]).toContain(response.status);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('date')).toBe(new Date(noon * 1000).toUTCString());
      expect(await response.text()).toContain('<!DOCTYPE html>');
      expect(network.requests.at(-1)).toMatchObject({ method, status: response.status, query: { key: '[redacted]' } });
    }
    expect((await fetch(`${network.apiBaseUrl}/`)).status).toBe(200);
  });

  test('are what the next answers are by control', async () => {
    const network = await start({ quota: {} });
    await network.control.fault({ kind: 'protection', times: 2 });
    await network.control.fault({ kind: 'protection', status: 429 });
    const statuses = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push(
        (await fetch(`${network.apiBaseUrl}/2.3/sites`, { headers: { authorization: 'Bearer x' } })).status,
      );
    expect(statuses).toEqual([403, 403, 429, 400]);
    expect((await network.get('/sites')).body).toMatchObject({ quota_remaining: 298 });
    await expect(network.control.fault({ kind: 'protection', status: 500 })).rejects.toThrow('403 or 429');
  });
});

describe('keys (docs/api.md, "Applications")', () => {
  test.each(['header', 'query'] as const)(
    'that end are refused by name; another one works: %s',
    async (credentials) => {
      const network = await start({
        credentials,
        cache: true,
        apps: [{ clientId: 'mine', key: 'old', domain: 'mine.example', keyExpiresAt: noon + 100 }],
      });
      const ask = (sent: string) =>
        credentials === 'header' ? bearing(network, '/sites', sent) : network.get('/sites', { key: sent });
      for (let time = 0; time < 2; time += 1) expect((await ask('old')).status).toBe(200);
      await network.control.advance(100);
      expect(await ask('old')).toMatchObject({
        status: 400,
        body: { error_id: 400, error_message: '`key` has expired; generate a new one for the application' },
      });
      await network.control.changeKey({ clientId: 'mine', key: 'new' });
      expect((await ask('new')).status).toBe(200);
      expect((await ask('old')).status).toBe(400);
      await network.control.changeKey({ clientId: 'mine', expiresInSeconds: 0 });
      expect((await ask('new')).body).toMatchObject({ error_id: 400 });
      await expect(network.control.changeKey({ clientId: 'mine', key: 'demo-key' })).rejects.toThrow('Another app');
      await expect(network.control.changeKey({ clientId: 'nobody' })).rejects.toThrow('no app');
    },
  );

  test('a token goes on without its key', async () => {
    const network = await start({});
    await network.control.changeKey({ clientId: 'demo', expiresInSeconds: 0 });
    expect((await bearing(network, '/inbox', token)).status).toBe(200);
  });
});

test('only applications with a post may write; a read needs none (docs/api.md, "Applications")', async () => {
  const network = await start({
    apps: [
      { clientId: 'reader', key: 'r', domain: 'r.example' },
      { clientId: 'writer', key: 'w', domain: 'w.example', hasPost: true },
    ],
  });
  const grant = network.world.db.prepare(
    `INSERT INTO tokens (token, account_id, client_id, scopes, created_at) VALUES (?, ?, ?, 'write_access', ?)`,
  );
  for (const name of ['reader', 'writer'])
    grant.run(`token of ${name}`.replaceAll(' ', '-'), network.account(), name, noon);
  const accept = (name: string) =>
    bearing(network, '/answers/1/accept', `token-of-${name}`, new URLSearchParams({ site, preview: 'true' }));
  expect(await accept('reader')).toMatchObject({ status: 400, body: { error_id: 403, error_name: 'access_denied' } });
  expect((await accept('writer')).body['error_message'] ?? '').not.toContain('no post');
  expect((await bearing(network, `/me?site=${site}`, 'token-of-reader')).status).toBe(200);
});

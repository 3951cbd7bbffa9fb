import { expect, test } from 'vitest';
import { BurstGuard, Protection } from '../../../sandbox/api/gate.ts';
import type { SandboxOptions } from '../../../sandbox/server/server.ts';
import { createRandom } from '../../../sandbox/world/random.ts';
import { error, key, noon, site, startNetwork, token } from '../support/network.ts';

const start = (options: SandboxOptions = {}) => startNetwork({ like: 'public', protection: 0, ...options });

// docs/api.md, "Bans".
test('the quota falls to −1, and then it is HTTP 400, error 502 and the seconds in words', async () => {
  const network = await start({ quota: { anonymous: 2 } });
  const left = async () => (await network.get('/sites')).body['quota_remaining'];
  expect([await left(), await left(), await left()]).toEqual([1, 0, -1]);
  network.clock.advance(39_928);
  const refused = await network.get('/sites');
  expect(refused.status).toBe(400);
  expect(refused.headers.has('retry-after')).toBe(false);
  const tooMany = 'too many requests from this IP, more requests available in 46472 seconds';
  expect(refused.body).toEqual(error(502, tooMany));
  // A person's requests do not touch the quota of the address.
  expect((await network.bearing(token, '/inbox')).status).toBe(200);
  network.clock.advance(46_472);
  expect(await left()).toBe(1);
});

test('a ban for a burst is short, and hours for whoever pushes on', () => {
  let now = noon;
  const guard = new BurstGuard(
    2,
    () => 0,
    () => now,
    createRandom(1).integer,
  );
  expect([guard.note('a'), guard.note('a'), guard.note('a')]).toEqual([0, 0, 30]);
  now += 1;
  const banned = Array.from({ length: 12 }, () => guard.note('a'));
  const [long = 0] = banned.slice(9);
  expect(long).toBeGreaterThanOrEqual(25_445);
  expect(long).toBeLessThanOrEqual(75_808);
  expect(banned).toEqual([29, 29, 29, 29, 29, 29, 29, 29, 29, long, long, long]);
  expect(guard.note('b')).toBe(0);
  now += long;
  expect(guard.note('a')).toBe(0);
});

test('protection pages come in the share that is asked for, of both kinds, and never soon after each other', () => {
  const protection = new Protection(0.01, createRandom(1).fraction);
  const answers = Array.from({ length: 20_000 }, () => protection.next());
  const pages = answers.flatMap((status, index) => (status === undefined ? [] : [{ status, index }]));
  expect(pages.length).toBeGreaterThan(150);
  expect(pages.length).toBeLessThan(250);
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([403, 429]));
  const gaps = pages.slice(1).map(({ index }, before) => index - (pages[before]?.index ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
});

test('protection pages are HTML before any key is looked at, cost no quota, and are only for the API', async () => {
  const network = await start({ protection: 1 });
  for (const method of ['GET', 'POST']) {
    const response = await network.fetch(`/2.3/filters/create?key=${key}`, { method });
    expect([403, 429]).toContain(response.status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('date')).toBe(new Date(noon * 1000).toUTCString());
    expect(await response.text()).toContain('<!DOCTYPE html>');
    expect(network.requests.at(-1)).toMatchObject({ method, status: response.status, query: { key: '[redacted]' } });
  }
  expect((await network.fetch('/')).status).toBe(200);
});

test('protection pages are what the next answers are by control', async () => {
  const network = await start({ quota: {} });
  await network.control.fault({ kind: 'protection', times: 2 });
  await network.control.fault({ kind: 'protection', status: 429 });
  const status = async () => (await network.fetch('/2.3/sites', { headers: { authorization: 'Bearer x' } })).status;
  expect([await status(), await status(), await status(), await status()]).toEqual([403, 403, 429, 400]);
  expect((await network.get('/sites')).body).toMatchObject({ quota_remaining: 298 });
  await expect(network.control.fault({ kind: 'protection', status: 500 })).rejects.toThrow('403 or 429');
});

// docs/api.md, "Applications".
test.each(['header', 'query'] as const)('keys that end are refused by name; another works: %s', async (credentials) => {
  const { bearing, control, get } = await start({
    credentials,
    cache: true,
    apps: [{ clientId: 'mine', key: 'old', domain: 'mine.example', keyExpiresAt: noon + 100 }],
  });
  const ask = (sent: string) => (credentials === 'header' ? bearing(sent, '/sites') : get('/sites', { key: sent }));
  for (let time = 0; time < 2; time += 1) expect((await ask('old')).status).toBe(200);
  await control.advance(100);
  const ended = error(400, '`key` has expired; generate a new one for the application');
  expect(await ask('old')).toMatchObject({ status: 400, body: ended });
  await control.changeKey({ clientId: 'mine', key: 'new' });
  expect((await ask('new')).status).toBe(200);
  expect((await ask('old')).status).toBe(400);
  await control.changeKey({ clientId: 'mine', expiresInSeconds: 0 });
  expect((await ask('new')).body).toMatchObject(error(400));
  await expect(control.changeKey({ clientId: 'mine', key: 'demo-key' })).rejects.toThrow('Another app');
  await expect(control.changeKey({ clientId: 'nobody' })).rejects.toThrow('no app');
});

test('only applications with a post may write; a read needs none, nor the key (docs/api.md, "Applications")', async () => {
  const { bearing, account, control, world } = await start({
    apps: [
      { clientId: 'reader', key: 'r', domain: 'r.example' },
      { clientId: 'writer', key: 'w', domain: 'w.example', hasPost: true },
    ],
  });
  const grant = world.db.prepare(
    `INSERT INTO tokens (token, account_id, client_id, scopes, created_at) VALUES (?, ?, ?, 'write_access', ?)`,
  );
  for (const name of ['reader', 'writer']) grant.run(`token-of-${name}`, account(), name, noon);
  const form = new URLSearchParams({ site, preview: 'true' });
  const accept = (name: string) => bearing(`token-of-${name}`, '/answers/1/accept', form);
  expect(await accept('reader')).toMatchObject({ status: 400, body: error(403) });
  expect((await accept('writer')).body['error_message'] ?? '').not.toContain('no post');
  await control.changeKey({ clientId: 'reader', expiresInSeconds: 0 });
  expect((await bearing('token-of-reader', `/me?site=${site}`)).status).toBe(200);
});

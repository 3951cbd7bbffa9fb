import { afterEach, expect, test } from 'vitest';
import { createSandboxControl } from '../../../sandbox/control/client.ts';
import { startSandbox } from '../../../sandbox/server/server.ts';
import { demoFile, error, key, noon, site, startNetwork, token } from '../support/network.ts';
import { everything } from '../support/rows.ts';

const network = await startNetwork();
afterEach(() => network.control.clearFaults());
const raw = () => network.fetch('/2.3/sites');
const { fault } = network.control;

test('the clock goes forward, by seconds or to a moment', async () => {
  const before = network.clock.now();
  expect(await network.control.advance(90)).toBe(before + 90);
  expect(Date.parse((await raw()).headers.get('date') ?? '')).toBe((before + 90) * 1000);
  await expect(network.control.advance(-1)).rejects.toThrow(/advance/);
  expect(await network.control.jump(before + 95)).toBe(before + 95);
  await expect(network.control.jump(before)).rejects.toThrow(/cannot go back/);
});

test('a fault status: an error object of that status, as often as said, for that path', async () => {
  await fault({ kind: 'status', status: 503, path: '/sites', times: 2 });
  expect((await network.get('/tags', { site })).status).toBe(200);
  const replies = [await network.get('/sites'), await network.get('/sites'), await network.get('/sites')];
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(replies[0]?.body).toEqual(error(503, 'simulated'));
});

test('a fault throttle: the error of too many requests', async () => {
  await fault({ kind: 'throttle' });
  expect((await network.get('/sites')).body).toMatchObject({ error_id: 403, error_name: 'throttle_violation' });
});

const json = '200 application/json; charset=utf-8';
const page = '200 text/html; charset=utf-8';
test.each([
  ['html', 'a web page instead of an answer', page, /<!doctype html>/],
  ['garbage', 'no JSON that can be read', json, /./],
  ['truncate', 'half of the JSON', json, /^\{"items":/],
  ['cut', 'the connection ends within the body', json, undefined],
  ['drop', 'the connection ends without an answer', undefined, undefined],
] as const)('a fault %s: %s', async (kind, _what, head, body) => {
  await fault({ kind });
  const response = await raw().catch(() => undefined);
  expect(response && `${response.status} ${response.headers.get('content-type')}`).toBe(head);
  const text = await response?.text().catch(() => undefined);
  expect(text).toEqual(body && expect.stringMatching(body));
  expect(() => JSON.parse(text ?? '') as unknown).toThrow();
  await expect((await raw()).json()).resolves.toHaveProperty('items');
});

test('a fault delay: late, but right', async () => {
  await fault({ kind: 'delay', ms: 60 });
  const before = performance.now();
  expect((await raw()).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(50);
});

test.each([
  ['/sites', '1.1'],
  [`/questions?site=${site}&filter=total`, '2.3'],
  ['/sites', '2.3'],
])('a fault wrong-quota: less than nothing left, also in the headers, of %s in %s', async (path, version) => {
  const left = async () => {
    const { headers, body } = await network.get(path, {}, version);
    const inHeader = Number(headers.get('x-ratelimit-current'));
    expect(body['quota_remaining'] ?? inHeader).toBe(inHeader);
    return inHeader;
  };
  await fault({ kind: 'wrong-quota' });
  expect(await left()).toBeLessThan(0);
  expect(await left()).toBeGreaterThan(0);
});

test('a fault can be forgotten', async () => {
  await fault({ kind: 'status', times: 100 });
  await network.control.clearFaults();
  expect((await raw()).status).toBe(200);
});

test('revokes all tokens of a person', async () => {
  for (const token of ['a', 'b']) await network.control.grant({ token, accountId: network.account(1) });
  expect(await network.control.revoke({ accountId: network.account(1) })).toBe(2);
  expect((await network.mine('/me', { site })).status).toBe(200);
  await expect(network.control.grant({ token: 'c', accountId: 99_999_999 })).rejects.toThrow(/accountId/);
});

test('tells what was asked', async () => {
  await network.control.clearRequests();
  await network.mine('/me/inbox', { site });
  await network.get('/nothing');
  const asked = { at: network.clock.now(), method: 'GET' };
  const query = { key: '[redacted]', access_token: '[redacted]', site };
  expect(await network.control.requests()).toEqual([
    { ...asked, path: '/2.3/me/inbox', query, status: 200 },
    { ...asked, path: '/2.3/nothing', query: {}, status: 404 },
  ]);
});

const send = async (route: string, body: string, type = 'application/json', method = 'POST') => {
  const init = { method, headers: { 'content-type': type }, ...(method === 'GET' ? {} : { body }) };
  const response = await network.fetch(`/_sandbox/${route}`, init);
  const told = (await response.json()) as { error_message?: string };
  return [response.status, told.error_message];
};

test.each([
  ['reset', 'POST'],
  ['tokens/revoke', 'POST'],
  ['faults', 'DELETE'],
  ['requests', 'DELETE'],
])('says what is wrong: an empty body of %s said to be JSON is one that says nothing', async (route, method) => {
  expect(await send(route, '', 'application/json', method)).toEqual([200, undefined]);
  expect(await send(route, '  ', 'application/json; charset=utf-8', method)).toEqual([200, undefined]);
});

test.each([
  ['clock', '', /^the body: send either advance, whole seconds from 0 on, or to, a moment in whole epoch seconds$/],
  ['actions/dance', '{}', /dance/],
  ['faults', '{"kind":"drop","time":3}', /"time"/],
  ['faults', '{"kind":"flood"}', /^kind: .*"wrong-quota"/],
  ['tokens', '{"token":"x","accountId":99999999}', /^accountId: there is no account 99999999$/],
  ['clock', '{"advance":1', /not valid JSON/],
  ['actions/vote', '{"site":"nowhere","userId":1,"postId":1,"direction":"up"}', /no site "nowhere"/],
  ['actions/ask', '{}', /^site: .*; userId: .*; title: .*; body: .*; tags: /],
  ['actions/answer', '{"site":"loops","userId":1,"questionId":"5","body":"x"}', /^questionId: .*number.*string/],
])('says what is wrong: %s %s', async (route, body, why) =>
  expect(await send(route, body)).toEqual([400, expect.stringMatching(why)]),
);

test('says what is wrong: another content type, another address', async () => {
  const notJson = 'Send the body as JSON, with the content type application/json.';
  expect(await send('clock', '<advance/>', 'text/xml')).toEqual([400, notJson]);
  const unknown: unknown = expect.stringMatching(/There is no control route .*; there are POST \/_sandbox\/clock, /);
  expect(await send('dance', '')).toEqual([404, unknown]);
  for (const route of ['clock', '']) expect(await send(route, '', 'application/json', 'GET')).toEqual([404, unknown]);
});

test('without --control there is nothing to steer', async () => {
  const sandbox = await startSandbox({ clock: { now: () => noon }, file: await demoFile() });
  await expect(createSandboxControl(sandbox.apiBaseUrl).advance(1)).rejects.toThrow('--control');
  await sandbox.close();
});

test('reset of a lively network puts the world, the tokens, the clock, the quota and everything planned back to the start', async () => {
  const started = await startNetwork({
    cache: true,
    speed: 1,
    grants: [{ token: 'from the start', accountId: 1, scopes: ['read_inbox'] }],
  });
  const { control } = started;
  await control.reset();
  const before = everything(started.world);
  const first = await started.get('/questions', { site });

  const asker = { site, userId: started.member(site), title: "It's \u0001 “quoted”", body: '<p>\'";--</p>' };
  const questionId = await control.act('ask', { ...asker, tags: ['new-tag'] });
  const answering = { site, userId: started.member(site, 1), questionId, body: '<p>!</p>' };
  const answerId = await control.act('answer', answering);
  await control.act('accept', { site, answerId });
  await control.act('vote', { site, userId: started.member(site, 2), postId: answerId, direction: 'up' });
  await control.act('remove', { site, postId: Number(first.body.items[0]?.['question_id']) });
  await control.grant({ token: 'later', accountId: 1, scopes: [] });
  await control.grant({ token: 'from the start', accountId: 2, scopes: [] });
  await control.revoke();
  await control.advance(100_000);
  await control.setQuota(3);
  await control.fault({ kind: 'drop', times: 9 });
  await control.backoff({ seconds: 9, times: 9 });
  expect(everything(started.world)).not.toEqual(before);

  await control.reset();
  expect(everything(started.world)).toEqual(before);
  expect(started.clock.now()).toBe(noon);
  expect(await control.requests()).toEqual([]);
  expect((await started.get('/questions', { site })).body).toEqual(first.body);
  expect((await started.get('/inbox', { site, key, access_token: 'from the start' })).status).toBe(200);
  expect((await started.get('/me', { site, key, access_token: token })).body).toMatchObject({ error_id: 402 });
});

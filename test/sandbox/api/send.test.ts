import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { error, site, startNetwork } from '../support/network.ts';

const network = await startNetwork({ cache: true });

/** What is on the wire, as it is. */
async function wire(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(httpGet(`${network.apiBaseUrl}${path}`, { headers }), 'response')) as [
    IncomingMessage,
  ];
  return { headers: response.headers, bytes: await buffer(response) };
}
const questions = `/2.3/questions?site=${site}`;
const decode = { gzip: gunzipSync, deflate: inflateSync };
const list = (text: Buffer) => JSON.parse(text.toString()) as { items: unknown[] };

test.each([
  [undefined, 'gzip'],
  ['gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['deflate;q=1, gzip;q=0.5', 'deflate'],
  ['gzip;q=0, deflate', 'deflate'],
  ['*', 'gzip'],
  ['identity', undefined],
  ['br', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
] as const)('to Accept-Encoding %j it is %s, the first time and from memory', async (accepts, expected) => {
  for (let time = 0; time < 2; time += 1) {
    const sent = accepts === undefined ? {} : { 'accept-encoding': accepts };
    const { headers, bytes } = await wire(`${questions}&pagesize=100`, sent);
    expect(headers['content-encoding']).toBe(expected);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers.vary).toBe('Accept-Encoding');
    const body = list(expected === undefined ? bytes : decode[expected](bytes));
    expect(body.items).toHaveLength(100);
    if (expected !== undefined) expect(bytes.length).toBeLessThan(JSON.stringify(body).length * 0.5);
  }
});

const run = (script: string) => {
  let given: unknown;
  // oxlint-disable-next-line no-implied-eval -- running the script is what JSONP is for
  new Function('told', 'page', script)((answer: unknown) => (given = answer), {
    on: [(answer: unknown) => (given = answer)],
  });
  return given;
};

test.each(['told', 'page.on[0]'])('JSONP: %s is called, with status 200 for an error, too', async (callback) => {
  for (let time = 0; time < 2; time += 1) {
    const response = await network.fetch(`${questions}&callback=${encodeURIComponent(callback)}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const script = await response.text();
    expect(script.startsWith(`/**/${callback}(`)).toBe(true);
    expect(run(script)).toMatchObject({ items: expect.any(Array), quota_max: 100_000 });
  }
  const refused = await network.fetch(`/2.3/questions?callback=${encodeURIComponent(callback)}`);
  expect([refused.status, run(await refused.text())]).toEqual([200, error(400, '`site` is required')]);
});

const NO_CALLBACKS = ['alert(1)//', 'a b', '<script>', 'x;y', 'a'.repeat(101), 'told('];
test.each(NO_CALLBACKS)('JSONP: %s is refused', async (callback) => {
  const response = await network.fetch(`${questions}&callback=${encodeURIComponent(callback)}`);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual(error(400, 'callback'));
});

test('the length is right where letters take several bytes, and old line ends are escaped', async () => {
  network.ask({ title: 'Ünïcödé \u2028 日本語', tags: ['jsonp'] });
  const { headers, bytes } = await wire(`${questions}&tagged=jsonp&callback=told`, { 'accept-encoding': 'identity' });
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(bytes.toString()).toContain('Ünïcödé \\u2028 日本語');
  expect(run(bytes.toString())).toMatchObject({ items: [{ title: 'Ünïcödé \u2028 日本語' }] });
});

test('nonsense instead of HTTP gets an error object', async () => {
  const socket = connect(Number(new URL(network.apiBaseUrl).port), '127.0.0.1');
  socket.write('nonsense\r\n\r\n');
  let reply = '';
  for await (const piece of socket) reply += String(piece);
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject(error(400));
});

test('an address of several thousand letters is answered', async () => {
  expect((await network.get('/questions', { site, intitle: 'x'.repeat(20_000) })).status).toBe(200);
});

test.each(['POST', 'PUT', 'DELETE'])('%s is no method where one only reads', async (method) => {
  const response = await network.fetch(questions, { method });
  expect([response.status, await response.json()]).toMatchObject([404, error(404)]);
});

test('HEAD has no body', async () => {
  const response = await network.fetch(questions, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

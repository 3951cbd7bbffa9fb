import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { error, key, site, startNetwork } from '../../support/network.ts';

const network = await startNetwork();

const SLASHES = ['/2.3//questions', '//2.3/questions', '/questions', '//questions/', '/2.3/questions/'];
test.each(SLASHES)('%s is answered, and counts in the quota', async (path) => {
  const ask = async () => {
    const response = await network.fetch(`${path}?site=${site}&pagesize=1&filter=!abc1&x=a//b`);
    return (await response.json()) as { items: object[]; quota_remaining: number };
  };
  const first = await ask();
  expect(first.items).toHaveLength(1);
  expect((await ask()).quota_remaining).toBe(first.quota_remaining - 1);
  const { path: asked, query } = network.requests.at(-1) ?? {};
  expect([asked?.replace(/\/$/, ''), query?.['x']]).toEqual(['/2.3/questions', 'a//b']);
});

test.each([
  ...['/', `/sites/${site}`, '/_sandbox/docs', '/inbox', '/users/login'].map((page): [string, number] => [page, 200]),
  ...['/questionz', '/users/nobody', '/favicon.ico'].map((nothing): [string, number] => [nothing, 404]),
])('%s is no request to the API, but status %i, and costs no quota', async (path, status) => {
  const asked = network.requests.length;
  const response = await network.fetch(path);
  expect(response.status).toBe(status);
  if (status === 200) expect(response.headers.get('content-type')).toContain('text/html');
  else expect(await response.json()).toEqual(error(404, expect.any(String) as string));
  expect(network.requests).toHaveLength(asked);
});

test('without a version, ids, a write and a planned fault are what they are with one', async () => {
  const write = { method: 'POST', body: new URLSearchParams({ site }) };
  expect(await (await network.fetch('/answers/1/accept', write)).json()).toMatchObject(error(401));
  await network.control.fault({ kind: 'status', path: '/users', status: 503 });
  const status = async () => (await network.fetch(`/users/1;2?site=${site}`)).status;
  expect([await status(), await status()]).toEqual([503, 200]);
});

/** Sends a form with a GET, which `fetch` does not. */
async function getWithForm(path: string, form: string, type = 'application/x-www-form-urlencoded') {
  const sent = request(`${network.apiBaseUrl}${path}`, {
    headers: { 'content-type': type, 'content-length': form.length, 'accept-encoding': 'identity' },
  });
  sent.end(form);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: (await json(response)) as { items?: Record<string, unknown>[] } };
}

test('a form with a GET counts beside the query, also under the old name of a method', async () => {
  const made = await getWithForm('/2.3/filter/create', `include=question.body&key=${key}`);
  expect(made.status).toBe(200);
  const filter = String(made.body.items?.[0]?.['filter']);
  const { body } = await getWithForm(`/2.3/questions?site=${site}`, `filter=${filter}&pagesize=2`);
  expect(body.items).toHaveLength(2);
  expect(body.items?.[0]).toHaveProperty('body');
  expect(network.requests.at(-2)?.query).toMatchObject({ key: '[redacted]' });
  // No body at all may have any type.
  expect((await getWithForm('/2.3/sites', '', 'text/nonsense')).status).toBe(200);
});

test('a browser asks first whether a page of another origin may send a header, and may; that costs no quota and is no request', async () => {
  const before = (await network.get('/sites')).body['quota_remaining'];
  const asked = network.requests.length;
  const headers = { origin: 'https://app.example', 'access-control-request-headers': 'authorization' };
  for (const path of ['/2.3/me/inbox?site=loops', '/2.3//sites', '/sites', '/2.3/nothing']) {
    const response = await network.fetch(path, { method: 'OPTIONS', headers });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  }
  expect(network.requests).toHaveLength(asked);
  expect((await network.get('/sites')).body['quota_remaining']).toBe(Number(before) - 1);
});

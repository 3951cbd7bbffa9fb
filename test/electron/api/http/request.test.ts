import { expect, test } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import { ASKBELL_PAGE, namingAskbell, boundedItems } from '../../../../electron/api/http/request.ts';
import { RateLimiter } from '../../../../electron/api/http/pacing.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { asking } from '../network-under-test.ts';

test('every request names Askbell, its version and its page, and keeps its other headers', async () => {
  const { server } = await asking([]);
  const named = namingAskbell(nodeFetch, '1.2.3');
  await named(server.apiBaseUrl, { headers: { authorization: 'Bearer x' } });
  await named(new URL(server.apiBaseUrl));
  await named(server.apiBaseUrl, { headers: { 'User-Agent': 'another' } });
  const own = `Askbell/1.2.3 (+${packageJson.homepage})`;
  expect(server.headers.map((headers) => headers['user-agent'])).toEqual([own, own, 'another']);
  expect(server.headers[0]).toMatchObject({ authorization: 'Bearer x' });
  expect(packageJson.homepage).toBe(ASKBELL_PAGE);
});

test.each([
  [5000, 'read to the thousandth'],
  [280_000, 'no answer'],
])('an answer with far too much in it: is, with %i sites, %s', async (count) => {
  const site = { api_site_parameter: 's', name: 'S', site_url: 's' };
  const { network } = await asking(Array.from({ length: count }, () => site));
  const asked = await network.sites().catch((error: unknown) => error);
  expect(asked).toMatchObject(count > 5000 ? { kind: 'bad-answer' } : { broken: 4000 });
});

test('an answer with far too much in it: has its texts and nested lists cut, and what was not odd stays', () => {
  const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } };
  const odd = [{ title: '😀'.repeat(1e6), list: Array.from({ length: 5000 }, () => 1), deep, question_id: 7 }];
  const { items, leftOut } = boundedItems(odd, 20_000_000);
  expect(leftOut).toBe(0);
  expect(items[0]).toMatchObject({ title: '😀'.repeat(8000), question_id: 7 });
  expect(JSON.stringify(items).length).toBeLessThan(30_000);
});

test('an answer with far too much in it: is as it was where it is of a usual length', () => {
  const items = [{ body: 'x'.repeat(100_000) }];
  expect(boundedItems(items, 100_100).items).toEqual(items);
});

test('the pace of requests: lets no second have more than twenty requests, and none wait longer than it has to', async () => {
  const clock = createManualClock();
  const limiter = new RateLimiter(clock);
  const sent: number[] = [];
  const { signal } = new AbortController();
  const all = Promise.all(
    Array.from({ length: 50 }, () => limiter.wait(signal).then(() => sent.push(clock.elapsed!()))),
  );
  await clock.advance(5000);
  await all;
  for (const at of sent)
    expect(sent.filter((other) => other >= at && other < at + 1000).length).toBeLessThanOrEqual(20);
  expect(sent.at(-1)! - sent[0]!).toBeLessThanOrEqual(2000);
});

test('the pace of requests: has nobody wait who gave up', async () => {
  const clock = createManualClock();
  const limiter = new RateLimiter(clock);
  const giveUp = new AbortController();
  for (let n = 0; n < 20; n++) await limiter.wait(giveUp.signal);
  const late = limiter.wait(giveUp.signal);
  giveUp.abort();
  await expect(late).resolves.toBeUndefined();
});

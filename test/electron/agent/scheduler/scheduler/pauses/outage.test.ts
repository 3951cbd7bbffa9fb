import { describe, expect, it } from 'vitest';
import { between, schedulerOverClient, watchOf, type Told } from '../scheduler-over-client.ts';

const [second, minute, hour] = [1000, 60_000, 3600_000];

const html =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('<!doctype html><title>Hm</title>', { status, headers: { 'content-type': 'text/html', ...headers } });
const json = (status: number, body: object) => () => Response.json(body, { status });
const failure = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code }) });

const OUTAGES: [name: string, told: Told][] = [
  ['no connection', { fails: failure('ECONNREFUSED') }],
  ['a name that cannot be found', { fails: failure('ENOTFOUND') }],
  ['connections that break', { fails: failure('ECONNRESET') }],
  ['faults of the network', { raw: json(500, { error_id: 500, error_name: 'internal_error' }) }],
  ['pages of a gateway', { raw: html(502) }],
  ['pages with 200', { raw: html(200) }],
  ['broken answers', { raw: () => new Response('{"items":[{"qu', { status: 200 }) }],
  ['a log-in page of the Wi-Fi', { raw: html(302, { location: 'http://login.hotel.example/' }) }],
];

describe('an outage of hours', () => {
  /** A world with watches of these sites, which is told what the network answers at a time since the start. */
  const start = (siteIds: string[], told: (passed: number, path: string) => Told) =>
    schedulerOverClient({
      watches: siteIds.map((id) => watchOf(id, id)),
      answer: (path, _times, _query, passed) => told(passed, path),
    });

  it.each(OUTAGES)('is over within three minutes for everything, and costs few requests: %s', async (_, told) => {
    const [from, to] = [10 * minute, 4 * hour];
    const world = start(['s', 'z'], (passed) => (passed >= from && passed < to ? told : {}));
    await world.clock.advance(to);
    // Who comes back, or asks, now is not put off.
    for (const byPerson of [false, true]) {
      world.scheduler().pollNow({ byPerson });
      expect(world.scheduler().blockingCondition()).toBeUndefined();
    }
    const during = world.asked.filter(({ at }) => at >= from).length;
    // A connection that fails is tried three times within a second.
    expect(during).toBeLessThan(3 * ((to - from) / (2 * minute) + 20));
    expect(world.kinds()).not.toEqual([]);
    await world.clock.advance(3 * minute);
    const urls = world.asked.filter(({ at }) => at >= to).map(({ url }) => url);
    expect(urls.some((url) => url.startsWith('/inbox'))).toBe(true);
    for (const site of ['s', 'z'])
      expect(urls.some((url) => url.includes(`site=${site}&`) && url.startsWith('/questions'))).toBe(true);
    expect(world.kinds()).toEqual([]);
    for (const path of ['/inbox', '/sites', '/me/associated'])
      expect(Math.min(...between(world.times(path).filter((at) => at >= to)))).toBeGreaterThanOrEqual(minute);
  });

  it('ends for polls with the first good answer to anybody, such as a click', async () => {
    let isDown = false;
    const world = schedulerOverClient({
      answer: () => (isDown ? { raw: html(302, { location: 'http://login.hotel.example/' }) } : {}),
    });
    await world.clock.advance(10 * minute);
    isDown = true;
    await world.clock.advance(hour);
    expect(world.kinds()).toContain('captive-portal');
    isDown = false;
    await world.network().myTags({ site: 's' });
    expect(world.kinds()).toEqual([]);
    const before = world.asked.length;
    await world.clock.advance(30 * second);
    expect(world.asked.length).toBeGreaterThan(before);
  });

  it('shortens no wait that the network named', async () => {
    const later = () => new Response('', { status: 503, headers: { 'retry-after': '3600' } });
    const world = start(['s'], (passed, path) => {
      if (passed < 10 * minute) return {};
      if (path === '/inbox') return { raw: later };
      return passed < 40 * minute ? { fails: failure('ECONNRESET') } : {};
    });
    await world.clock.advance(3 * hour);
    const waits = between(world.times('/inbox').filter((at) => at >= 10 * minute));
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(hour);
  });

  it('is no reason to ask a method more often that fails by itself', async () => {
    const world = start(['s'], (_, path) => (path === '/questions' ? { raw: json(500, { error_id: 500 }) } : {}));
    await world.clock.advance(3 * hour);
    expect(world.times('/questions').length).toBeLessThan(30);
    expect(world.times('/inbox').length).toBeGreaterThan(30);
  });
});

import { expect, it } from 'vitest';
import { pageOnWire, questionOnWire, schedulerOverClient, watchOf } from '../scheduler-over-client.ts';

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000];
const START = Date.UTC(2026, 0, 5);

/** A site where a question comes every 40 seconds, half of them watched, and whose answers may tell odd times. */
function oddSite(dateOf: (at: number) => string | null | undefined) {
  const questionAt = (number: number) =>
    questionOnWire(number, START + number * 40_000, { tags: number % 2 === 0 ? ['a'] : ['b'] });
  return schedulerOverClient({
    watches: [watchOf('w', 's')],
    answer(path, _, query, now) {
      const date = dateOf(now);
      if (path !== '/questions') return { date };
      const from = Number(query.get('fromdate') ?? 0);
      const all = Array.from({ length: Math.floor(now / 40_000) + 1 }, (_item, number) => questionAt(number));
      const listed = all.filter(({ creation_date: asked }) => asked >= from);
      return { date, ...pageOnWire(query.get('order') === 'desc' ? listed.toReversed() : listed, query) };
    },
  });
}

/** Expects these questions to be announced, and none twice. */
function expectAnnounced(told: number[], due: number[]): void {
  expect(told).toEqual(expect.arrayContaining(due));
  expect(new Set(told).size).toBe(told.length);
}

/** The watched questions that were asked between two moments, in ms since the start. */
const watchedBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor(to / 40_000) + 1 }, (_, number) => number).filter(
    (number) => number % 2 === 0 && number * 40_000 >= from && number * 40_000 < to,
  );

const headerOf = (ms: number): string => new Date(START + ms).toUTCString();

const ODD_DATES: [name: string, date: (at: number) => string | null][] = [
  ['a day ahead', (at) => headerOf(at + day)],
  ['a day behind', (at) => headerOf(at - day)],
  ['ten years ahead', (at) => headerOf(at + 3650 * day)],
  ['in 1970', () => 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['in the year 275760', () => 'Sat, 13 Sep 275760 00:00:00 GMT'],
  ['garbage', () => 'yesterday, I think'],
  ['none', () => null],
];

it.each(ODD_DATES)('a Date header of %s for three minutes costs no watched question', async (_, dateOf) => {
  const [from, to] = [5 * minute, 8 * minute];
  const world = oddSite((at) => (at >= from && at < to ? dateOf(at) : undefined));
  await world.clock.advance(to + 40 * minute);
  expectAnnounced(world.told(), watchedBetween(minute, to + 38 * minute));
  expect(world.timeError()).toBeLessThan(3000);
});

it.each(ODD_DATES.slice(0, 3))('nor does a Date header of %s at the first start and a restart', async (_, dateOf) => {
  const to = 3 * minute;
  const world = oddSite((at) => (at < to ? dateOf(at) : undefined));
  await world.clock.advance(2 * minute);
  await world.restart();
  await world.clock.advance(to + 18 * minute);
  expectAnnounced(world.told(), watchedBetween(to, to + 16 * minute));
  // Nothing that was asked before the watch is news, whatever the time seemed to be.
  expect(world.told()).not.toContain(0);
  expect(world.timeError()).toBeLessThan(3000);
});

it.each<[string, (at: number) => string]>([
  ['20 minutes ahead', (at) => headerOf(at + 20 * minute)],
  ['ever further ahead', (at) => headerOf(at * 1.125)],
  ['a day behind', (at) => headerOf(at - day)],
])('answers whose Date header stays wrong (%s) silence nothing, and cost no more requests', async (_, dateOf) => {
  const world = oddSite((at) => (at < 5 * minute ? undefined : dateOf(at)));
  await world.clock.advance(2.5 * hour);
  expectAnnounced(world.told(), watchedBetween(minute, 2.5 * hour - 6 * minute));
  expect(world.told()).not.toContain(0);
  expect(world.times('/questions').length).toBeLessThan(2.5 * 65);
});

it('answers whose Date header stays wrong are not what they are where this machine’s clock is hours behind, and nothing is read again and again', async () => {
  const world = oddSite(() => undefined);
  world.clock.set(world.clock.now() - 5 * hour);
  await world.restart();
  await world.clock.advance(1.5 * hour);
  expect(world.told()).toEqual(expect.arrayContaining(watchedBetween(2 * minute, 1.5 * hour - 4 * minute)));
  const dates = world.asked.flatMap(({ url, at }) => {
    const from = new URLSearchParams(url.split('?')[1]).get('fromdate');
    return from === null ? [] : [START + at - Number(from) * 1000];
  });
  // But for once at the start.
  expect(dates.filter((back) => back > 20 * minute).length).toBeLessThanOrEqual(2);
});

it.each([day, 3650 * day])('a history whose marks stand in the future heals itself: by %d ms', async (ahead) => {
  const world = oddSite(() => undefined);
  await world.clock.advance(20 * minute);
  await world.restart(() => {
    const { profile } = world;
    const at = START + 20 * minute + ahead;
    const later = Math.floor(at / 1000);
    profile.setMark('cursor:questions:s', { newest: later, settled: later - 300, behind: false, page: 1 });
    profile.setMark('rates:questions:s', { readUntil: later, all: { n: 30, seconds: 1200 } });
    profile.setMark('watch:w', { since: at, madeAt: START });
    profile.setMark('skew', ahead);
    profile.setMark('stream:questions:s', { lastSentAt: at, notBefore: at + minute });
    const left = { max: 10_000, remaining: 9000, usedByAskbell: 100 };
    profile.setMark('budget', { ...left, observedAt: at, windowStartedAt: at, shownAt: at });
  });
  const before = world.told();
  await world.clock.advance(30 * minute);
  expectAnnounced(world.told(), watchedBetween(20 * minute, 48 * minute));
  expect(world.told().slice(0, before.length)).toEqual(before);
  expect(world.scheduler().quota()!.windowStartedAt).toBeLessThanOrEqual(START + world.passed());
});

it('a history whose marks stand in the future where a page was left half read at such a mark, too', async () => {
  const world = oddSite(() => undefined);
  await world.clock.advance(20 * minute);
  await world.restart(() => {
    const later = Math.floor((START + 20 * minute + day) / 1000);
    const cursor = { newest: later, position: later, began: later, behind: true, page: 7 };
    world.profile.setMark('cursor:questions:s', cursor);
  });
  await world.clock.advance(10 * minute);
  expect(world.told()).toEqual(expect.arrayContaining(watchedBetween(minute, 28 * minute)));
});

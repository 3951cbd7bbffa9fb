import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { expect, it } from 'vitest';
import { shortenedScoreWindow } from '../../../../../electron/agent/sources/questions/listed-questions.ts';
import { matchesOf } from '../../../../support/matches.ts';
import { BEGAN, pageOnWire, questionOnWire, schedulerOverClient, watchOf } from './scheduler-over-client.ts';

const hour = 3600_000;
const FEATURED = '/questions/featured';
const SCORED = '/search/advanced';
const watches = (rule: object) => [watchOf('w', 's', rule)];

/** So many questions, one an hour, the newest first. */
const hourly = (count: number) =>
  Array.from({ length: count }, (_, at) => questionOnWire(1000 - at, BEGAN - (at + 1) * hour));

it.each([300, 10_000])('finds a bounty on an old question of a third page, on %i requests a day', async (quota) => {
  let offered = false;
  // The one that gets its bounty during the test is the oldest.
  const { clock, told, asked, remaining } = schedulerOverClient({
    watches: watches({ bounty: true }),
    quota,
    answer: (path, _times, query) => (path === FEATURED ? pageOnWire(hourly(offered ? 241 : 240), query) : {}),
  });
  await clock.advance(2 * hour);
  offered = true;
  await clock.advance(8 * hour);
  expect(told()).toEqual([1000 - 240]);
  // The list takes three requests each time, so it is looked at more rarely, and the day is not spent on it.
  expect(asked.filter(({ path }) => path === FEATURED).length).toBeGreaterThan(9);
  await clock.advance(13.9 * hour);
  expect(remaining()).toBeGreaterThanOrEqual(3);
  expect(told()).toHaveLength(1);
});

it('a first look that does not see the whole list takes nothing for news that stood in it of bounties, where the network asks for a pause after its first page', async () => {
  let offered = false;
  const late = questionOnWire(1, BEGAN - 999 * hour);
  const { clock, told, times } = schedulerOverClient({
    watches: watches({ bounty: true }),
    answer: (path, asked, query) =>
      path === FEATURED
        ? { ...pageOnWire([...hourly(240), ...(offered ? [late] : [])], query), ...(asked === 1 && { backoff: 5 }) }
        : {},
  });
  await clock.advance(2 * hour);
  expect(times(FEATURED).length).toBeGreaterThan(3);
  expect(told()).toEqual([]);
  offered = true;
  await clock.advance(hour);
  expect(told()).toEqual([1]);
});

const CUTS = ['a pause', 'more pages than are read'];
it.each(CUTS)('a first look cut short by %s takes nothing for news that stood in it of scores', async (because) => {
  let liked = false;
  const scored = (id: number, askedAt: number, score: number) => ({ ...questionOnWire(id, askedAt), score });
  const all = Array.from({ length: because === 'a pause' ? 240 : 700 }, (_, n) =>
    scored(n + 1, BEGAN - (n + 1) * 6 * 60_000, 2 + (n % 9)),
  );
  const news = scored(999, BEGAN - 3 * hour, 2);
  const { clock, profile, told, times } = schedulerOverClient({
    watches: watches({ anyTags: ['a'], minScore: 2 }),
    answer(path, asked, query) {
      if (path !== SCORED) return {};
      const list = (liked ? [...all, news] : all)
        .filter(({ creation_date }) => creation_date >= Number(query.get('fromdate')))
        .toSorted((a, b) => a.score - b.score);
      return { ...pageOnWire(list, query), ...(asked === 1 && because === 'a pause' && { backoff: 5 }) };
    },
  });
  await clock.advance(8 * hour);
  expect(times(SCORED).length).toBeGreaterThan(6);
  expect(told()).toEqual([]);
  // What is not looked at any more is said.
  expect(shortenedScoreWindow(profile, 's')).toBe(because === 'a pause' ? undefined : 36);
  liked = true;
  await clock.advance(hour);
  expect(told()).toEqual([999]);
  // The window grows again as the old ones leave it, and what comes in sight with it is old.
  await clock.advance(40 * hour);
  expect(told()).toEqual([999]);
});

/** Questions of a site as they are now, by number, and what a search by score and tags finds of them. */
function site(...questions: [id: number, score: number, tag: string][]) {
  const all = new Map<number, { score: number; tags: string[]; editedAt?: number }>(
    questions.map(([id, score, tag]) => [id, { score, tags: [tag] }]),
  );
  const world = schedulerOverClient({
    watches: watches({ anyTags: ['a'], minScore: 3 }),
    answer(path, _times, query) {
      if (path !== SCORED) return {};
      const tagged = query.get('tagged')?.split(';');
      const found = [...all].filter(
        ([, { score, tags }]) =>
          score >= Number(query.get('min')) && (!tagged || tags.some((tag) => tagged.includes(tag))),
      );
      const items = found.map(([id, { editedAt, ...facts }]) => {
        const edited = editedAt !== undefined && { last_edit_date: Math.floor(editedAt / 1000) };
        return questionOnWire(id, BEGAN - 24 * hour, { ...facts, ...edited });
      });
      return { items };
    },
  });
  return { ...world, all };
}

it('an edit that lets an old question match is no news to a watch for scores where it had its score long ago', async () => {
  const { all, clock, told, profile } = site([1, 9, 'b']);
  await clock.advance(3 * hour);
  all.set(1, { score: 9, tags: ['a'], editedAt: clock.now() });
  await clock.advance(2 * hour);
  expect(told()).toEqual([]);
  // Listed it is, as one that was there before the watch.
  expect(matchesOf(profile, 's')).toMatchObject([{ questionId: 1, unread: false }]);
  all.set(1, { score: 12, tags: ['a', 'b'], editedAt: clock.now() });
  await clock.advance(hour);
  expect(told()).toEqual([]);
});

it('an edit that lets an old question match is no news to a watch for scores and one that reaches its score is, whenever it was edited before', async () => {
  const { all, clock, told } = site([1, 2, 'a'], [2, 0, 'a']);
  await clock.advance(3 * hour);
  all.set(1, { score: 2, tags: ['a'], editedAt: clock.now() });
  await clock.advance(hour);
  all.set(1, { ...all.get(1)!, score: 3 });
  // Edited between two looks, with three votes at once, and one more than it takes.
  all.set(2, { score: 4, tags: ['a'], editedAt: clock.now() });
  await clock.advance(hour);
  expect(told().toSorted()).toEqual([1, 2]);
});

it('an edit that lets an old question match is no news to a watch for scores and what was edited in a night without a look is, where it could have come so far in that time', async () => {
  const { all, clock, restart, told } = site([1, 0, 'a'], [3, 90, 'b']);
  await clock.advance(hour);
  await restart(async () => {
    await clock.advance(9 * hour);
    all.set(1, { score: 8, tags: ['a'], editedAt: clock.now() - 5 * hour });
    all.set(3, { score: 90, tags: ['a'], editedAt: clock.now() - 5 * hour });
  });
  await clock.advance(hour);
  expect(told()).toEqual([1]);
});

/** A watch for bounties on a site with this many open ones, and what its looks took. */
function bounties(open: number) {
  const world = schedulerOverClient({
    watches: watches({ bounty: true }),
    answer: (path, _times, query) => (path === FEATURED ? pageOnWire(hourly(open), query) : {}),
  });
  const scheduler = world.scheduler();
  const line = () => scheduler.plan(ENGLISH).find(({ stream }) => stream.startsWith('featured:'));
  return { ...world, scheduler, line };
}

it('what is told of a list of bounties is what its looks really take, and what a preview told that saw its first page full', async () => {
  const { clock, scheduler, times, line } = bounties(240);
  await clock.advance(2 * hour);
  const before = times(FEATURED).length;
  const told = line();
  const cost = scheduler.pollsPerDay('featured:s');
  const estimated = (pages: number) => scheduler.pollsPerDay('featured:another', { estimate: { pages } });
  expect(estimated(3) / cost).toBeCloseTo(1, 1);
  expect(estimated(1) * 3).toBeCloseTo(cost, -1);
  await clock.advance(3 * hour);
  const requests = 8 * (times(FEATURED).length - before);
  // Each look takes three pages.
  expect(told?.everySeconds).toBe(600);
  expect(Math.abs(told!.perDay / requests - 1)).toBeLessThan(0.08);
  expect(Math.abs(cost / requests - 1)).toBeLessThan(0.08);
});

it('what is told of a list of bounties does not call its own rest a pause that the network asked for', async () => {
  const { clock, line } = bounties(3);
  await clock.advance(hour);
  for (let minute = 0; minute < 20; minute++) {
    await clock.advance(60_000);
    expect(line()?.why).toBe('Scores and bounties change slowly.');
  }
});

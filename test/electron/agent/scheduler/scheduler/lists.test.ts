import { describe, expect, it } from 'vitest';
import type { Network } from '../../../../../electron/api/network.ts';
import { shortenedScoreWindow } from '../../../../../electron/agent/sources/questions/listed-questions.ts';
import { Question } from '../../../../../common/resources.ts';
import { schedulerUnderTest } from './scheduler-under-test.ts';
import { matchesOf } from '../../../../support/matches.ts';

const hour = 3600_000;
const ask = (question_id: number, at: number, part: object = {}) =>
  Question.parse({ question_id, creation_date: Math.floor(at / 1000), title: `Q${question_id}`, tags: ['a'], ...part });
const pageOf = <T>(list: T[], page = 1): [T[], boolean] => [
  list.slice((page - 1) * 100, page * 100),
  page * 100 < list.length,
];

it.each([300, 10_000])(
  'finds a bounty on an old question of a site with more of them than a page shows, on %i requests a day',
  async (perDay) => {
    const quota = { max: perDay, remaining: perDay };
    let offered = false;
    let looks = 0;
    const routes: Parameters<typeof schedulerUnderTest>[1] = (answer, now) => {
      const start = now();
      // The newest first; the one that gets its bounty during the test is the oldest.
      const list = Array.from({ length: 241 }, (_, n) => ask(1000 - n, start - (n + 1) * hour));
      return {
        featured({ page = 1 }) {
          looks += page === 1 ? 1 : 0;
          return answer(...pageOf(list.slice(0, offered ? 241 : 240), page));
        },
      };
    };
    const { clock, told } = schedulerUnderTest({ bounty: true }, routes, quota);
    await clock.advance(2 * hour);
    offered = true;
    await clock.advance(8 * hour);
    expect(told()).toEqual([1000 - 240]);
    // The list takes three requests each time, so it is looked at more rarely, and the day is not spent on it.
    expect(looks).toBeGreaterThan(3);
    await clock.advance(13.9 * hour);
    expect(quota.remaining).toBeGreaterThanOrEqual(3);
    expect(told()).toHaveLength(1);
  },
);

describe('a first look that does not see the whole list takes nothing for news that stood in it', () => {
  it('of bounties, where the network asks for a pause after its first page', async () => {
    let asked = 0;
    let offered = false;
    const { clock, told } = schedulerUnderTest({ bounty: true }, (answer, now) => {
      const start = now();
      const list = Array.from({ length: 240 }, (_, n) => ask(n + 1, start - (n + 1) * hour));
      return {
        featured: async ({ page }: Parameters<Network['featured']>[0]) => ({
          ...(await answer(...pageOf(offered ? [...list, ask(999, start - 999 * hour)] : list, page))),
          ...((asked += 1) === 1 && { backoffUntil: now() + 5000 }),
        }),
      };
    });
    await clock.advance(2 * hour);
    expect(asked).toBeGreaterThan(3);
    expect(told()).toEqual([]);
    offered = true;
    await clock.advance(hour);
    expect(told()).toEqual([999]);
  });

  it.each(['a pause', 'more pages than are read'])('of scores, because of %s', async (because) => {
    let asked = 0;
    let liked = false;
    const { clock, profile, told } = schedulerUnderTest({ anyTags: ['a'], minScore: 2 }, (answer, now) => {
      const start = now();
      const all = Array.from({ length: because === 'a pause' ? 240 : 700 }, (_, n) =>
        ask(n + 1, start - (n + 1) * 6 * 60_000, { score: 2 + (n % 9) }),
      );
      const news = ask(999, start - 3 * hour, { score: 2 });
      return {
        scored: async ({ page, fromdate }: Parameters<Network['scored']>[0]) => {
          const list = (liked ? [...all, news] : all)
            .filter(({ creation_date: at }) => at.getTime() >= fromdate * 1000)
            .toSorted((a, b) => a.score! - b.score!);
          return {
            ...(await answer(...pageOf(list, page))),
            ...((asked += 1) === 1 && because === 'a pause' && { backoffUntil: now() + 5000 }),
          };
        },
      };
    });
    await clock.advance(8 * hour);
    expect(asked).toBeGreaterThan(6);
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
});

describe('an edit that lets an old question match is no news to a watch for scores', () => {
  /** Questions of a site as they are now, by number, and what a search by score and tags finds of them. */
  function site(questions: [id: number, score: number, tag: string][]) {
    const all = new Map<number, { score: number; tags: string[]; editedAt?: number }>(
      questions.map(([id, score, tag]) => [id, { score, tags: [tag] }]),
    );
    const world = schedulerUnderTest({ anyTags: ['a'], minScore: 3 }, (answer, now) => {
      const start = now();
      return {
        scored({ minScore, tagged }: Parameters<Network['scored']>[0]) {
          const found = [...all].filter(
            ([, { score, tags }]) => score >= minScore && (!tagged || tags.some((tag) => tagged.includes(tag))),
          );
          return answer(
            found.map(([id, { editedAt, ...facts }]) =>
              ask(id, start - 24 * hour, {
                ...facts,
                ...(editedAt !== undefined && { last_edit_date: Math.floor(editedAt / 1000) }),
              }),
            ),
          );
        },
      };
    });
    return { ...world, all };
  }

  it('where it had its score long ago', async () => {
    const { all, clock, told, profile } = site([[1, 9, 'b']]);
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

  it('and one that reaches its score is, whenever it was edited before', async () => {
    const { all, clock, told } = site([
      [1, 2, 'a'],
      [2, 2, 'a'],
    ]);
    await clock.advance(3 * hour);
    all.set(1, { score: 2, tags: ['a'], editedAt: clock.now() });
    await clock.advance(hour);
    all.set(1, { ...all.get(1)!, score: 3 });
    all.set(2, { score: 4, tags: ['a'] });
    await clock.advance(hour);
    expect(told().toSorted()).toEqual([1, 2]);
  });

  it('and one that is edited and reaches its score between two looks is, too', async () => {
    const { all, clock, told } = site([
      [1, 0, 'a'],
      [2, 0, 'a'],
    ]);
    await clock.advance(3 * hour);
    // Three votes at once, and one more than it takes.
    all.set(1, { score: 4, tags: ['a'], editedAt: clock.now() });
    all.set(2, { score: 4, tags: ['a'] });
    await clock.advance(hour);
    expect(told().toSorted()).toEqual([1, 2]);
  });

  it('and what was edited in a night without a look is, where it could have come so far in that time', async () => {
    const { all, clock, scheduler, told, restart } = site([
      [1, 0, 'a'],
      [3, 90, 'b'],
    ]);
    await clock.advance(hour);
    await scheduler.stop();
    await clock.advance(9 * hour);
    all.set(1, { score: 8, tags: ['a'], editedAt: clock.now() - 5 * hour });
    all.set(3, { score: 90, tags: ['a'], editedAt: clock.now() - 5 * hour });
    await restart();
    await clock.advance(hour);
    expect(told()).toEqual([1]);
  });
});

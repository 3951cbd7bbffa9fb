import { expect, it } from 'vitest';
import type { Network } from '../../../../../electron/api/network.ts';
import { Question } from '../../../../../common/resources.ts';
import { schedulerUnderTest } from './scheduler-under-test.ts';

const hour = 3600_000;

/**
 * A scheduler for two days at a site with 2,000 questions an hour, of which every 200th carries the tag that is watched.
 */
async function twoDays(rule: object) {
  const every = hour / 2000;
  const quota = { max: 300, remaining: 300 };
  const isWanted = (n: number) => n % 200 === 0;
  const routes: Parameters<typeof schedulerUnderTest>[1] = (answer, now) => {
    const start = now();
    const list = (onlyWanted: boolean, { order, fromdate = 0 }: { order: 'asc' | 'desc'; fromdate?: number }) => {
      const newest = Math.floor((now() - start) / every);
      const first = Math.max(-20_000, Math.ceil((fromdate * 1000 - start) / every));
      const found: number[] = [];
      for (let at = 0; at <= newest - first && found.length < 101; at++) {
        const n = order === 'asc' ? first + at : newest - at;
        if (!onlyWanted || isWanted(n)) found.push(n);
      }
      const items = found.slice(0, 100).map((n) => {
        const question_id = n + 30_000;
        const creation_date = (start + n * every) / 1000;
        return Question.parse({ question_id, creation_date, title: `Q${n}`, tags: [isWanted(n) ? 'wanted' : 'other'] });
      });
      return answer(items, found.length > 100);
    };
    return {
      questions: (query: Parameters<Network['questions']>[0]) => list(false, query),
      search: (query: Parameters<Network['search']>[0]) => list(true, query),
    };
  };
  const { clock, told, times } = schedulerUnderTest(rule, routes, quota);
  await clock.advance(24 * hour);
  quota.remaining = 300;
  const asked = () => ({ all: times('questions').length, search: times('search').length });
  const before = asked();
  await clock.advance(24 * hour);
  return {
    all: asked().all - before.all,
    search: asked().search - before.search,
    told: told().length,
    unique: new Set(told()).size,
    remaining: quota.remaining,
  };
}

it('asks a busy site by a search where its pages would fill faster than its news is worth', async () => {
  const searched = await twoDays({ anyTags: ['wanted'] });
  expect(searched.search).toBeGreaterThan(10);
  expect(searched.all).toBeLessThan(searched.search / 4);
  expect(searched.unique).toBe(searched.told);
  // Two days bring 480; what was asked since the last poll may be out.
  expect(searched.told).toBeGreaterThan(440);
  expect(searched.remaining).toBeGreaterThanOrEqual(3);

  const wild = await twoDays({ anyTags: ['want*'] });
  expect(wild.search).toBe(0);
  expect(wild.unique).toBe(wild.told);
  // 960 pages came, and 300 requests cannot read them: less is told, nothing twice, and three requests are left for
  // clicks.
  expect(wild.told).toBeLessThan(searched.told);
  expect(wild.remaining).toBeGreaterThanOrEqual(3);
});

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
  const asked = { all: 0, search: 0 };
  const tagged = (n: number) => (n % 200 === 0 ? 'wanted' : 'other');
  const { clock, scheduler, told, end } = schedulerUnderTest(rule, quota, (answer, now) => {
    const start = now();
    const questions = (wanted: boolean, { order, fromdate = 0 }: { order: 'asc' | 'desc'; fromdate?: number }) => {
      const newest = Math.floor((now() - start) / every);
      const found: number[] = [];
      const first = Math.max(-20_000, Math.ceil((fromdate * 1000 - start) / every));
      for (
        let n = order === 'asc' ? first : newest;
        n >= first && n <= newest && found.length < 101;
        n += order === 'asc' ? 1 : -1
      )
        if (!wanted || tagged(n) === 'wanted') found.push(n);
      const items = found.slice(0, 100).map((n) =>
        Question.parse({
          question_id: n + 30_000,
          creation_date: (start + n * every) / 1000,
          title: `Q${n}`,
          tags: [tagged(n)],
        }),
      );
      return answer(items, found.length > 100);
    };
    return {
      questions(query: Parameters<Network['questions']>[0]) {
        asked.all += 1;
        return questions(false, query);
      },
      search(query: Parameters<Network['search']>[0]) {
        asked.search += 1;
        return questions(true, query);
      },
    };
  });
  scheduler.start();
  await clock.advance(24 * hour);
  quota.remaining = 300;
  const before = { ...asked };
  await clock.advance(24 * hour);
  const all = told();
  await end();
  return {
    all: asked.all - before.all,
    search: asked.search - before.search,
    told: all.length,
    unique: new Set(all).size,
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

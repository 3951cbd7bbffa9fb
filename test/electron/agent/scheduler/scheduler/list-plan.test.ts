import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { describe, expect, it } from 'vitest';
import { Question } from '../../../../../common/resources.ts';
import { schedulerUnderTest } from './scheduler-under-test.ts';

const hour = 3600_000;

/** A watch for bounties on a site with this many open ones, and what its looks took. */
function bounties(open: number) {
  const asked = { looks: 0, requests: 0 };
  const under = schedulerUnderTest(
    { anyTags: ['a'], bounty: true },
    { max: 10_000, remaining: 10_000 },
    (answer, now) => {
      const list = Array.from({ length: open }, (_, index) =>
        Question.parse({
          question_id: index + 1,
          creation_date: Math.floor((now() - (index + 1) * hour) / 1000),
          title: 'Q',
          tags: ['a'],
        }),
      );
      return {
        featured({ page = 1 }) {
          asked.requests++;
          if (page === 1) asked.looks++;
          return answer(list.slice((page - 1) * 100, page * 100), page * 100 < open);
        },
      };
    },
  );
  return { ...under, asked };
}

describe('what is told of a list of bounties', () => {
  it('is what its looks really take', async () => {
    const { clock, scheduler, asked, end } = bounties(240);
    scheduler.start();
    await clock.advance(2 * hour);
    const before = { ...asked };
    const told = scheduler.plan(ENGLISH).find(({ stream }) => stream.startsWith('featured:'));
    const cost = scheduler.pollsPerDay('featured:s');
    await clock.advance(3 * hour);
    const looks = 8 * (asked.looks - before.looks);
    const requests = 8 * (asked.requests - before.requests);
    expect(requests).toBe(3 * looks);
    expect(told?.everySeconds).toBe(600);
    expect(Math.abs(told!.perDay / requests - 1)).toBeLessThan(0.08);
    expect(Math.abs(cost / requests - 1)).toBeLessThan(0.08);
    await end();
  });

  it('is what a preview told that saw its first page full', async () => {
    const { clock, scheduler, end } = bounties(240);
    scheduler.start();
    await clock.advance(2 * hour);
    expect(
      scheduler.pollsPerDay('featured:another', { estimate: { pages: 3 } }) / scheduler.pollsPerDay('featured:s'),
    ).toBeCloseTo(1, 1);
    expect(scheduler.pollsPerDay('featured:another', { estimate: { pages: 1 } }) * 3).toBeCloseTo(
      scheduler.pollsPerDay('featured:s'),
      -1,
    );
    await end();
  });

  it('does not call its own rest a pause that the network asked for', async () => {
    const { clock, scheduler, end } = bounties(3);
    scheduler.start();
    await clock.advance(hour);
    for (let minute = 0; minute < 20; minute++) {
      await clock.advance(60_000);
      expect(scheduler.plan(ENGLISH).find(({ stream }) => stream.startsWith('featured:'))?.why).toBe(
        'Scores and bounties change slowly.',
      );
    }
    await end();
  });
});

import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { describe, expect, it } from 'vitest';
import { Question } from '../../../../../common/resources.ts';
import { schedulerUnderTest } from './scheduler-under-test.ts';

const hour = 3600_000;

/** A watch for bounties on a site with this many open ones, and what its looks took. */
function bounties(open: number) {
  const asked = { looks: 0, requests: 0 };
  const under = schedulerUnderTest({ anyTags: ['a'], bounty: true }, (answer, now) => {
    const list = Array.from({ length: open }, (_, index) => {
      const createdAt = Math.floor((now() - (index + 1) * hour) / 1000);
      return Question.parse({ question_id: index + 1, creation_date: createdAt, title: 'Q', tags: ['a'] });
    });
    return {
      featured({ page = 1 }) {
        asked.requests++;
        if (page === 1) asked.looks++;
        return answer(list.slice((page - 1) * 100, page * 100), page * 100 < open);
      },
    };
  });
  const line = () => under.scheduler.plan(ENGLISH).find(({ stream }) => stream.startsWith('featured:'));
  return { ...under, asked, line };
}

describe('what is told of a list of bounties', () => {
  it('is what its looks really take', async () => {
    const { clock, scheduler, asked, line } = bounties(240);
    await clock.advance(2 * hour);
    const before = { ...asked };
    const told = line();
    const cost = scheduler.pollsPerDay('featured:s');
    await clock.advance(3 * hour);
    const looks = 8 * (asked.looks - before.looks);
    const requests = 8 * (asked.requests - before.requests);
    expect(requests).toBe(3 * looks);
    expect(told?.everySeconds).toBe(600);
    expect(Math.abs(told!.perDay / requests - 1)).toBeLessThan(0.08);
    expect(Math.abs(cost / requests - 1)).toBeLessThan(0.08);
  });

  it('is what a preview told that saw its first page full', async () => {
    const { clock, scheduler } = bounties(240);
    await clock.advance(2 * hour);
    const real = scheduler.pollsPerDay('featured:s');
    const estimated = (pages: number) => scheduler.pollsPerDay('featured:another', { estimate: { pages } });
    expect(estimated(3) / real).toBeCloseTo(1, 1);
    expect(estimated(1) * 3).toBeCloseTo(real, -1);
  });

  it('does not call its own rest a pause that the network asked for', async () => {
    const { clock, line } = bounties(3);
    await clock.advance(hour);
    for (let minute = 0; minute < 20; minute++) {
      await clock.advance(60_000);
      expect(line()?.why).toBe('Scores and bounties change slowly.');
    }
  });
});

import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { describe, expect, it } from 'vitest';
import { BEGAN, pageOnWire, questionOnWire, schedulerOverClient, watchOf } from './scheduler-over-client.ts';

const hour = 3600_000;
const FEATURED = '/questions/featured';

/** A watch for bounties on a site with this many open ones, and what its looks took. */
function bounties(open: number) {
  const list = Array.from({ length: open }, (_, at) => questionOnWire(at + 1, BEGAN - (at + 1) * hour));
  const world = schedulerOverClient({
    watches: [watchOf('w', 's', { anyTags: ['a'], bounty: true })],
    answer: (path, _times, query) => (path === FEATURED ? pageOnWire(list, query) : {}),
  });
  const scheduler = world.scheduler();
  const line = () => scheduler.plan(ENGLISH).find(({ stream }) => stream.startsWith('featured:'));
  return { ...world, scheduler, line };
}

describe('what is told of a list of bounties', () => {
  it('is what its looks really take, and what a preview told that saw its first page full', async () => {
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

  it('does not call its own rest a pause that the network asked for', async () => {
    const { clock, line } = bounties(3);
    await clock.advance(hour);
    for (let minute = 0; minute < 20; minute++) {
      await clock.advance(60_000);
      expect(line()?.why).toBe('Scores and bounties change slowly.');
    }
  });
});

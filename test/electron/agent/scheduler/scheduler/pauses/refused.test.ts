import { afterEach, describe, expect, it } from 'vitest';
import { schedulerOverClient } from '../scheduler-over-client.ts';

const minute = 60_000;

describe('a network that refused everything for hours', () => {
  let world: ReturnType<typeof schedulerOverClient>;
  afterEach(() => world.end());

  it('is asked again as soon as the person wants it', async () => {
    let isRefusing = true;
    const refusal = { error_id: 400, error_name: 'bad_parameter', error_message: 'pagesize' };
    world = schedulerOverClient({ answer: () => (isRefusing ? { refusal } : {}) });
    await world.clock.advance(180 * minute);
    expect(
      world
        .scheduler()
        .conditions()
        .map(({ kind }) => kind),
    ).toEqual(['bad-request']);
    isRefusing = false;
    const asked = world.asked.length;
    world.scheduler().pollNow({ byPerson: true });
    await world.clock.advance(2 * minute);
    expect(world.asked.length).toBeGreaterThan(asked);
    expect(world.scheduler().conditions()).toEqual([]);
  });

  it('is asked no sooner than a minute after the last time, and no more often than it is wanted', async () => {
    const refusal = { error_id: 400, error_name: 'bad_parameter', error_message: 'pagesize' };
    world = schedulerOverClient({ answer: () => ({ refusal }) });
    await world.clock.advance(minute);
    const before = world.asked.length;
    for (let clicks = 0; clicks < 5; clicks++) world.scheduler().pollNow({ byPerson: true });
    await world.clock.advance(30_000);
    const urls = world.asked.map(({ url, at }) => `${url} ${Math.floor(at / minute)}`);
    expect(new Set(urls).size).toBe(urls.length);
    expect(world.asked.length - before).toBeLessThanOrEqual(3);
  });

  it.each([
    ['a 403 access_denied', { error_id: 403, error_name: 'access_denied', error_message: 'no' }],
    ['a 400 bad_parameter', { error_id: 400, error_name: 'bad_parameter', error_message: 'pagesize' }],
  ])('recovers within 3 minutes from %s of one route, while the others carry on', async (_what, refusal) => {
    let refused: string | undefined;
    world = schedulerOverClient({ answer: (route) => (route === refused ? { refusal } : {}) });
    await world.clock.advance(60 * minute);
    refused = '/inbox';
    const since = world.asked.length;
    await world.clock.advance(40 * minute);
    expect(world.scheduler().conditions()).toHaveLength(1);
    const others = world.asked.slice(since).filter(({ path }) => path !== refused);
    expect(others.length).toBeGreaterThan(0);
    refused = undefined;
    await world.clock.advance(3 * minute);
    expect(world.scheduler().conditions()).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { pollerOverClient } from '../poller-over-client.ts';

const minute = 60_000;

describe('a network that refused everything for hours', () => {
  let world: ReturnType<typeof pollerOverClient>;
  afterEach(() => world.end());

  it('is asked again as soon as the person wants it', async () => {
    let isRefusing = true;
    const refusal = { error_id: 400, error_name: 'bad_parameter', error_message: 'pagesize' };
    world = pollerOverClient({ answer: () => (isRefusing ? { refusal } : {}) });
    await world.clock.advance(180 * minute);
    expect(
      world
        .poller()
        .conditions()
        .map(({ kind }) => kind),
    ).toEqual(['bad-request']);
    isRefusing = false;
    const asked = world.asked.length;
    world.poller().wantAll({ byPerson: true });
    await world.clock.advance(2 * minute);
    expect(world.asked.length).toBeGreaterThan(asked);
    expect(world.poller().conditions()).toEqual([]);
  });

  it('is asked no sooner than a minute after the last time, and no more often than it is wanted', async () => {
    const refusal = { error_id: 400, error_name: 'bad_parameter', error_message: 'pagesize' };
    world = pollerOverClient({ answer: () => ({ refusal }) });
    await world.clock.advance(minute);
    const before = world.asked.length;
    for (let clicks = 0; clicks < 5; clicks++) world.poller().wantAll({ byPerson: true });
    await world.clock.advance(30_000);
    const urls = world.asked.map(({ url, at }) => `${url} ${Math.floor(at / minute)}`);
    expect(new Set(urls).size).toBe(urls.length);
    expect(world.asked.length - before).toBeLessThanOrEqual(3);
  });
});

import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../../../../../electron/api/network.ts';
import { accountOnWire, schedulerOverClient, siteOnWire, watchOf } from '../scheduler-over-client.ts';

/** Silence is kept that much longer than asked for, in ms. */
const courtesy = 2250;
const minute = 60_000;
const watches = [watchOf('w', 's')];

it('reads all sites although the network asks for a pause after each page of them, and each page once', async () => {
  const pages = 4;
  const world = schedulerOverClient({
    answer(path, _, query) {
      const page = Number(query.get('page'));
      if (path === '/sites') return { items: [siteOnWire(`s${page}`)], hasMore: page < pages, backoff: 10 };
      return path === '/me/associated' ? { items: [accountOnWire(1, 's3')] } : {};
    },
  });
  await world.clock.advance(minute / 2);
  await world.restart();
  await world.clock.advance(12 * 60 * minute);
  expect(world.times('/sites')).toHaveLength(pages);
  const known = world.history.sites('demo').map(({ id }) => id);
  expect(known.toSorted()).toEqual(['s1', 's2', 's3', 's4']);
  // The account came before its site was known, and is found by its name all the same.
  expect(world.profile.reputation.accounts().map(({ site }) => site.id)).toEqual(['s3']);
  expect(world.times('/inbox').length).toBeGreaterThan(10);
});

describe('a pause that the network asked for', () => {
  /** Longer than an hour, to which one of years is cut. */
  const pause = 65 * minute;
  /** A network that asks for a pause once: with the answer to a route that was asked so often. */
  const pausing = (of: string[], time = 1) => ({
    watches,
    answer: (path: string, times: number) => (of.includes(path) && times === time ? { backoff: pause / 1000 } : {}),
  });
  const after = (times: number[], moment: number): number => times.find((at) => at > moment)! - moment;

  it('holds a site that is watched only after a restart', async () => {
    const world = schedulerOverClient(pausing(['/questions']));
    await world.clock.advance(minute / 2);
    const [asked] = world.times('/questions');
    await world.restart();
    world.settings.change({ watches: [...world.settings.get().watches, watchOf('v', 'z')] });
    world.scheduler().replan();
    await world.clock.advance(2 * pause);
    expect(after(world.times('/questions'), asked!)).toBeGreaterThanOrEqual(pause);
    expect(after(world.times('/questions'), asked!)).toBeLessThan(pause + minute);
  });

  it('with the answer to a click holds the polls after a restart, and clicks as well', async () => {
    const world = schedulerOverClient(pausing(['/questions'], 2));
    await world.clock.advance(minute / 2);
    await world.network().questions({ site: 's', order: 'desc', pagesize: 50 });
    const clicked = world.times('/questions').at(-1)!;
    await world.clock.advance(5000);
    await world.restart();
    await expect(world.network().questions({ site: 'z', order: 'desc' })).rejects.toMatchObject({
      kind: 'backoff',
      retryAt: world.clock.now() + pause + courtesy - 5000,
    });
    await world.clock.advance(2 * pause);
    expect(after(world.times('/questions'), clicked)).toBeGreaterThanOrEqual(pause);
  });

  it.each([1, -5])('holds polls and clicks where the clock is set by %i hours, and after a restart', async (hours) => {
    const world = schedulerOverClient({ quota: 300, ...pausing(['/inbox', '/questions']) });
    await world.clock.advance(minute / 2);
    const [inbox] = world.times('/inbox');
    const [questions] = world.times('/questions');
    world.clock.set(world.clock.now() + hours * 60 * minute);
    const click = () => world.network().questions({ site: 'z', order: 'desc' });
    await expect(click()).rejects.toBeInstanceOf(NetworkError);
    await world.clock.advance(2000);
    await world.restart();
    await expect(click()).rejects.toBeInstanceOf(NetworkError);
    await world.clock.advance(2 * pause);
    expect(after(world.times('/inbox'), inbox!)).toBeGreaterThanOrEqual(pause);
    expect(after(world.times('/questions'), questions!)).toBeGreaterThanOrEqual(pause);
  });
});

it('does not repeat a request within the minute where a watch is removed and made again around a restart', async () => {
  const world = schedulerOverClient({ watches });
  await world.clock.advance(minute / 3);
  const [asked] = world.times('/questions');
  world.settings.change({ watches: [] });
  world.scheduler().forgetStreams(['questions:s']);
  world.scheduler().replan();
  await world.clock.advance(1000);
  await world.restart();
  world.settings.change({ watches: [watchOf('w2', 's', { anyTags: ['b'] })] });
  world.scheduler().replan();
  await world.clock.advance(2 * minute);
  // It is as new as any, so it has its first look as soon as the minute is over.
  expect(world.times('/questions')[1]! - asked!).toBeGreaterThanOrEqual(minute);
  expect(world.times('/questions')[1]! - asked!).toBeLessThan(minute + 2000);
});

import { describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import type { World, WorldOptions } from './askbell.ts';
import { it } from './story.ts';

/** Few requests for a day, and no request that finds out where the network reads who asks. */
const SMALL_QUOTA: WorldOptions = { sandbox: { quota: { key: 1500 }, credentials: 'both' } };

describe('an allowance that is used up', () => {
  it.override('options', SMALL_QUOTA);
  it.beforeEach(({ world }) => world.pass(4 * HOUR_MS));

  const sent = ({ sandbox }: World, from = 0) => sandbox.requests.slice(from);
  const counting = ({ desktop }: World) =>
    desktop.trayLabels().filter((label) => label.includes('  ·  Resumes in ')).length;
  /** Another app leaves this many requests; the next answer tells. */
  async function leave(world: World, remaining: number): Promise<void> {
    await world.control.setQuota(remaining + 1);
    await world.window.polling.syncNow();
    await world.pass(65_000);
  }

  it('is told with the end of the day counted down; inbox and clicks go on', async ({ world, people }) => {
    /** A day after the network began to count, in ms since the epoch; never midnight. */
    const dayEnds = sent(world)[0]!.at * 1000 + DAY_MS;
    await leave(world, 30);
    const [condition] = (await world.state()).conditions;
    expect(condition).toMatchObject({
      kind: 'quota-exhausted',
      severity: 'problem',
      advice: expect.stringMatching(/inbox/) as string,
    });
    expect(Math.abs(condition!.retryAt!.getTime() - dayEnds)).toBeLessThan(5000);
    expect((await world.account()).pollingPause).toEqual({ until: condition!.retryAt, why: 'quota' });
    expect(counting(world)).toBe(1);
    const before = sent(world).length;
    for (let start = 0; start < 5; start++) await world.restartAndPass(10 * MINUTE_MS);
    expect(sent(world, before).length).toBeLessThan(5);

    const spent = sent(world).length;
    people.answers();
    await world.pass(2 * HOUR_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(sent(world, spent).every(({ path }) => path.endsWith('/inbox'))).toBe(true);
    const clicked = sent(world).length;
    await world.window.polling.syncNow();
    await world.round();
    expect(new Set(sent(world, clicked).map(({ path }) => path)).size).toBeGreaterThan(1);
    await world.pass(dayEnds - world.clock.now() - MINUTE_MS);
    const times = sent(world, spent).flatMap(({ path, at }) => (path.endsWith('/inbox') ? [at] : []));
    expect(Math.max(...times.slice(1).map((at, index) => at - times[index]!))).toBeLessThan(2.5 * 3600);
    expect((await world.account()).quota!.remaining).toBeGreaterThanOrEqual(3);

    await world.pass(2 * MINUTE_MS);
    expect(await world.state()).toMatchObject({ conditions: [], accounts: [{ quota: { max: 1500 } }] });
    const { pollingPause, quota } = await world.account();
    expect(pollingPause).toBeUndefined();
    expect(counting(world)).toBe(0);
    expect(quota!.remaining).toBeGreaterThan(1480);
    expect(sent(world).every(({ status }) => status === 200)).toBe(true);
  });

  it('ends at once when any request shows that the quota is full again', async ({ world, people }) => {
    await leave(world, 0);
    await world.pass(10 * MINUTE_MS);
    expect(await world.conditions()).toContain('quota-exhausted');
    expect((await world.account()).pollingPause?.why).toBe('quota');
    const refused = sent(world).length;
    await world.pass(3 * HOUR_MS);
    expect(sent(world)).toHaveLength(refused);
    await world.control.setQuota(1400);
    people.answers();
    await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.pass(2000);
    expect(await world.conditions()).toEqual([]);
    expect((await world.account()).pollingPause).toBeUndefined();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });
});

describe('tags of inbox items that nobody has opened', () => {
  it.override('options', SMALL_QUOTA);
  /** Requests for questions by their numbers, and the numbers of each. */
  const asked = ({ sandbox }: World) =>
    sandbox.requests
      .filter(({ path }) => /\/questions\/[\d;]+$/.test(path))
      .map(({ path }) => path.split('/').at(-1)!.split(';').map(Number));

  it('are asked for, many in one request and none twice, and the filter finds by them', async ({ world }) => {
    await world.pass(20 * MINUTE_MS);
    const about = (await world.entries()).filter(({ link }) => /questions\/\d/.test(link ?? ''));
    expect(about.length).toBeGreaterThan(3);
    const tagged = (await world.entries()).filter(({ tags }) => tags.length > 0);
    expect(tagged.length).toBeGreaterThan(3);
    const [tag] = tagged[0]!.tags;
    const found = await world.entries({ tag: tag! });
    const withTag = tagged.filter(({ tags }) => tags.includes(tag!));
    expect(found.map(({ key }) => key)).toEqual(withTag.map(({ key }) => key));
    const { tags } = await world.window.inbox.counts({ filter: {} });
    expect(tags).toContainEqual({ value: tag, name: tag, count: found.length });
    const vectors = asked(world);
    const ids = vectors.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(vectors.length).toBeLessThan(ids.length);
    const { quota } = await world.account();
    expect(quota!.usedByAskbell).toBe(world.sandbox.requests.filter(({ path }) => path.includes('/2.3/')).length);

    // Somebody looks, so that even a single one does not wait for others.
    const page = await world.window.notices.visible({ page: 'window', keys: [] });
    await page.next();
    await world.answered();
    // This question's tags are known by now; nothing is asked for what is known.
    expect((await world.newest()).tags.length).toBeGreaterThan(0);
    await world.pass(30 * MINUTE_MS);
    expect(new Set(asked(world).flat()).size).toBe(asked(world).flat().length);
    expect(world.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  });
});

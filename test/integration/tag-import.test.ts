import { describe, expect } from 'vitest';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('importing tags', () => {
  let world: World;
  let site: string;
  const paths = (part: string) => world.sandbox.requests.filter(({ path }) => path.includes(part));
  const tagNames = () =>
    world.sandbox.world.db
      .prepare(
        'SELECT t.name AS name FROM tags t JOIN sites s ON s.id = t.site_id WHERE s.api_site_parameter = ? ORDER BY t.count DESC LIMIT 45',
      )
      .all(world.people.site)
      .map(({ name }) => String(name));

  it.beforeEach(async ({ world: made }) => {
    world = made;
    site = (await world.window.watches.sites()).find((choice) => choice.name === world.people.siteName)!.id;
    await world.unwatch();
  });

  it('tells which of the pasted tags the site has, twenty for a request, up to what a watch can hold', async () => {
    const names = tagNames();
    const text = `${names.slice(0, 25).join(', ')}; no-such-tag-here <py*>`;
    const read = await world.window.watches.readTags({ site, text });
    expect(read.tags.filter(({ state }) => state === 'known').map(({ name }) => name)).toEqual(names.slice(0, 25));
    expect(read.tags.filter(({ state }) => state === 'unknown').map(({ name }) => name)).toEqual(['no-such-tag-here']);
    expect(read.tags.at(-1)).toEqual({ name: 'py*', state: 'pattern' });
    expect(read.tags[0]!.count).toBeGreaterThan(0);
    expect(paths('/info')).toHaveLength(2);
    expect(read.trouble).toBeUndefined();
    const many = Array.from({ length: 130 }, (_, index) => `t${index}*`).join('\n');
    const { tags, leftOut } = await world.window.watches.readTags({ site, text: many });
    expect([tags.length, leftOut]).toEqual([100, 30]);
  });

  it('tells what they would add before they are watched, and with which watch they share a request', async () => {
    const before = world.sandbox.requests.length;
    const cost = (tags: string[], as: 'one' | 'each' = 'one') => world.window.watches.importCost({ site, tags, as });
    expect(await cost(['loops'])).toMatchObject({ watches: 1, already: 0, cost: { sharedWith: 0, sharedRules: [] } });
    expect((await cost(['loops'])).cost.requestsPerDay).toBeGreaterThan(10);
    expect(world.sandbox.requests).toHaveLength(before);
    await world.window.watches.add({ site, rule: { anyTags: ['while'] } });
    const shared = await cost(['loops', 'while'], 'each');
    expect(shared).toMatchObject({ watches: 1, already: 1, cost: { sharedWith: 1 } });
    expect(shared.cost.sharedRules.map(({ anyTags }) => anyTags)).toEqual([['while']]);
    expect(shared.cost.requestsPerDay).toBeLessThan(10);
    expect(await cost(['while'])).toMatchObject({ watches: 0, already: 1, cost: { requestsPerDay: 0 } });
  });

  it('watches them as one, or each by itself, and nothing twice', async () => {
    const { watches } = world.window;
    const asOne = (...tags: string[]) => watches.import({ site, tags, as: 'one' });
    expect(await asOne('loops', 'while')).toEqual({ added: 1, already: 0 });
    expect(await asOne('while', 'loops')).toEqual({ added: 0, already: 1 });
    const each = await watches.import({ site, tags: ['loops', 'while', 'Loops'], as: 'each', alert: 'list' });
    expect(each).toEqual({ added: 2, already: 1 });
    expect((await watches.list()).watches.map(({ rule, alert }) => [rule.anyTags, alert])).toEqual([
      [['loops', 'while'], 'sound'],
      [['loops'], 'list'],
      [['while'], 'list'],
    ]);
  });

  it('tells how often each finds something as soon as it lists what it found', async () => {
    await world.window.watches.import({ site, tags: tagNames().slice(0, 10), as: 'each' });
    await world.round();
    const { watches } = await world.window.watches.list();
    const listing = watches.filter(({ thisWeek }) => thisWeek > 0);
    expect(listing.length).toBeGreaterThan(3);
    for (const { perDay, thisWeek, wholeWeek } of watches) {
      expect(perDay).toBeDefined();
      if (wholeWeek) expect(perDay! * 7).toBeCloseTo(thisWeek);
      else expect(perDay! * 7).toBeGreaterThanOrEqual(thisWeek);
    }
  });

  it('offers the tags that the person writes about; says that others could not be checked, and why', async () => {
    const mine = await world.window.watches.myTags({ site });
    expect(mine).toMatchObject({ account: true, from: 'tags' });
    expect(mine.tags.length).toBeGreaterThan(0);
    const counts = mine.tags.map(({ count }) => count!);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    const elsewhere = (await world.window.watches.sites()).find((choice) => !choice.mine);
    const none = { account: false, tags: [], from: 'tags' };
    if (elsewhere) expect(await world.window.watches.myTags({ site: elsewhere.id })).toEqual(none);
    await world.sandbox.close();
    const pending = world.window.watches.readTags({ site, text: 'loops, while' });
    await world.pass(20_000);
    const tags = ['loops', 'while'].map((name) => ({ name, state: 'unchecked' }));
    expect(await pending).toMatchObject({ tags, trouble: { kind: 'offline' } });
  });

  it('counts them from the person’s posts where the network does not tell', async () => {
    await world.control.fault({ kind: 'status', status: 404, path: '/me/tags', times: 5 });
    const mine = await world.window.watches.myTags({ site });
    expect(mine).toMatchObject({ account: true, from: 'posts' });
    expect(mine.tags.length).toBeGreaterThan(0);
  });

  it('names the best of a tag, of the month and of all time', async () => {
    const [tag] = tagNames();
    const top = (period: 'month' | 'all_time', of = tag!) =>
      world.window.watches.topAnswerers({ site, tag: of, period });
    const allTime = await top('all_time');
    expect(allTime.trouble).toBeUndefined();
    expect(allTime.people.length).toBeGreaterThan(3);
    const scores = allTime.people.map(({ score }) => score!);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(allTime.people[0]).toMatchObject({
      name: expect.any(String) as string,
      reputation: expect.any(Number) as number,
      answers: expect.any(Number) as number,
    });
    await top('month');
    await top('month', tag!.toUpperCase());
    expect(paths('/top-answerers/')).toHaveLength(2);
    expect((await top('month', 'no-such-tag')).people).toEqual([]);
  });
});

import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('tags of inbox items that nobody has opened', () => {
  it.override('options', { sandbox: { quota: { key: 1500 }, credentials: 'both' } });
  /** Requests for questions by their numbers, and the numbers of each. */
  const asked = ({ sandbox }: World) =>
    sandbox.requests
      .filter(({ path }) => /\/questions\/[\d;]+$/.test(path))
      .map(({ path }) => path.split('/').at(-1)!.split(';').map(Number));

  it('are asked for, many in one request and none twice, and the filter finds by them', async ({ world, people }) => {
    await world.pass(20 * MINUTE_MS);
    const about = (await world.entries()).filter(({ link }) => /questions\/\d/.test(link ?? ''));
    expect(about.length).toBeGreaterThan(3);
    const tagged = (await world.entries()).filter(({ tags }) => tags.length > 0);
    expect(tagged.length).toBeGreaterThan(3);
    const [tag] = tagged[0]!.tags;
    const found = await world.entries({ tag: tag! });
    const withTag = tagged.filter(({ tags }) => tags.includes(tag!));
    expect(found.map(({ key }) => key)).toEqual(withTag.map(({ key }) => key));
    expect((await world.window.inbox.counts({ filter: {} })).tags).toContainEqual({
      value: tag,
      name: tag,
      count: found.length,
    });
    const vectors = asked(world);
    const ids = vectors.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(vectors.length).toBeLessThan(ids.length);
    const { quota } = await world.account();
    expect(quota!.usedByAskbell).toBe(world.sandbox.requests.filter(({ path }) => path.includes('/2.3/')).length);

    // Somebody looks, so that even a single one does not wait for others.
    const page = await world.window.notices.visible({ page: 'window', keys: [] });
    await page.next();
    people.answers();
    await world.round();
    // This question's tags are known by now; nothing is asked for what is known.
    expect((await world.newest()).tags.length).toBeGreaterThan(0);
    await world.pass(30 * MINUTE_MS);
    expect(new Set(asked(world).flat()).size).toBe(asked(world).flat().length);
    expect(world.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  });
});

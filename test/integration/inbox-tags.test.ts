import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;

describe('tags of inbox items that nobody has opened', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  /** Requests for questions by their numbers, and the numbers of each. */
  const asked = () =>
    world.sandbox.requests
      .filter(({ path }) => /\/questions\/[\d;]+$/.test(path))
      .map(({ path }) => path.split('/').at(-1)!.split(';').map(Number));
  const answer = () =>
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
  const entries = async () => (await world.window.inbox.list({ limit: 200 })).entries;

  beforeEach(async () => {
    world = await createWorld({ sandbox: { quota: { key: 1500 }, credentials: 'both' } });
    people = cast(world.sandbox);
  });
  afterEach(() => world.close());

  it('are asked for, many in one request and none twice, and the filter finds by them', async () => {
    await world.pass(20 * minute);
    const about = (await entries()).filter(({ link }) => /questions\/\d/.test(link ?? ''));
    expect(about.length).toBeGreaterThan(3);
    const tagged = (await entries()).filter(({ tags }) => tags.length > 0);
    expect(tagged.length).toBeGreaterThan(3);
    const [tag] = tagged[0]!.tags;
    const found = await world.window.inbox.list({ filter: { tag: tag! } });
    expect(found.entries.map(({ key }) => key)).toEqual(
      tagged.filter(({ tags }) => tags.includes(tag!)).map(({ key }) => key),
    );
    expect((await world.window.inbox.counts({ filter: {} })).tags).toContainEqual({
      value: tag,
      name: tag,
      count: found.entries.length,
    });
    const vectors = asked();
    const ids = vectors.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(vectors.length).toBeLessThan(ids.length);

    // Somebody looks, so that even a single one does not wait for others.
    const page = await world.window.notices.visible({ page: 'window', keys: [] });
    await page.next();
    answer();
    await world.pass(aRound);
    // This question's tags are known by now; nothing is asked for what is known.
    expect((await entries())[0]!.tags.length).toBeGreaterThan(0);
    await world.pass(30 * minute);
    expect(new Set(asked().flat()).size).toBe(asked().flat().length);
    expect(world.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  });

  it('wait while only the reserve is left', async () => {
    await world.quit();
    await createSandboxControl(world.sandbox.apiBaseUrl).setQuota(40);
    const before = asked().length;
    await world.launch();
    answer();
    await world.pass(30 * minute);
    expect((await entries()).length).toBeGreaterThan(0);
    expect(asked().length).toBe(before);
  });

  it('are counted like every other request', async () => {
    await world.pass(20 * minute);
    const { quota } = (await world.window.state.get()).accounts[0]!;
    expect(asked().length).toBeGreaterThan(0);
    expect(quota!.usedByAskbell).toBe(world.sandbox.requests.filter(({ path }) => path.includes('/2.3/')).length);
  });
});

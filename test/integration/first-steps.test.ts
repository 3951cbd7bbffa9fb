import { describe, expect } from 'vitest';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('first steps', () => {
  it.override('options', { demo: false });
  const wanted = async ({ window }: World) => (await window.firstSteps.get()).wanted;

  it('are wanted after the first sign-in, offer the person’s tags, and end with the first watch', async ({ world }) => {
    expect(await wanted(world)).toBe(false);
    expect(await world.window.firstSteps.tags()).toEqual({ ready: false, sites: [] });
    await world.signIn({ kind: 'demo' });
    expect(await wanted(world)).toBe(true);
    const { ready, sites } = await world.window.firstSteps.tags();
    expect(ready).toBe(true);
    expect(sites.length).toBeGreaterThan(0);
    for (const { site, tags, perDay } of sites) {
      expect(site).toMatchObject({ id: expect.stringMatching(/^demo\//), mine: true });
      expect(tags.length).toBeGreaterThan(0);
      expect(tags.length).toBeLessThanOrEqual(5);
      for (const tag of tags) expect(tag.perDay ?? 0).toBeLessThanOrEqual((perDay ?? 0) + 1e-9);
    }
    const [{ site, tags }] = sites as [(typeof sites)[number]];
    await world.window.watches.import({ site: site.id, tags: tags.map(({ name }) => name), as: 'one', alert: 'sound' });
    expect((await world.window.watches.list()).watches).toHaveLength(1);
    expect(await wanted(world)).toBe(false);
  });

  it('never come again once they were skipped, not after a restart nor another sign-in', async ({ world }) => {
    await world.signIn({ kind: 'demo' });
    await world.window.firstSteps.finish();
    expect(await wanted(world)).toBe(false);
    await world.restart();
    expect(await wanted(world)).toBe(false);
    await world.window.session.signOut();
    await world.signIn({ kind: 'demo' });
    expect(await wanted(world)).toBe(false);
  });

  it('cost two requests a site at most, and none once the quota is used up, which they say', async ({ world }) => {
    await world.signIn({ kind: 'demo' });
    const asked = () => world.sandbox.requests.length;
    const before = asked();
    const { sites } = await world.window.firstSteps.tags();
    expect(asked() - before).toBeGreaterThan(0);
    expect(asked() - before).toBeLessThanOrEqual(2 * Math.max(sites.length, 3));
    await world.control.setQuota(0);
    await world.pass(5 * 60_000);
    const spent = asked();
    expect((await world.window.firstSteps.tags()).sites).toMatchObject([
      { tags: [], trouble: { kind: 'quota-exhausted' } },
    ]);
    expect(asked()).toBe(spent);
  });
});

import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

// docs/api.md, "Inbox and achievements": the public service has `/me/achievements`, the specification does not.
describe('achievements', () => {
  /** Signs in and turns them on, and badges before; nothing is asked for before the person permits it. */
  async function begin(world: World, meanwhile: () => Promise<void>): Promise<void> {
    const scopes = () => dialogs.map(({ searchParams }) => searchParams.get('scope'));
    const dialogs = world.watchDialogs();
    await world.signIn();
    await world.round();
    await world.notifyOf({ badges: true });
    await world.round();
    expect(world.shown()).toEqual([]);
    await meanwhile();

    await world.window.settings.change({ achievements: true });
    await world.round();
    expect(world.asked('/me/achievements')).toEqual([]);
    expect((await world.account()).mayReadPrivate).toBeUndefined();
    await world.window.session.askForAchievements({ account: (await world.account()).id });
    await world.idle();
    expect(scopes().at(-1)).toContain('private_info');
    expect(scopes().slice(0, -1).join()).not.toContain('private_info');
    await world.round(2);
    expect((await world.account()).mayReadPrivate).toBe(true);
  }

  const happen = async ({ people, control }: World) => {
    people.votes();
    await control.act('award', { site: people.site, userId: people.userId, badge: 'Sound Advice' });
  };
  const both = (siteName: string) => [
    `badges: New badge: Sound Advice (bronze) on ${siteName}`,
    `reputation: +10 reputation on ${siteName}`,
  ];

  describe('of the public service', () => {
    it.override('options', { demo: false, sandbox: { like: 'public', protection: 0 } });

    it('tell reputation and badges once each; both are asked for only when there are some', async ({
      world,
      people,
    }) => {
      let totals = 0;
      await begin(world, async () => {
        totals = world.asked('/me/associated').length;
        await world.pass(HOUR_MS / 3);
        expect(world.asked('/me/associated').length - totals).toBeGreaterThan(10);
      });
      totals = world.asked('/me/associated').length;
      const badges = world.asked('/badges').length;
      await world.pass(HOUR_MS / 3);
      expect(world.asked('/me/achievements').length).toBeGreaterThan(10);
      expect(world.asked('/me/associated')).toHaveLength(totals);
      expect(world.asked('/badges')).toHaveLength(badges);
      expect(world.shown()).toEqual([]);

      await happen(world);
      await world.round(4);
      expect(world.shown().toSorted()).toEqual(both(people.siteName));
      expect(world.asked('/badges')).toHaveLength(badges + 1);
      await world.restart();
      await world.round(2);
      expect(world.shown()).toEqual([]);
      expect(await world.conditions()).toEqual([]);
    });
  });

  describe('of the specification', () => {
    it.override('options', { demo: false, sandbox: { like: 'specification', protection: 0 } });

    it('are asked for once where the network has none, and everything goes on as before', async ({ world, people }) => {
      await begin(world, () => Promise.resolve());
      await happen(world);
      await world.pass(1.2 * HOUR_MS);
      expect(world.asked('/me/achievements')).toHaveLength(1);
      expect(world.shown().toSorted()).toEqual(both(people.siteName));
      expect(await world.conditions()).toEqual([]);
    });
  });
});

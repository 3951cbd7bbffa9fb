import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

// docs/api.md, "Inbox and achievements": the public service has `/me/achievements`, the specification does not.
describe('achievements of the public service', () => {
  it.override('options', { demo: false, sandbox: { like: 'public', protection: 0 } });

  it('are asked for once permitted, and then tell of reputation and badges, once each', async ({ world, people }) => {
    const count = (ending: string) => world.asked(ending).length;
    const scopes = () => dialogs.map(({ searchParams }) => searchParams.get('scope'));
    const dialogs = world.watchDialogs();
    await world.signIn();
    await world.round();
    await world.notifyOf({ badges: true });
    await world.round();
    let totals = count('/me/associated');
    await world.pass(HOUR_MS / 3);
    expect(count('/me/associated') - totals).toBeGreaterThan(10);

    await world.window.settings.change({ achievements: true });
    await world.round();
    expect(count('/me/achievements')).toBe(0);
    const { id, mayReadPrivate } = await world.account();
    expect(mayReadPrivate).toBeUndefined();
    await world.window.session.askForAchievements({ account: id });
    await world.idle();
    expect(scopes().at(-1)).toContain('private_info');
    expect(scopes().slice(0, -1).join()).not.toContain('private_info');
    await world.round(2);
    expect((await world.account()).mayReadPrivate).toBe(true);
    totals = count('/me/associated');
    const badges = count('/badges');
    await world.pass(HOUR_MS / 3);
    expect(count('/me/achievements')).toBeGreaterThan(10);
    expect([count('/me/associated'), count('/badges')]).toEqual([totals, badges]);
    expect(world.shown()).toEqual([]);

    people.votes();
    await world.control.act('award', { site: people.site, userId: people.userId, badge: 'Sound Advice' });
    await world.round(4);
    expect(world.shown().toSorted()).toEqual([
      `badges: New badge: Sound Advice (bronze) on ${people.siteName}`,
      `reputation: +10 reputation on ${people.siteName}`,
    ]);
    expect(count('/badges')).toBe(badges + 1);
    await world.restart();
    await world.round(2);
    expect(world.shown()).toEqual([]);
    expect(await world.conditions()).toEqual([]);
  });
});

const told = ({ desktop }: World) => desktop.shown.filter(({ kind }) => kind === 'badges').map(({ title }) => title);
/** Gives badges that can be won more than once, over HTTP. */
const award = ({ people: { site, userId }, control }: World) =>
  control.act('award', { site, userId, badge: 'Sound Advice' });

it('new badges are told once each, across restarts, and those from before never', async ({ world, people }) => {
  await world.notifyOf({ badges: true });
  await world.round();
  expect(world.asked('/badges')).toHaveLength(5);
  expect(told(world)).toEqual([]);
  await award(world);
  await world.pass(1.2 * HOUR_MS);
  expect(told(world)).toEqual([`New badge: Sound Advice (bronze) on ${people.siteName}`]);
  await world.press('open');
  expect(world.desktop.opened).toEqual([expect.stringMatching(/\/sites\/[^/]+\/badges\/\d+$/)]);
  await world.restartAndPass(1.2 * HOUR_MS);
  expect(told(world)).toEqual([]);
});

import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../../sandbox/control/client.ts';
import { HOUR_MS } from '../../../common/durations.ts';
import { aRound, cast, createWorld, type World } from '../../integration/askbell.ts';

/** What the rooms have to do together, and each of them might forget. */
describe('an assembled agent', () => {
  let world: World;
  afterEach(() => world.close());

  /** Signs in at a network of one's own, with a token that it grants for a day. */
  const signInForADay = async () => {
    world = await createWorld({ demo: false });
    world.desktop.person = () => new Promise(() => undefined);
    const { apiBaseUrl, authUrl } = world.sandbox;
    const app = { clientId: 'mine', key: 'my-key' };
    await world.window.session.signIn({ kind: 'other', name: 'Mine', apiBaseUrl, authUrl, ...app });
    const { accountId } = cast(world.sandbox);
    await createSandboxControl(apiBaseUrl).grant({ token: 'a-day-token', accountId, scopes: ['read_inbox'] });
    await world.window.session.paste({ text: '#access_token=a-day-token&expires=86399' });
    await world.pass(aRound);
  };

  it('remembers over a restart when the access ends that a network granted for a day', async () => {
    await signInForADay();
    await world.window.polling.pause();
    await world.restart();
    await world.pass(23 * HOUR_MS);
    expect(world.desktop.shown.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Your sign-in to Mine expires in/),
    ]);
    // Until it has ended, one is signed in.
    const { accounts } = await world.window.state.get();
    expect(accounts.map(({ signedIn }) => signedIn)).toEqual([true]);
  });

  it('stays signed out over a restart', async () => {
    await signInForADay();
    await world.window.session.signOut();
    const before = await world.window.state.get();
    expect([before.phase, before.accounts]).not.toContain('running');
    await world.restart();
    await world.pass(aRound);
    const { phase, accounts, conditions } = await world.window.state.get();
    expect({ phase, accounts, conditions }).toEqual({ phase: before.phase, accounts: [], conditions: [] });
  });

  it('puts settings back as they were and leaves the watches added since', async () => {
    world = await createWorld();
    await world.pass(aRound);
    const { site } = cast(world.sandbox);
    const [first, second] = await world.window.watches.completeTag({ site, text: 'a' });
    await world.window.watches.add({ site, rule: { anyTags: [first!.name] }, alert: 'sound' });
    await world.window.settings.change({ notificationLimit: 7 });
    const { undo } = await world.window.diagnostics.reset({ what: 'settings' });
    await world.window.watches.add({ site, rule: { anyTags: [second!.name] }, alert: 'sound' });
    await world.window.transfer.undo({ undo: undo! });
    expect((await world.window.settings.get()).notificationLimit).toBe(7);
    const { watches } = await world.window.watches.list();
    const tags = watches.flatMap(({ rule }) => rule.anyTags);
    expect(tags).toEqual(expect.arrayContaining([first!.name, second!.name]));
  });

  it('counts all sites whatever site is chosen, so that another can be', async () => {
    world = await createWorld();
    await world.pass(aRound);
    const { sites } = await world.window.inbox.counts({ filter: {} });
    expect(sites.length).toBeGreaterThan(1);
    const chosen = await world.window.inbox.counts({ filter: { site: sites[0]!.value } });
    expect(chosen.sites).toEqual(sites);
  });

  it('looks anew at each check', async () => {
    world = await createWorld();
    await world.pass(aRound);
    const first = await world.window.diagnostics.examine();
    await world.window.session.signOut();
    const second = await world.window.diagnostics.examine();
    expect(second.text).not.toBe(first.text);
  });
});

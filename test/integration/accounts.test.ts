import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import type { Sandbox } from '../../sandbox/server/server.ts';
import { assembleInProcess } from '../support/process/assembled.ts';
import { cast, startStorySandbox, type People, type World } from './askbell.ts';
import { it as story } from './story.ts';

/** A second network with the same sites, posts and people, so that nothing but the account tells their ids apart. */
const it = story.extend('second', async ({ world }, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-second-'));
  const sandbox = await startStorySandbox(folder, world.clock);
  onCleanup(async () => {
    await sandbox.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  const { apiBaseUrl, authUrl } = sandbox;
  const network = { ...world.own(), name: 'Second network', apiBaseUrl, authUrl };
  await world.signIn(network);
  return { sandbox, network, id: `other:${apiBaseUrl}`, people: cast(sandbox) };
});

const liveTokens = (sandbox: Sandbox) =>
  sandbox.world.db.prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL').get() as { n: number };
const accountIds = async (world: World) => (await world.state()).accounts.map(({ id }) => id);
/** Nothing is unread, and both networks have an answer each to tell of. */
async function bothAnswer(world: World, people: People, second: { people: People }): Promise<void> {
  await world.window.inbox.markAllRead();
  people.answers('From the first.');
  second.people.answers('From the second.');
}
/** Nothing more is told after a restart. */
async function restartsInSilence(world: World): Promise<void> {
  await world.restartAndPass();
  expect(world.desktop.shown).toEqual([]);
}

describe('accounts side by side', () => {
  it('are told of together: one notification of each kind in a round at most', async ({ world, people, second }) => {
    await world.window.polling.pause();
    await bothAnswer(world, people, second);
    for (const them of [people, second.people]) them.votes();
    // Then both are asked at once.
    const requests = () => [world.sandbox, second.sandbox].map((sandbox) => sandbox.requests.length);
    const before = requests();
    await world.pass(30 * MINUTE_MS);
    expect(requests()).toEqual(before);
    expect(world.desktop.tray().status).toBe('paused');
    await world.window.polling.resume();
    await world.pass(20_000);
    expect(world.shown().toSorted()).toEqual(['inbox: 2 new inbox items', 'reputation: +20 reputation on 2 sites']);
    expect((await world.state()).unread).toBe(2);
    const told = world.desktop.shown.find(({ kind }) => kind === 'inbox')!;
    await world.press('mark-read', told);
    expect((await world.state()).unread).toBe(0);
    expect(world.desktop.withdrawn).toContain(told.id);
    await restartsInSilence(world);
    expect(await accountIds(world)).toEqual(['demo', second.id]);
  });

  it('keep news and filter when one is signed out while a summary waits', async ({ world, people, second }) => {
    await world.window.inbox.saveFilter({ kind: 'new_answer' });
    await world.window.polling.snooze({ for: '30-minutes' });
    await bothAnswer(world, people, second);
    world.desktop.refusesNotifications = true;
    await world.pass(32 * MINUTE_MS);
    expect(world.desktop.offers).toBeGreaterThan(0);
    await world.window.session.signOut({ account: 'demo' });
    await world.idle();
    expect(await world.window.inbox.savedFilter()).toEqual({ kind: ['new_answer'] });
    world.desktop.refusesNotifications = false;
    await world.pass(32 * MINUTE_MS);
    expect(world.desktop.shown).toMatchObject([{ kind: 'summary', body: '1 inbox item' }]);
    expect((await world.state()).unread).toBe(1);
  });

  it('hide no event from a program that follows while they are being opened', async ({ world, people, second }) => {
    await bothAnswer(world, people, second);
    await world.round();
    const follow = async () => (await world.window.events.follow({ after: 0 }))[Symbol.asyncIterator]();
    const events: unknown[] = [];
    const before = await follow();
    while (!['first', 'second'].every((word) => JSON.stringify(events).includes(`From the ${word}.`)))
      events.push((await before.next()).value);
    await world.quit();
    const { desktop, clock, dataDir } = world;
    Object.assign(world, await assembleInProcess({ desktop, clock, dataDir, fetch: globalThis.fetch }));
    const early = await follow();
    const first = early.next();
    await world.askbell.start();
    const again = [(await first).value];
    while (again.length < events.length) again.push((await early.next()).value);
    expect(again).toEqual(events);
  });

  it('share one inbox that mixes nothing up', async ({ world, people, second }) => {
    await bothAnswer(world, people, second);
    await world.round();
    const { entries, hasMore } = await world.window.inbox.list({ limit: 200 });
    expect(hasMore).toBe(false);
    const keys = entries.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const dates = entries.map(({ createdAt }) => createdAt.getTime());
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    const fresh = entries.filter(({ unread, itemType }) => unread && itemType === 'new_answer');
    expect(fresh.map(({ excerpt }) => excerpt).toSorted()).toEqual(['From the first.', 'From the second.']);
    expect(new Set(fresh.map(({ site }) => site.id)).size).toBe(2);
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox', 'inbox']);
    expect(new Set(world.desktop.shown.map(({ id }) => id)).size).toBe(2);

    const before = (await world.state()).unread;
    await world.window.inbox.mark({ keys: [fresh[0]!.key], as: 'read' });
    expect((await world.state()).unread).toBe(before - 1);
    await world.window.inbox.open({ key: fresh[1]!.key });
    expect(world.desktop.opened).toEqual([fresh[1]!.link]);
    expect((await world.state()).unread).toBe(before - 2);
  });

  it('have what is clicked in tray or notification opened at the right one', async ({ world, second }) => {
    await world.window.inbox.markAllRead();
    for (const click of [() => world.choose('open-item'), () => world.press('open')]) {
      second.people.answers('Only there.');
      await world.round();
      await click();
      expect(world.desktop.opened.splice(0)).toEqual([
        expect.stringContaining(new URL(second.sandbox.apiBaseUrl).host),
      ]);
      expect((await world.state()).unread).toBe(0);
    }
  });

  it('each have watches of their own, on sites of one name', async ({ world, people, second }) => {
    const { siteName } = people;
    const sites = (await world.window.watches.sites()).filter(({ name }) => name.startsWith(`${siteName} (`));
    expect(sites.map(({ name }) => name)).toEqual([`${siteName} (Demo network)`, `${siteName} (Second network)`]);
    const there = sites[1]!.id;
    const watch = await world.window.watches.add({ site: there, rule: { titleWords: ['zeppelin'] } });
    expect(watch.site.id).toBe(there);
    await world.round();
    // Each plans by the name of the site, not by what the network calls it inside.
    for (const { plan } of (await world.state()).accounts) {
      expect(plan!.map(({ stream }) => stream)).toContain(`Questions on ${siteName}`);
      expect(plan!.map(({ stream }) => stream)).not.toContain(`Questions on ${people.site}`);
    }
    for (const them of [people, second.people]) them.asks('How heavy may a zeppelin be?', ['zeppelins']);
    await world.pass(10 * MINUTE_MS);
    const found = (await world.window.watches.list()).watches.find(({ id }) => id === watch.id)!;
    expect(found.latest.map(({ title }) => title)).toEqual(['How heavy may a zeppelin be?']);
    expect((await world.entries({ watch: watch.id })).map(({ site }) => site.id)).toEqual([there]);
    await world.window.watches.openMatch({ site: found.site.id, questionId: found.latest[0]!.questionId });
    expect(world.desktop.opened.at(-1)).toContain(new URL(second.sandbox.apiBaseUrl).host);
  });

  it('say which network’s a site is wherever another has one of its name', async ({ world, people, second }) => {
    second.people.answers('From the second.');
    await world.answered('From the first.');
    const { siteName } = people;
    const both = [`${siteName} (Demo network)`, `${siteName} (Second network)`];
    const ofSite = (names: string[]) =>
      [...new Set(names)].filter((name) => name === siteName || name.startsWith(`${siteName} (`)).toSorted();
    const names = (things: { site: { name: string } }[]) => ofSite(things.map(({ site }) => site.name));
    const { inbox, reputation, watches, session } = world.window;
    expect(names(await world.entries())).toEqual(both);
    expect(ofSite((await inbox.counts({})).sites.map(({ name }) => name))).toEqual(both);
    const { accounts } = await reputation.list();
    expect(names(accounts)).toEqual(both);
    expect(names((await reputation.changes({ limit: 500 })).entries)).toEqual(both);
    for (const { site } of accounts.filter((one) => both.includes(one.site.name))) {
      expect((await reputation.siteProfile({ site: site.id })).site.name).toBe(site.name);
      await watches.add({ site: site.id, rule: { titleWords: ['zeppelin'] } });
    }
    expect(names((await watches.list()).watches)).toEqual(both);
    const inTray = world.desktop.trayLabels().filter((label) => label.includes(siteName));
    expect(new Set(inTray.map((label) => both.find((name) => label.includes(name))))).toEqual(new Set(both));
    await session.signOut({ account: second.id });
    expect(names(await world.entries())).toEqual([siteName]);
  });

  it('mute a site at one network and not its namesake at the other', async ({ world, people, second }) => {
    const there = (await world.window.reputation.list()).accounts.find(
      ({ site: { id } }) => id.startsWith(encodeURIComponent(second.id)) && id.endsWith(`/${people.site}`),
    )!;
    await world.window.settings.change({ mutedSites: [there.site.id] });
    second.people.answers('Muted.');
    await world.answered('Heard.');
    expect(world.desktop.shown.map(({ body }) => body)).toEqual([expect.stringContaining('Heard.')]);
  });

  it('leave no filter that would empty the inbox of who stays, and name an empty site', async ({ world, second }) => {
    const { inbox, session } = world.window;
    const { sites } = await inbox.counts({});
    expect((await inbox.counts({ filter: { site: sites[0]!.value } })).sites).toEqual(sites);
    const none = await inbox.counts({ filter: { site: sites[0]!.value, kind: 'no_such_kind' } });
    expect(none).toMatchObject({ total: 0, sites: [{ ...sites[0], count: 0 }] });
    const there = sites.find(({ value }) => value.startsWith(encodeURIComponent(second.id)))!;
    await inbox.saveFilter({ site: there.value, kind: 'new_answer', unread: false, text: 'words are not kept' });
    expect(await inbox.savedFilter()).toEqual({ site: [there.value], kind: ['new_answer'], unread: false });
    await session.signOut({ account: second.id });
    const left = { kind: ['new_answer'], unread: false };
    expect(await inbox.savedFilter()).toEqual(left);
    await world.restart();
    expect(await world.window.inbox.savedFilter()).toEqual(left);
  });

  it('sign out one by one; the other stays, also where a new sign-in is given up', async ({ world, second }) => {
    expect([liveTokens(world.sandbox).n, liveTokens(second.sandbox).n]).toEqual([1, 1]);
    expect(await world.window.session.signOut({ account: second.id })).toEqual({ ended: true });
    expect([liveTokens(world.sandbox).n, liveTokens(second.sandbox).n]).toEqual([1, 0]);
    expect(await accountIds(world)).toEqual(['demo']);
    const asked = second.sandbox.requests.length;
    await world.answered('Still here.');
    expect(world.desktop.shown).toHaveLength(1);
    expect(second.sandbox.requests).toHaveLength(asked);
    await world.restart();
    expect(await accountIds(world)).toEqual(['demo']);
    world.leaveDialogOpen();
    await world.window.session.signIn(second.network);
    expect(await world.state()).toMatchObject({ phase: 'signing-in', network: { name: 'Second network' } });
    await world.window.session.cancelSignIn();
    expect(await world.state()).toMatchObject({
      phase: 'running',
      accounts: [{ id: 'demo', network: { name: 'Demo network' } }],
    });
  });

  it('say so when a token could not be ended, and forget it all the same', async ({ world, second }) => {
    await second.sandbox.close();
    const asked = world.window.session.signOut({ account: second.id });
    await world.pass(10_000);
    expect(await asked).toEqual({ ended: false, note: expect.stringContaining('Second network') });
    expect(await accountIds(world)).toEqual(['demo']);
    await world.restart();
    expect(await accountIds(world)).toEqual(['demo']);
  });

  it('sign in again where it is needed, with what was there still there', async ({ world, second }) => {
    second.sandbox.world.db.prepare('UPDATE tokens SET revoked_at = 1').run();
    await world.round();
    expect((await world.state()).accounts.find(({ id }) => id === second.id)).toMatchObject({
      signedIn: false,
      conditions: [{ kind: 'signed-out' }],
    });
    const kept = (await world.entries()).length;
    await world.signInAgain({ account: second.id });
    expect(await world.conditions()).toEqual([]);
    expect(await world.entries()).toHaveLength(kept);
  });

  it.for<[which: string, first: (world: World) => unknown]>([
    ['beside one that is well', () => undefined],
    ['beside one that was signed out on purpose', ({ window }) => window.session.signOut({ account: 'demo' })],
  ])('are signed in again where it is needed if none is named, %s', async ([, first], { world, second }) => {
    await first(world);
    second.sandbox.world.db.prepare('UPDATE tokens SET revoked_at = 1').run();
    await world.round();
    world.leaveDialogOpen();
    await world.window.session.signInAgain();
    expect(await world.state()).toMatchObject({ phase: 'signing-in', network: { name: 'Second network' } });
  });
});

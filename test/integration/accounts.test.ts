import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import { demoDataCopy } from '../support/demo-data.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

/** Two networks with the same sites, posts and people, so that nothing but the account tells their ids apart. */
describe('accounts side by side', () => {
  let world: World;
  let second: Sandbox;
  let folder: string;
  /** Called before an answer of either network is handed over; what it waits for holds the answer back. */
  let onAnswer: (path: string) => Promise<void>;
  const other = () => ({
    kind: 'other' as const,
    name: 'Second network',
    apiBaseUrl: second.apiBaseUrl,
    authUrl: second.authUrl,
    clientId: 'mine',
    key: 'my-key',
  });
  const secondId = () => `other:${second.apiBaseUrl}`;
  const state = () => world.window.state.get();
  const account = async (id: string) => (await state()).accounts.find((candidate) => candidate.id === id)!;
  const liveTokens = (sandbox: Sandbox) =>
    sandbox.world.db.prepare('SELECT count(*) AS n FROM tokens WHERE revoked_at IS NULL').get() as { n: number };
  const answerAt = (sandbox: Sandbox, body: string) => {
    const people = cast(sandbox);
    sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: `<p>${body}</p>`,
    });
  };

  beforeEach(async () => {
    onAnswer = () => Promise.resolve();
    world = await createWorld({ tamper: (path, items) => onAnswer(path).then(() => items) });
    folder = mkdtempSync(join(tmpdir(), 'askbell-second-'));
    second = await startSandbox({
      file: await demoDataCopy(folder, world.clock.now() / 1000),
      clock: { now: () => Math.floor(world.clock.now() / 1000) },
      apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
      burst: Infinity,
      control: true,
    });
    await world.pass(aRound);
    await world.window.session.signIn(other());
    await world.idle();
    await world.pass(aRound);
  });
  afterEach(async () => {
    await world.close();
    await second.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  it('are polled and counted each by itself', async () => {
    const { accounts, phase, conditions } = await state();
    expect(phase).toBe('running');
    expect(conditions).toEqual([]);
    expect(accounts.map(({ id, network, signedIn }) => [id, network.name, signedIn])).toEqual([
      ['demo', 'Demo network', true],
      [secondId(), 'Second network', true],
    ]);
    for (const each of accounts) {
      expect(each.plan!.map(({ stream }) => stream)).toContain('Inbox');
      expect(each.nextPoll!.at.getTime()).toBeGreaterThan(0);
      expect(each.quota!.remaining).toBeLessThan(each.quota!.max);
    }
    expect(
      new Set([world.sandbox, second].map(({ requests }) => requests.some(({ path }) => path.includes('/inbox')))),
    ).toEqual(new Set([true]));
  });

  it('are told of in one summary when silence ends, which a click marks read at both', async () => {
    await world.window.inbox.markAllRead();
    await world.window.polling.snooze({ for: '30-minutes' });
    answerAt(world.sandbox, 'From the first.');
    answerAt(second, 'From the second.');
    await world.pass(10 * 60_000);
    answerAt(second, 'One more.');
    await world.pass(10 * 60_000);
    expect(world.desktop.shown).toEqual([]);
    expect((await state()).unread).toBe(3);
    await world.pass(12 * 60_000);
    const [told, ...more] = world.desktop.shown;
    expect(more).toEqual([]);
    expect(told).toMatchObject({ kind: 'summary', body: '3 inbox items' });
    world.desktop.emit('notification-action', { id: told!.id, action: 'mark-read' });
    await world.idle();
    expect((await state()).unread).toBe(0);
    await world.restart();
    await world.pass(aRound);
    expect(world.desktop.shown).toEqual([]);
  });

  it('are told of together: at most one notification of each kind in a round, whichever networks it asks', async () => {
    await world.window.inbox.markAllRead();
    await world.window.polling.pause();
    for (const sandbox of [world.sandbox, second]) {
      const { site, others, questionId } = cast(sandbox);
      answerAt(sandbox, 'At the same time.');
      sandbox.world.actions.vote({ site, userId: others[2]!, postId: questionId, direction: 'up' });
    }
    // Then both are asked at once.
    await world.pass(5 * 60_000);
    expect(world.desktop.shown).toEqual([]);
    await world.window.polling.resume();
    await world.pass(20_000);
    const told = world.desktop.shown;
    expect(told.map(({ kind, title }) => [kind, title])).toEqual(
      expect.arrayContaining([
        ['inbox', '2 new inbox items'],
        ['reputation', '+20 reputation on 2 sites'],
      ]),
    );
    expect(told).toHaveLength(2);
    expect((await state()).unread).toBe(2);
    const { id } = told.find(({ kind }) => kind === 'inbox')!;
    world.desktop.emit('notification-action', { id, action: 'mark-read' });
    await world.idle();
    expect((await state()).unread).toBe(0);
    expect(world.desktop.withdrawn).toContain(id);
    await world.restart();
    await world.pass(aRound);
    expect(world.desktop.shown).toEqual([]);
  });

  it.each<[what: string, happens: () => unknown]>([
    ['a timer fires', () => world.desktop.emit('presence', world.desktop.presence())],
    ['a setting is changed', () => world.window.settings.change({ sound: 'none' })],
    ['silence ends', () => world.window.polling.endSnooze()],
    [
      'a row comes into sight',
      async () => (await world.window.notices.visible({ page: 'window', keys: ['k'] })).next(),
    ],
    ['polling is paused', () => world.window.polling.pause()],
  ])('are told of together where %s in the middle of a round', async (_what, happens) => {
    await world.window.inbox.markAllRead();
    await world.window.polling.pause();
    for (const sandbox of [world.sandbox, second]) answerAt(sandbox, 'At the same time.');
    await world.pass(5 * 60_000);
    let answers = 0;
    const toldMeanwhile: string[][] = [];
    onAnswer = async (path) => {
      if (!path.includes('/inbox') || ++answers !== 2) return;
      // The first network's answer is recorded meanwhile.
      for (let turns = 0; turns < 100; turns++) await turn();
      await happens();
      for (let turns = 0; turns < 100; turns++) await turn();
      toldMeanwhile.push(world.desktop.shown.map(({ title }) => title));
    };
    await world.window.polling.resume();
    await world.pass(20_000);
    expect(toldMeanwhile).toEqual([[]]);
    expect(world.desktop.shown.map(({ kind, title }) => [kind, title])).toEqual([['inbox', '2 new inbox items']]);
  });

  it('keep their news when one is signed out while the summary of both still waits', async () => {
    await world.window.inbox.markAllRead();
    await world.window.polling.snooze({ for: '30-minutes' });
    answerAt(world.sandbox, 'From the first.');
    answerAt(second, 'From the second.');
    world.desktop.refusesNotifications = true;
    await world.pass(32 * 60_000);
    expect(world.desktop.offers).toBeGreaterThan(0);
    await world.window.session.signOut({ account: 'demo' });
    await world.idle();
    world.desktop.refusesNotifications = false;
    await world.pass(32 * 60_000);
    expect(world.desktop.shown).toMatchObject([{ kind: 'summary', body: '1 inbox item' }]);
    expect((await state()).unread).toBe(1);
  });

  it('plan by the names of sites, not by what the network calls them inside', async () => {
    const people = cast(second);
    const sites = (await world.window.watches.sites()).filter(({ id }) => id.endsWith(`/${people.site}`));
    for (const site of sites) await world.window.watches.add({ site: site.id, rule: { titleWords: ['zeppelin'] } });
    await world.pass(aRound);
    const { accounts } = await state();
    for (const { plan } of accounts) {
      expect(plan!.map(({ stream }) => stream)).toContain(`Questions on ${people.siteName}`);
      expect(plan!.map(({ stream }) => stream)).not.toContain(`Questions on ${people.site}`);
    }
  });

  it('share one inbox, in which nothing of one is taken for the other’s', async () => {
    await world.window.inbox.markAllRead();
    answerAt(world.sandbox, 'From the first.');
    answerAt(second, 'From the second.');
    await world.pass(aRound);
    const { entries, hasMore } = await world.window.inbox.list({ limit: 200 });
    expect(hasMore).toBe(false);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    const dates = entries.map(({ createdAt }) => createdAt.getTime());
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    const fresh = entries.filter(({ unread, itemType }) => unread && itemType === 'new_answer');
    expect(fresh.map(({ excerpt }) => excerpt).toSorted()).toEqual(['From the first.', 'From the second.']);
    expect(new Set(fresh.map(({ site }) => site.id)).size).toBe(2);
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox', 'inbox']);
    expect(new Set(world.desktop.shown.map(({ id }) => id)).size).toBe(2);

    const before = (await state()).unread;
    await world.window.inbox.setRead({ keys: [fresh[0]!.key], read: true });
    expect((await state()).unread).toBe(before - 1);
    await world.window.inbox.open({ key: fresh[1]!.key });
    expect(world.desktop.opened).toEqual([fresh[1]!.link]);
    expect((await state()).unread).toBe(before - 2);
  });

  it('give pages of the inbox that miss nothing and repeat nothing', async () => {
    const whole = (await world.window.inbox.list({ limit: 200 })).entries.map(({ key }) => key);
    const paged: string[] = [];
    for (let more = true, before: number | undefined; more;) {
      const page = await world.window.inbox.list({ limit: 3, before });
      paged.push(...page.entries.map(({ key }) => key));
      before = page.entries.at(-1)?.place;
      more = page.hasMore;
    }
    expect(whole.length).toBeGreaterThan(6);
    expect(paged).toEqual(whole);
  });

  it('are in one tray, and a click there opens the right one', async () => {
    answerAt(second, 'Only there.');
    await world.pass(aRound);
    const item = world.desktop.tray().menu.find((line) => line.type === 'action' && line.command.do === 'open-item');
    if (item?.type !== 'action') throw new Error('Nothing is listed in the tray.');
    world.desktop.emit('tray-command', item.command);
    await world.idle();
    expect(world.desktop.opened).toHaveLength(1);
    expect(world.desktop.opened[0]).toContain(new URL(second.apiBaseUrl).host);
  });

  it('have their notifications answered by the right one', async () => {
    const before = (await account(secondId())).unread;
    answerAt(second, 'Only there.');
    await world.pass(aRound);
    world.desktop.emit('notification-action', { id: world.desktop.shown.at(-1)!.id, action: 'open' });
    await world.idle();
    expect(world.desktop.opened[0]).toContain(new URL(second.apiBaseUrl).host);
    expect((await account(secondId())).unread).toBe(before);
  });

  it('each have watches of their own, on sites of one name', async () => {
    const sites = await world.window.watches.sites();
    const { siteName, others } = cast(second);
    const [first, there] = sites.filter(({ name }) => name.startsWith(`${siteName} (`));
    expect([first!.name, there!.name]).toEqual([`${siteName} (Demo network)`, `${siteName} (Second network)`]);
    const watch = await world.window.watches.add({ site: there!.id, rule: { titleWords: ['zeppelin'] } });
    expect(watch.site.id).toBe(there!.id);
    await world.pass(aRound);
    for (const sandbox of [world.sandbox, second]) {
      sandbox.world.actions.ask({
        site: cast(sandbox).site,
        userId: others[0]!,
        title: 'How heavy may a zeppelin be?',
        body: '<p>Well?</p>',
        tags: ['zeppelins'],
      });
    }
    await world.pass(10 * 60_000);
    const found = (await world.window.watches.list()).watches.find(({ id }) => id === watch.id)!;
    expect(found.latest.map(({ title }) => title)).toEqual(['How heavy may a zeppelin be?']);
    const { entries } = await world.window.inbox.list({ filter: { watch: watch.id } });
    expect(entries.map(({ site }) => site.id)).toEqual([there!.id]);
    await world.window.watches.openMatch({ site: found.site.id, questionId: found.latest[0]!.questionId });
    expect(world.desktop.opened.at(-1)).toContain(new URL(second.apiBaseUrl).host);
  });

  it('say which network’s a site is wherever another has one of its name', async () => {
    answerAt(world.sandbox, 'From the first.');
    answerAt(second, 'From the second.');
    await world.pass(aRound);
    const { siteName } = cast(second);
    const both = [`${siteName} (Demo network)`, `${siteName} (Second network)`];
    const ofIt = (name: string) => name === siteName || name.startsWith(`${siteName} (`);
    const names = (things: { site: { name: string } }[]) =>
      [...new Set(things.map(({ site }) => site.name))].filter(ofIt).toSorted();
    expect(names((await world.window.inbox.list({ limit: 200 })).entries)).toEqual(both);
    expect(
      (await world.window.inbox.counts({})).sites
        .map(({ name }) => name)
        .filter(ofIt)
        .toSorted(),
    ).toEqual(both);
    const { accounts } = await world.window.reputation.list();
    expect(names(accounts)).toEqual(both);
    expect(names((await world.window.reputation.changes({ limit: 500 })).entries)).toEqual(both);
    for (const { site } of accounts.filter((one) => both.includes(one.site.name))) {
      expect((await world.window.reputation.siteProfile({ site: site.id })).site.name).toBe(site.name);
      await world.window.watches.add({ site: site.id, rule: { titleWords: ['zeppelin'] } });
    }
    expect(names((await world.window.watches.list()).watches)).toEqual(both);
    const inTray = world.desktop.trayLabels().filter((label) => label.includes(siteName));
    expect(new Set(inTray.map((label) => both.find((name) => label.includes(name))))).toEqual(new Set(both));
    await world.window.session.signOut({ account: secondId() });
    expect(names((await world.window.inbox.list({ limit: 200 })).entries)).toEqual([siteName]);
  });

  it('mute a site at one network and not its namesake at the other', async () => {
    const accounts = (await world.window.reputation.list()).accounts;
    const { site } = cast(second);
    const there = accounts.find(
      ({ site: { id } }) => id.startsWith(encodeURIComponent(secondId())) && id.endsWith(`/${site}`),
    )!;
    await world.window.settings.change({ mutedSites: [there.site.id] });
    answerAt(world.sandbox, 'Heard.');
    answerAt(second, 'Muted.');
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ body }) => body)).toEqual([expect.stringContaining('Heard.')]);
  });

  it('know trouble each of their own, the one in trouble first', async () => {
    await createSandboxControl(second.apiBaseUrl).fault({ kind: 'throttle', times: 1000 });
    await world.pass(aRound);
    const { accounts, conditions } = await state();
    expect(accounts.map(({ id, conditions: own }) => [id, own.map(({ kind }) => kind)])).toEqual([
      [secondId(), ['throttled']],
      ['demo', []],
    ]);
    expect(conditions).toMatchObject([{ kind: 'throttled', account: secondId() }]);
    expect(accounts[0]!.network.name).toBe('Second network');
    answerAt(world.sandbox, 'All the same.');
    await world.pass(aRound);
    expect(world.desktop.shown).toHaveLength(1);
  });

  it('leave no filter behind that would empty the inbox of who stays', async () => {
    const { sites } = await world.window.inbox.counts({});
    const there = sites.find(({ value }) => value.startsWith(encodeURIComponent(secondId())))!;
    await world.window.inbox.saveFilter({ site: there.value, unread: false });
    expect(await world.window.inbox.savedFilter()).toEqual({ site: there.value, unread: false });
    await world.window.session.signOut({ account: secondId() });
    expect(await world.window.inbox.savedFilter()).toEqual({ unread: false });
    await world.restart();
    expect(await world.window.inbox.savedFilter()).toEqual({ unread: false });
  });

  it('keep the filter of the inbox, whoever came first', async () => {
    await world.window.inbox.saveFilter({ kind: 'new_answer' });
    await world.window.session.signOut({ account: 'demo' });
    expect(await world.window.inbox.savedFilter()).toEqual({ kind: 'new_answer' });
    await world.restart();
    expect(await world.window.inbox.savedFilter()).toEqual({ kind: 'new_answer' });
  });

  it('name the site that is filtered for, also where the other filters leave nothing of it', async () => {
    const [site] = (await world.window.inbox.counts({})).sites;
    const { sites, total } = await world.window.inbox.counts({ filter: { site: site!.value, kind: 'no_such_kind' } });
    expect(total).toBe(0);
    expect(sites).toEqual([{ ...site, count: 0 }]);
  });

  it('come back after a restart, both', async () => {
    await world.restart();
    await world.pass(aRound);
    expect((await state()).accounts.map(({ id, signedIn }) => [id, signedIn])).toEqual([
      ['demo', true],
      [secondId(), true],
    ]);
  });

  it('sign out one by one: the token ends at the network, the other account stays', async () => {
    expect([liveTokens(world.sandbox).n, liveTokens(second).n]).toEqual([1, 1]);
    expect(await world.window.session.signOut({ account: secondId() })).toEqual({ ended: true });
    expect([liveTokens(world.sandbox).n, liveTokens(second).n]).toEqual([1, 0]);
    expect((await state()).accounts.map(({ id }) => id)).toEqual(['demo']);
    const asked = second.requests.length;
    answerAt(world.sandbox, 'Still here.');
    await world.pass(aRound);
    expect(world.desktop.shown).toHaveLength(1);
    expect(second.requests).toHaveLength(asked);
    await world.restart();
    expect((await state()).accounts.map(({ id }) => id)).toEqual(['demo']);
  });

  it('end the token by taking the application away where a network cannot end one token', async () => {
    await createSandboxControl(second.apiBaseUrl).fault({ kind: 'status', status: 404, path: '/invalidate', times: 1 });
    expect(await world.window.session.signOut({ account: secondId() })).toEqual({ ended: true });
    expect(liveTokens(second).n).toBe(0);
  });

  it('say so when a token could not be ended, and forget it all the same', async () => {
    await second.close();
    const asked = world.window.session.signOut({ account: secondId() });
    await world.pass(10_000);
    const ending = await asked;
    expect(ending.ended).toBe(false);
    expect(ending.note).toContain('Second network');
    expect((await state()).accounts.map(({ id }) => id)).toEqual(['demo']);
    await world.restart();
    expect((await state()).accounts.map(({ id }) => id)).toEqual(['demo']);
  });

  it('sign in again where it is needed, with what was there still there', async () => {
    second.world.db.prepare('UPDATE tokens SET revoked_at = 1').run();
    await world.pass(aRound);
    expect(await account(secondId())).toMatchObject({ signedIn: false, conditions: [{ kind: 'signed-out' }] });
    const kept = (await world.window.inbox.list({ limit: 200 })).entries.length;
    await world.window.session.signInAgain({ account: secondId() });
    await world.idle();
    await world.pass(aRound);
    expect((await state()).conditions).toEqual([]);
    expect((await world.window.inbox.list({ limit: 200 })).entries).toHaveLength(kept);
  });

  it.each([
    ['beside one that is well', async () => undefined],
    ['beside one that was signed out on purpose', () => world.window.session.signOut({ account: 'demo' })],
  ])('are signed in again at the network that needs it where none is named, %s', async (_which, first) => {
    await first();
    second.world.db.prepare('UPDATE tokens SET revoked_at = 1').run();
    await world.pass(aRound);
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signInAgain();
    expect(await state()).toMatchObject({ phase: 'signing-in', network: { name: 'Second network' } });
  });

  it('keep the first one when signing in at another is given up', async () => {
    await world.window.session.signOut({ account: secondId() });
    world.desktop.person = () => new Promise(() => undefined);
    await world.window.session.signIn(other());
    expect(await state()).toMatchObject({ phase: 'signing-in', network: { name: 'Second network' } });
    await world.window.session.cancelSignIn();
    expect(await state()).toMatchObject({
      phase: 'running',
      accounts: [{ id: 'demo', network: { name: 'Demo network' } }],
    });
  });
});

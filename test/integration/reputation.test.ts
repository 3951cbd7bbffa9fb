import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDay } from '../../electron/base/clock.ts';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: World;

/** Askbell is off for a while: time passes, and nothing is asked. */
async function offFor(ms: number): Promise<void> {
  await world.quit();
  await world.pass(ms);
  await world.launch();
}

describe('reputation', () => {
  let people: ReturnType<typeof cast>;
  const paths = (part: string) => world.sandbox.requests.filter(({ path }) => path.includes(part));
  /** Requests that read the history from before Askbell: page by page, unlike those for news. */
  const historyPages = () => paths('/reputation-history').filter(({ query }) => query['page'] !== undefined);
  const list = () => world.window.reputation.list();
  const siteId = async () => (await list()).accounts.find(({ site }) => site.name === people.siteName)!.site.id;
  const vote = (voter: number, direction: 'up' | 'down' = 'up', postId = people.questionId) =>
    world.sandbox.world.actions.vote({ site: people.site, userId: people.others[voter]!, postId, direction });
  /** The network's own sum of what others may see of somebody's changes. */
  const told = () => {
    const { db } = world.sandbox.world;
    return db
      .prepare(
        `SELECT s.api_site_parameter AS site, u.reputation AS reputation, count(r.id) AS entries, sum(r.change) AS total, min(r.on_date) AS first FROM users u JOIN sites s ON s.id = u.site_id
           LEFT JOIN reputation_events r ON r.site_id = u.site_id AND r.user_id = u.id AND r.change <> 0 AND r.history_type NOT IN ('voter_downvotes', 'voter_undownvotes')
           WHERE u.account_id = ? GROUP BY u.site_id, u.id`,
      )
      .all(people.accountId) as {
      site: string;
      reputation: number;
      entries: number;
      total: number | null;
      first: number | null;
    }[];
  };
  const readAll = async () => {
    await world.window.reputation.opened();
    for (let turn = 0; turn < 20 && (await list()).reading.state !== 'done'; turn++) await world.pass(aRound);
  };

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it('reads the history from before Askbell once the view is opened, and not before', async () => {
    await world.pass(10 * minute);
    expect((await list()).reading).toMatchObject({ state: 'unasked', requests: { spent: 0 } });
    expect(historyPages()).toEqual([]);
    await readAll();
    const { reading } = await list();
    const sites = told().filter(({ reputation }) => reputation > 1);
    const pages = sites.reduce((sum, { entries }) => sum + Math.max(1, Math.ceil(entries / 100)), 0);
    expect(historyPages()).toHaveLength(pages);
    // The titles of what is listed: a filter, and a request for each site with changes.
    const titles =
      paths('/filters/create').length +
      paths('/reputation').filter(({ path, query }) => path.endsWith('/reputation') && query['filter'] !== undefined)
        .length;
    expect(reading).toEqual({
      state: 'done',
      sites: { done: sites.length, of: sites.length },
      requests: { spent: pages + titles },
      withheld: [],
    });
    expect(
      (await world.window.reputation.changes({})).entries.filter(({ title }) => title !== undefined).length,
    ).toBeGreaterThan(50);
  });

  it('draws a curve that is right at its beginning, too, on each site and on all', async () => {
    await readAll();
    const all = await world.window.reputation.series({ range: 'all' });
    const { accounts } = await list();
    expect(all.values.at(-1)).toBe(accounts.reduce((sum, { reputation }) => sum + reputation, 0));
    expect(all.knownSince).toBeUndefined();
    for (const { site, total, first, reputation } of told()) {
      const id = accounts.find((account) => account.site.id.endsWith(`/${site}`))!.site.id;
      const series = await world.window.reputation.series({ site: id, range: 'all' });
      expect(series.values.at(-1)).toBe(reputation);
      expect(series.changes.reduce((sum, change) => sum + change, 0)).toBe(total ?? 0);
      if (first !== null && series.step === 'day')
        expect(series.begins[0]!.getTime()).toBe(Math.min(localDay(first * 1000), localDay(world.clock.now(), -6)));
    }
  });

  it('draws it right also where changes were read that the total does not hold yet', async () => {
    const site = await siteId();
    const { reputation: before } = (await list()).accounts.find((account) => account.site.id === site)!;
    await world.pass(3000);
    vote(3);
    // Reading goes on with requests that nothing else needs, long before the total is asked for again.
    await world.window.reputation.opened();
    const curve = () => world.window.reputation.series({ site, range: 'all' });
    for (let turn = 0; turn < 100 && (await curve()).knownSince !== undefined; turn++) await world.pass(1000);
    const { values, knownSince } = await curve();
    expect(knownSince).toBeUndefined();
    expect((await list()).accounts.find((account) => account.site.id === site)!.reputation).toBe(before);
    expect(values.at(-1)).toBe(before + 10);
  });

  it('lists the changes of the site that is looked at, whatever happened elsewhere, page by page', async () => {
    await world.pass(3 * hour);
    let page = await world.window.reputation.changes({ limit: 500 });
    const all = [...page.entries];
    while (page.hasMore) {
      page = await world.window.reputation.changes({ limit: 500, before: page.entries.at(-1)! });
      all.push(...page.entries);
    }
    for (const site of new Set(all.map((entry) => entry.site.id))) {
      const here = all.filter((entry) => entry.site.id === site).map(({ id }) => id);
      expect((await world.window.reputation.changes({ site, limit: 1 })).entries.map(({ id }) => id)).toEqual(
        here.slice(0, 1),
      );
      const paged: number[] = [];
      for (
        let part = await world.window.reputation.changes({ site, limit: 7 });
        ;
        part = await world.window.reputation.changes({ site, limit: 7, before: part.entries.at(-1)! })
      ) {
        paged.push(...part.entries.map(({ id }) => id));
        if (!part.hasMore) break;
      }
      expect(paged).toEqual(here);
    }
    expect(new Set(all.map((entry) => entry.site.id)).size).toBeGreaterThan(1);
    await expect(world.window.reputation.changes({ site: 'demo/nowhere' })).rejects.toThrow(
      'You have no account on this site.',
    );
  });

  it('never reads it twice: not after a restart, not when the view is opened again', async () => {
    await readAll();
    const before = historyPages().length;
    const curve = await world.window.reputation.series({ range: 'year' });
    await offFor(day);
    await world.window.reputation.opened();
    await world.pass(aRound);
    expect(historyPages()).toHaveLength(before);
    const after = await world.window.reputation.series({ range: 'year' });
    expect(after.values.slice(0, 300)).toEqual(curve.values.slice(1, 301));
  });

  it('goes on after a restart in the middle, and each change counts once', async () => {
    await world.window.reputation.opened();
    await world.pass(3000);
    vote(3);
    await world.restart();
    await readAll();
    // An answer that was given within the minute is given again.
    await world.pass(6 * aRound);
    const site = await siteId();
    const series = await world.window.reputation.series({ site, range: 'all' });
    const mine = told().find((line) => line.site === people.site)!;
    expect(series.values.at(-1)).toBe(mine.reputation);
    expect(series.changes.reduce((sum, change) => sum + change, 0)).toBe(mine.total);
  });

  it('adds to the curve what comes as news', async () => {
    await readAll();
    const site = await siteId();
    const before = await world.window.reputation.series({ site, range: '7-days' });
    vote(2);
    await world.pass(aRound);
    const after = await world.window.reputation.series({ site, range: '7-days' });
    expect(after.values.at(-1)).toBe(before.values.at(-1)! + 10);
    expect(after.changes.at(-1)).toBe(before.changes.at(-1)! + 10);
    expect(after.values.slice(0, -1)).toEqual(before.values.slice(0, -1));
  });

  it('says where the curve begins while less is known', async () => {
    const series = await world.window.reputation.series({ range: 'year' });
    expect(series.knownSince).toBeInstanceOf(Date);
    expect(series.values.at(-1)).toBe((await list()).accounts.reduce((sum, { reputation }) => sum + reputation, 0));
  });

  it('puts the changes of today together by post, with the kinds of vote', async () => {
    await offFor(15 * hour + day);
    await world.pass(aRound);
    for (const voter of [2, 3, 4]) vote(voter);
    vote(5, 'down');
    await world.pass(aRound);
    // By default the network tells no titles; the poll has asked for those of what is told, as notifications name them.
    expect((await list()).today[0]).toMatchObject({ postId: people.questionId, title: people.title });
    expect(world.desktop.shown.at(-1)!.body).toContain(people.title);
    const { state } = (await list()).reading;
    await world.window.reputation.opened({ only: 'titles' });
    expect((await list()).today[0]).toMatchObject({ postId: people.questionId, title: people.title });
    // The panel wants no more: the past is left for who opens the view.
    await world.pass(aRound);
    expect((await list()).reading.state).toBe(state);
    expect(historyPages()).toEqual([]);
    await world.window.reputation.opened();
    expect(paths('/filters/create')).toHaveLength(1);
    vote(6);
    // An answer that was just given again lags by a minute, and so does the look after it.
    await world.pass(6 * aRound);
    const { today, accounts } = await list();
    expect(today[0]!.link).toMatch(/^http/);
    expect(today[0]).toMatchObject({
      site: { name: people.siteName },
      postId: people.questionId,
      title: people.title,
      change: 38,
    });
    expect(today[0]!.kinds).toEqual([
      { voteType: 'up_votes', times: 4, change: 40 },
      { voteType: 'down_votes', times: 1, change: -2 },
    ]);
    const site = await siteId();
    expect(today.filter((post) => post.site.id === site).reduce((sum, { change }) => sum + change, 0)).toBe(
      accounts.find((account) => account.site.id === site)!.today,
    );
  });

  it('keeps to a share of the day’s requests, and goes on the next day', async () => {
    await world.close();
    world = await createWorld({ sandbox: { quota: { anonymous: 30, key: 30 } } });
    people = cast(world.sandbox);
    await world.pass(hour);
    await world.window.reputation.opened();
    await world.pass(hour);
    expect((await list()).reading.state).toBe('waiting');
    expect(historyPages().length).toBeLessThanOrEqual(3);
    await offFor(25 * hour);
    await world.pass(3 * hour);
    expect(historyPages().length).toBeGreaterThan(3);
  });

  it('reads it from the operation of the specification where the network has no other', async () => {
    const users = world.sandbox.world.db.prepare('SELECT id FROM users WHERE account_id = ?').all(people.accountId) as {
      id: number;
    }[];
    for (const { id } of users)
      await createSandboxControl(world.sandbox.apiBaseUrl).fault({
        kind: 'status',
        status: 404,
        path: `/users/${id}/reputation-history`,
        times: 100,
      });
    await readAll();
    const { reading } = await list();
    expect(reading).toMatchObject({ state: 'done', withheld: [] });
  });
});

describe('privileges and badges', () => {
  let people: ReturnType<typeof cast>;
  const paths = (part: string) => world.sandbox.requests.filter(({ path }) => path.endsWith(part));
  const asked = () => ['/privileges', '/badges'].reduce((sum, part) => sum + paths(part).length, 0);
  const site = async () =>
    (await world.window.reputation.list()).accounts.find((account) => account.site.name === people.siteName)!.site.id;

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it('tell what comes next and how far it is, and the badges by rank', async () => {
    const stands = await world.window.reputation.siteProfile({ site: await site() });
    expect(stands.trouble).toBeUndefined();
    expect(stands.next!.reputation).toBeGreaterThan(stands.reputation);
    expect(stands.next!.from).toBeLessThanOrEqual(stands.reputation);
    expect(
      stands.privileges!.filter(({ earned }) => earned).every(({ reputation }) => reputation <= stands.reputation),
    ).toBe(true);
    const { db } = world.sandbox.world;
    const counts = Object.fromEntries(
      (
        db
          .prepare(
            `SELECT b.rank AS rank, count(*) AS n FROM user_badges ub JOIN badges b ON b.site_id = ub.site_id AND b.id = ub.badge_id JOIN sites s ON s.id = ub.site_id WHERE s.api_site_parameter = ? AND ub.user_id = ? GROUP BY b.rank`,
          )
          .all(people.site, people.userId) as { rank: string; n: number }[]
      ).map(({ rank, n }) => [rank, n]),
    );
    expect(stands.badges!.counts).toEqual({ gold: 0, silver: 0, bronze: 0, ...counts });
    expect(stands.badges!.latest.length).toBeGreaterThan(0);
  });

  it('are asked once a day, across restarts, unless a click wants them anew', async () => {
    const id = await site();
    await world.window.reputation.siteProfile({ site: id });
    const once = asked();
    expect(once).toBe(3);
    await world.window.reputation.siteProfile({ site: id });
    await offFor(23 * hour);
    await world.window.reputation.siteProfile({ site: id });
    expect(asked()).toBe(once);
    await world.window.reputation.siteProfile({ site: id, again: true });
    expect(asked()).toBe(2 * once);
    // The same within the minute is not sent.
    await world.window.reputation.siteProfile({ site: id, again: true });
    expect(asked()).toBe(2 * once);
    await offFor(25 * hour);
    await world.window.reputation.siteProfile({ site: id });
    expect(asked()).toBe(3 * once);
  });

  it('show what is kept, and why nothing newer came', async () => {
    const id = await site();
    const before = await world.window.reputation.siteProfile({ site: id });
    await world.pass(minute);
    await world.sandbox.close();
    const pending = world.window.reputation.siteProfile({ site: id, again: true });
    await world.pass(20_000);
    const after = await pending;
    expect(after.trouble).toMatchObject({ kind: 'offline' });
    expect(after).toMatchObject({ badges: before.badges!, next: before.next! });
  });

  it('are refused for a site without an account', async () => {
    await expect(world.window.reputation.siteProfile({ site: 'demo/nowhere' })).rejects.toThrow(
      'You have no account on this site.',
    );
  });
});

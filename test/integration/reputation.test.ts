import { describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

/** Askbell is off for a while: time passes, and nothing is asked. */
async function offFor(world: World, ms: number): Promise<void> {
  await world.quit();
  await world.pass(ms);
  await world.launch();
}

const paths = ({ sandbox }: World, part: string) => sandbox.requests.filter(({ path }) => path.includes(part));
const siteId = async ({ window, people }: World) =>
  (await window.reputation.list()).accounts.find(({ site }) => site.name === people.siteName)!.site.id;

describe('reputation', () => {
  /** Requests that read the history from before Askbell: page by page, unlike those for news. */
  const historyPages = (world: World) =>
    paths(world, '/reputation-history').filter(({ query }) => query['page'] !== undefined);
  /** The network's own sum of what others may see of somebody's changes. */
  const told = ({ sandbox, people }: World) =>
    sandbox.world.db
      .prepare(
        `SELECT s.api_site_parameter AS site, u.reputation AS reputation, count(r.id) AS entries, sum(r.change) AS total FROM users u JOIN sites s ON s.id = u.site_id
           LEFT JOIN reputation_events r ON r.site_id = u.site_id AND r.user_id = u.id AND r.change <> 0 AND r.history_type NOT IN ('voter_downvotes', 'voter_undownvotes')
           WHERE u.account_id = ? GROUP BY u.site_id, u.id`,
      )
      .all(people.accountId) as { site: string; reputation: number; entries: number; total: number | null }[];
  const readAll = async (world: World) => {
    const { reputation } = world.window;
    await reputation.opened();
    for (let turn = 0; turn < 20 && (await reputation.list()).reading.state !== 'done'; turn++) await world.round();
  };

  it('reads the history from before Askbell when the view is opened, and never twice', async ({ world }) => {
    await world.pass(10 * MINUTE_MS);
    expect((await world.window.reputation.list()).reading).toMatchObject({ state: 'unasked', requests: { spent: 0 } });
    expect(historyPages(world)).toEqual([]);
    await readAll(world);
    const { reading } = await world.window.reputation.list();
    const sites = told(world).filter(({ reputation }) => reputation > 1);
    const pages = sites.reduce((sum, { entries }) => sum + Math.max(1, Math.ceil(entries / 100)), 0);
    expect(historyPages(world)).toHaveLength(pages);
    // The titles of what is listed: a filter, and a request for each site with changes.
    const titles =
      paths(world, '/filters/create').length +
      paths(world, '/reputation').filter(
        ({ path, query }) => path.endsWith('/reputation') && query['filter'] !== undefined,
      ).length;
    expect(reading).toEqual({
      state: 'done',
      sites: { done: sites.length, of: sites.length },
      requests: { spent: pages + titles },
      withheld: [],
    });
    expect(
      (await world.window.reputation.changes({})).entries.filter(({ title }) => title !== undefined).length,
    ).toBeGreaterThan(50);
    const curve = await world.window.reputation.series({ range: 'year' });
    await offFor(world, DAY_MS);
    await world.window.reputation.opened();
    await world.round();
    expect(historyPages(world)).toHaveLength(pages);
    const after = await world.window.reputation.series({ range: 'year' });
    expect(after.values.slice(0, 300)).toEqual(curve.values.slice(1, 301));
  });

  it('goes on after a restart in the middle, and each change counts once', async ({ world, people }) => {
    await world.window.reputation.opened();
    await world.pass(3000);
    people.votes(3);
    await world.restart();
    await readAll(world);
    // An answer that was given within the minute is given again.
    await world.round(6);
    const site = await siteId(world);
    const series = await world.window.reputation.series({ site, range: 'all' });
    const mine = told(world).find((line) => line.site === people.site)!;
    expect(series.values.at(-1)).toBe(mine.reputation);
    expect(series.changes.reduce((sum, change) => sum + change, 0)).toBe(mine.total);
  });

  it('puts the changes of today together by post, with the kinds of vote', async ({ world, people }) => {
    await offFor(world, 15 * HOUR_MS + DAY_MS);
    await world.round();
    for (const voter of [2, 3, 4]) people.votes(voter);
    people.votes(5, 'down');
    await world.round();
    const post = { postId: people.questionId, title: people.title };
    // By default the network tells no titles; the poll has asked for those of what is told, as notifications name them.
    expect((await world.window.reputation.list()).today[0]).toMatchObject(post);
    expect(world.desktop.shown.at(-1)!.body).toContain(people.title);
    const { state } = (await world.window.reputation.list()).reading;
    await world.window.reputation.opened({ only: 'titles' });
    expect((await world.window.reputation.list()).today[0]).toMatchObject(post);
    // The panel wants no more: the past is left for who opens the view.
    await world.round();
    expect((await world.window.reputation.list()).reading.state).toBe(state);
    expect(historyPages(world)).toEqual([]);
    await world.window.reputation.opened();
    expect(paths(world, '/filters/create')).toHaveLength(1);
    people.votes(6);
    // An answer that was just given again lags by a minute, and so does the look after it.
    await world.round(6);
    const { today, accounts } = await world.window.reputation.list();
    expect(today[0]!.link).toMatch(/^http/);
    expect(today[0]).toMatchObject({ ...post, site: { name: people.siteName }, change: 38 });
    expect(today[0]!.kinds).toEqual([
      { voteType: 'up_votes', times: 4, change: 40 },
      { voteType: 'down_votes', times: 1, change: -2 },
    ]);
    const site = await siteId(world);
    expect(today.filter((post) => post.site.id === site).reduce((sum, { change }) => sum + change, 0)).toBe(
      accounts.find((account) => account.site.id === site)!.today,
    );
  });

  describe('of somebody with few requests', () => {
    it.override('options', { sandbox: { quota: { anonymous: 30, key: 30 } } });

    it('keeps to a share of the day’s requests, and goes on the next day', async ({ world }) => {
      await world.pass(HOUR_MS);
      await world.window.reputation.opened();
      await world.pass(HOUR_MS);
      expect((await world.window.reputation.list()).reading.state).toBe('waiting');
      expect(historyPages(world).length).toBeLessThanOrEqual(3);
      await offFor(world, 25 * HOUR_MS);
      await world.pass(3 * HOUR_MS);
      expect(historyPages(world).length).toBeGreaterThan(3);
    });
  });

  it('reads it from the operation of the specification where the network has no other', async ({ world, people }) => {
    const users = world.sandbox.world.db.prepare('SELECT id FROM users WHERE account_id = ?').all(people.accountId) as {
      id: number;
    }[];
    for (const { id } of users)
      await world.control.fault({ kind: 'status', status: 404, path: `/users/${id}/reputation-history`, times: 100 });
    await readAll(world);
    const { reading } = await world.window.reputation.list();
    expect(reading).toMatchObject({ state: 'done', withheld: [] });
  });
});

describe('privileges and badges', () => {
  const asked = (world: World) => world.asked('/privileges').length + world.asked('/badges').length;

  it('tell the next one and badges by rank, asked once a day unless clicked', async ({ world, people }) => {
    const id = await siteId(world);
    const stands = await world.window.reputation.siteProfile({ site: id });
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
    const once = asked(world);
    expect(once).toBe(3);
    await world.window.reputation.siteProfile({ site: id });
    await offFor(world, 23 * HOUR_MS);
    await world.window.reputation.siteProfile({ site: id });
    expect(asked(world)).toBe(once);
    await world.window.reputation.siteProfile({ site: id, again: true });
    expect(asked(world)).toBe(2 * once);
    // The same within the minute is not sent.
    await world.window.reputation.siteProfile({ site: id, again: true });
    expect(asked(world)).toBe(2 * once);
    await offFor(world, 25 * HOUR_MS);
    await world.window.reputation.siteProfile({ site: id });
    expect(asked(world)).toBe(3 * once);
  });

  it('show what is kept and why nothing newer came; none without an account', async ({ world }) => {
    const id = await siteId(world);
    const { reputation } = world.window;
    for (const refused of [
      reputation.siteProfile({ site: 'demo/nowhere' }),
      reputation.changes({ site: 'demo/nowhere' }),
    ])
      await expect(refused).rejects.toThrow('You have no account on this site.');
    const before = await reputation.siteProfile({ site: id });
    await world.pass(MINUTE_MS);
    await world.sandbox.close();
    const pending = reputation.siteProfile({ site: id, again: true });
    await world.pass(20_000);
    const after = await pending;
    expect(after.trouble).toMatchObject({ kind: 'offline' });
    expect(after).toMatchObject({ badges: before.badges!, next: before.next! });
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { createActivity, type Activity, type Happening } from '../../../../sandbox/world/activity/activity.ts';
import { topicsOf } from '../../../../sandbox/world/text/sites.ts';
import { openWorld, type World } from '../../../../sandbox/world/world.ts';
import { demoDataCopy } from '../../../support/demo-data.ts';
import { fileFolder } from '../../support/file-folder.ts';
import { column, rows } from '../../support/rows.ts';
import { brokenRules } from '../small-world.ts';

const start = 1_795_000_000;
const hour = 3600;
const folder = fileFolder();
let time: { now: number };
let world: World;
beforeEach(async () => {
  time = { now: start };
  world = openWorld({ file: await demoDataCopy(folder, start), seed: 7, clock: { now: () => time.now } });
});
afterEach(() => world.close());

/** Lets everything happen that is due within `seconds`, without a clock that moves. */
function live(activity: Activity, seconds: number): Happening[] {
  const happened: Happening[] = [];
  for (let occurrence = activity.next(); occurrence.at < start + seconds; occurrence = activity.next())
    happened.push(occurrence.run());
  return happened;
}

/** Lets so many things happen, one after the other; gives their dates. */
const next = (activity: Activity, count: number): number[] =>
  Array.from({ length: count }, () => {
    const occurrence = activity.next();
    occurrence.run();
    return occurrence.at;
  });

/** The longest wait between two of these moments, the start included. */
const longestGap = (moments: readonly number[]): number =>
  Math.max(...moments.map((moment, index) => moment - (moments[index - 1] ?? start)));

const moments = (sql: string, ...parameters: (string | number)[]) => column(world, sql, ...parameters, start);
const newsOf = (accountId: number) =>
  moments('SELECT created_at FROM inbox_items WHERE account_id = ? AND created_at >= ? ORDER BY id', accountId);
const gainsOf = (accountId: number) =>
  moments(
    `SELECT on_date FROM reputation_events e JOIN users u ON u.site_id = e.site_id AND u.id = e.user_id
       WHERE u.account_id = ? AND e.change <> 0 AND e.on_date >= ? ORDER BY e.on_date`,
    accountId,
  );
/** Activity on the world for these accounts. */
const activityFor = (...accountIds: number[]) => createActivity({ world, seed: 1, favour: () => accountIds });

it('comes in order of time', () => {
  const dates = next(activityFor(1), 300);
  expect(dates[0]).toBeGreaterThanOrEqual(start);
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
});

it('brings the signed-in people news every forty seconds or so, and a vote about as often', () => {
  live(activityFor(1, 3), hour);
  for (const accountId of [1, 3]) {
    const [news, gains] = [newsOf(accountId), gainsOf(accountId)];
    expect(news.length).toBeGreaterThan(70);
    expect(news.length).toBeLessThan(130);
    expect(longestGap(news)).toBeLessThanOrEqual(70);
    expect(gains.length).toBeGreaterThan(60);
    expect(longestGap(gains)).toBeLessThanOrEqual(120);
  }
});

it('asks in each popular tag of each main site every minute or two', () => {
  live(activityFor(), hour);
  for (const key of ['loops', 'beds', 'spokes', 'nightsky'])
    for (const { tag } of topicsOf(key).slice(0, 3)) {
      const asked = moments(
        `SELECT p.created_at FROM posts p JOIN sites s ON s.id = p.site_id WHERE s.api_site_parameter = ?
             AND p.post_type = 1 AND instr(p.tags, ?) > 0 AND p.created_at >= ? ORDER BY p.id`,
        key,
        `|${tag}|`,
      );
      expect(longestGap(asked), `${key} ${tag}`).toBeLessThanOrEqual(150);
      expect(asked.length, `${key} ${tag}`).toBeGreaterThan(24);
    }
});

it('does a bit of everything, and something every ten seconds or less', () => {
  const happened = live(activityFor(), 4 * hour);
  expect(new Set(happened.map(({ kind }) => kind))).toEqual(
    new Set(['ask', 'answer', 'comment', 'vote', 'accept', 'award', 'bounty', 'close']),
  );
  expect(happened.length).toBeGreaterThan(4 * 360);
  expect(happened.length).toBeLessThan(4 * 1500);
});

it('is faster when told so', () => {
  const activity = createActivity({ world, seed: 1, speed: 20, favour: () => [1] });
  live(activity, 60);
  expect(newsOf(1).length).toBeGreaterThan(22);
});

it('refuses a speed that is none', () => {
  expect(() => createActivity({ world, seed: 1, speed: 0 })).toThrow('above 0');
  expect(() => createActivity({ world, seed: 1, speed: NaN })).toThrow('above 0');
});

it('takes up those who sign in, and drops those who sign out', () => {
  let signedIn: number[] = [];
  const activity = createActivity({ world, seed: 1, favour: () => signedIn });
  live(activity, 600);
  signedIn = [4];
  live(activity, 1200);
  const heard = newsOf(4).filter((moment) => moment >= start + 600).length;
  expect(heard).toBeGreaterThan(9);
  signedIn = [];
  live(activity, 1800);
  expect(newsOf(4).filter((moment) => moment >= start + 1201).length).toBeLessThan(5);
});

it('keeps every rule through a long evening, never repeats a title, acts for nobody it is for, and moves the reputation still when most votes count no more', () => {
  live(activityFor(1, 2), 3 * hour);
  expect(brokenRules(world)).toEqual({});
  const asked = 'SELECT title FROM posts WHERE post_type = 1';
  expect(rows(world, `${asked} GROUP BY site_id, title HAVING count(*) > 1`)).toEqual([]);
  const done = ['posts.owner_id', 'comments.owner_id', 'votes.voter_id'].map((by) => {
    const table = by.split('.')[0];
    return moments(`SELECT ${table}.created_at FROM ${table} JOIN users u ON u.site_id = ${table}.site_id AND u.id = ${by}
      WHERE u.account_id IN (1, 2) AND ${table}.created_at >= ?`);
  });
  expect(done).toEqual([[], [], []]);
  expect(gainsOf(2).filter((moment) => moment > start + 2.5 * hour).length).toBeGreaterThan(15);
});

it('dates things by the clock when they come late', () => {
  const activity = activityFor();
  const occurrence = activity.next();
  time.now = Math.ceil(occurrence.at) + 30;
  expect(occurrence.run().at).toBe(time.now);
});

it('does not catch up on a day when the clock is set ahead', () => {
  const activity = activityFor(1);
  live(activity, 60);
  time.now = start + 86_400;
  const soon = next(activity, 20);
  expect(Math.min(...soon)).toBeGreaterThanOrEqual(start + 86_400);
  expect(Math.max(...soon)).toBeGreaterThan(start + 86_400 + 30);
});

it('goes on with new texts after the file was closed and opened again', async () => {
  const file = await demoDataCopy(folder, start);
  const askedAfterOpening = () => {
    const opened = openWorld({ file, seed: 7, clock: { now: () => start } });
    const titles = () => column<string>(opened, 'SELECT title FROM posts WHERE post_type = 1 ORDER BY rowid');
    const before = titles().length;
    live(createActivity({ world: opened, seed: 7 }), 300);
    const added = titles().slice(before);
    opened.close();
    return added;
  };
  const [first, second] = [askedAfterOpening(), askedAfterOpening()];
  expect(first.length).toBeGreaterThan(20);
  expect(second.length).toBeGreaterThan(20);
  expect(second.filter((title) => first.includes(title))).toEqual([]);
});

it('finds nothing to do in a world it knows nothing about, and says so', () => {
  const empty = openWorld({ file: ':memory:', seed: 1, clock: { now: () => start }, content: 'none' });
  const activity = createActivity({ world: empty, seed: 1, favour: () => [1] });
  expect(activity.next().run()).toMatchObject({ kind: 'nothing' });
  empty.close();
});

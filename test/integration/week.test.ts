import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import type { RequestRecord } from '../../sandbox/api/gate/request-log.ts';
import { announcements, listedQuestions, type Announcement } from '../support/announced.ts';
import { aRound, cast, createWorld, tooSoon, type World } from './askbell.ts';
import { weekPeople, watchOf, weekWatches, type Asked, type WatchName } from './week-people.ts';

const perDay = 250;
/** What another app of the same person takes of one day. */
const stolen = 0.4 * perDay;
const thefts = 20;

/** What another app of the same person asks for; Askbell never does. */
const othersPath = '/badges';

it(
  'a week of somebody’s life: each question that matched is announced once, and every rule of the network is kept',
  { timeout: 480_000 },
  async () => {
    const world = await createWorld({ sandbox: { quota: { key: perDay }, credentials: 'both' } });
    onTestFinished(() => world.close());
    const { asked, listed, shown, banners, pauses, written } = await aWeek(world);
    expect(asked.length).toBeGreaterThan(200);
    expectQuestions(asked, shown);
    for (const question of asked)
      expect([question.title, listed.get(keyOf(question.site, question.id)) ?? []]).toEqual([
        question.title,
        [...question.matches.keys()].toSorted(),
      ]);
    const inbox = shown.flatMap(({ subjects }) =>
      subjects.flatMap((subject) => (subject.kind === 'inbox' ? [subject.key] : [])),
    );
    expect(new Set(inbox).size).toBe(inbox.length);
    expect(inbox.length).toBe(written);
    // What its history says was shown, the desktop was given.
    expect(banners.length).toBe(shown.length);
    expect(shown.some(({ kind }) => kind === 'summary')).toBe(true);
    expectRules(world.sandbox.requests, pauses);
  },
);

async function aWeek(world: World) {
  const control = createSandboxControl(world.sandbox.apiBaseUrl);
  const from = world.clock.now();
  const to = from + 7 * DAY_MS;
  const people = weekPeople(world.sandbox, { from: from + 10 * MINUTE_MS, to, perHour: 1.6, seed: 7 });
  const banners: string[] = [];
  const pauses: { method: string; seconds: number; plannedAt: number }[] = [];
  const inboxBefore = inboxRows(world).length;

  await world.unwatch();
  people.prepare();
  await world.pass(MINUTE_MS);
  const names = new Map<string, WatchName>();
  for (const [name, { at, rule, alert }] of Object.entries(weekWatches)) {
    const { id } = await world.window.watches.add({ site: people.sites[at], rule, alert });
    names.set(id, name as WatchName);
  }
  await world.pass(aRound);

  const keepBanners = () => banners.push(...world.desktop.shown.splice(0).map(({ kind }) => kind));
  const quit = async () => {
    keepBanners();
    await world.quit();
  };
  const quietHours = (on: boolean) => async () => {
    const nights = { on, from: '22:00', to: '06:30', days: [0, 1, 2, 3, 4, 5, 6] };
    await world.window.settings.change({ quietHours: nights });
  };
  const restart = async () => {
    keepBanners();
    await world.restart();
  };
  const pause = (method: string, seconds: number) => async () => {
    await control.backoff({ method, seconds });
    pauses.push({ method, seconds, plannedAt: world.clock.now() / 1000 });
  };
  const token = () =>
    (
      world.sandbox.world.db
        .prepare('SELECT token FROM tokens WHERE revoked_at IS NULL ORDER BY created_at DESC LIMIT 1')
        .get() as { token: string }
    ).token;
  const another = async () => {
    for (let n = 0; n < stolen / thefts; n++)
      await fetch(
        `${world.sandbox.apiBaseUrl}/2.3${othersPath}?site=${people.sites.here}&page=${n + 1}&key=askbell-demo&access_token=${token()}`,
      ).then((answer) => answer.text());
  };

  /** What happens besides the people's doings: when, in hours from the start (9 o'clock in UTC), and what. */
  const agenda: [number, () => void | Promise<void>][] = [
    // Nights away, from the second on; the third with Askbell off, the fourth with the lid closed, the fifth in quiet
    // hours.
    ...[1, 2, 3, 4, 5].flatMap((night): [number, () => void][] => [
      [24 * night + 14, () => world.become('away')],
      [24 * night + 22, () => world.become('present')],
    ]),
    [24 * 2 + 14.5, quit],
    [24 * 2 + 21.5, () => world.launch()],
    [
      24 * 3 + 15,
      () => {
        world.clock.set(world.clock.now() + 5 * HOUR_MS);
        world.desktop.emit('woke', undefined);
      },
    ],
    [24 * 4 + 1, quietHours(true)],
    [24 * 5 + 1, quietHours(false)],
    // On the second day another app spends two fifths of the quota.
    ...Array.from({ length: thefts }, (_, index): [number, () => Promise<void>] => [
      25 + (index * 8) / thefts,
      another,
    ]),
    ...[5, 30.3, 31, 52.7, 76.2, 99, 110.4, 131, 150.9].map((at): [number, () => Promise<void>] => [at, restart]),
    [8, pause('/questions', 600)],
    [27, pause('/inbox', 300)],
    [50, pause('/me/associated', 1200)],
    [75, pause('/search/advanced', 900)],
    [101, pause('/questions/featured', 900)],
    [120.5, pause('/inbox', 30)],
    [140, pause('/questions', 3600)],
    // This machine's clock is set wrong, and right again, while the network's goes on.
    ...[
      [6, 4],
      [30.2, -7],
      [52, 13],
      [97, -2],
      [128, 0],
    ].map(([at, minutes]): [number, () => void] => [at!, () => world.setMachineOff(minutes! * MINUTE_MS)]),
    // A busy site; and more than a page between two looks at another.
    ...Array.from({ length: 30 }, (_, index): [number, () => void] => [1 + 2 * index, () => people.crowd('far', 40)]),
    [33, () => people.crowd('here', 130)],
    [140.2, () => world.window.polling.syncNow().then(() => undefined)],
  ];
  const dates = agenda.map(([at, what]) => ({ at: from + at * HOUR_MS, what })).toSorted((a, b) => a.at - b.at);

  while (world.clock.now() < to) {
    const next = Math.min(people.nextAt(), dates[0]?.at ?? Infinity, to);
    await world.pass(Math.max(0, next - world.clock.now()));
    people.act();
    while (dates[0] && dates[0].at <= world.clock.now()) await dates.shift()!.what();
  }
  await world.pass(4 * HOUR_MS);
  keepBanners();

  const listed = new Map(
    listedQuestions(world.dataDir).map(({ siteId, questionId, watchIds }) => [
      keyOf(siteId, questionId),
      watchIds.map((id) => names.get(id)!).toSorted(),
    ]),
  );
  const shown = announcements(world.dataDir);
  await world.quit();
  return { asked: people.asked, listed, shown, banners, pauses, written: inboxRows(world).length - inboxBefore };
}

const keyOf = (site: string, id: number) => `${site}/${id}`;

function inboxRows(world: World): unknown[] {
  return world.sandbox.world.db
    .prepare('SELECT id FROM inbox_items WHERE account_id = ?')
    .all(cast(world.sandbox).accountId);
}

function expectQuestions(asked: Asked[], shown: Announcement[]): void {
  const times = new Map<string, number>();
  for (const subject of shown.flatMap(({ subjects }) => subjects)) {
    if (subject.kind !== 'question') continue;
    const key = keyOf(subject.siteId, subject.questionId);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const told = ({ site, id }: Asked) => times.get(keyOf(site, id)) ?? 0;
  const wrong: string[] = [];
  let once = 0;
  for (const question of asked) {
    if (question.isAgain) continue;
    const telling = [...question.matches.keys()].filter((name) => watchOf(name).alert !== 'list');
    const count = told(question) + (question.again ? told(question.again) : 0);
    if (count !== Math.min(1, telling.length))
      wrong.push(`${question.title} [${question.tags.join(' ')}] ${telling.join()}: ${count} times`);
    once += count;
  }
  expect(wrong).toEqual([]);
  expect(once).toBeGreaterThan(100);
  expect([...times.keys()].filter((key) => !asked.some(({ site, id }) => keyOf(site, id) === key))).toEqual([]);
}

function expectRules(
  all: readonly RequestRecord[],
  pauses: { method: string; seconds: number; plannedAt: number }[],
): void {
  const requests = all.filter(({ path }) => !path.endsWith(othersPath));
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  expect(tooSoon(requests)).toEqual([]);
  for (const { method, seconds, plannedAt } of pauses) {
    const times = requests.filter(({ path, at }) => path.endsWith(method) && at >= plannedAt).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(1);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(seconds);
  }
  // A day of the quota begins with the first request after the last one's end.
  const days: { from: number; requests: number }[] = [];
  for (const at of all.map((request) => request.at)) {
    if (days.length === 0 || at >= days.at(-1)!.from + 86_400) days.push({ from: at, requests: 0 });
    days.at(-1)!.requests++;
  }
  expect(Math.max(...days.map((each) => each.requests))).toBeLessThanOrEqual(perDay);
  expect(requests.length).toBeGreaterThan(0.75 * (7 * perDay - stolen));
}

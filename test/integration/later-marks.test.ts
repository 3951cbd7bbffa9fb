import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { readStoredMarks } from '../../electron/store/database/examine.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

/** What polls that find nothing leave unwritten may be lost by a crash; nothing that anybody sees may. */
describe('where stands what was asked is written later', () => {
  let world: World;
  afterEach(() => world.close());

  /** The shortest time between two equal requests, in seconds. */
  function shortestBetween(from = 0): number {
    const times = Map.groupBy(world.sandbox.requests.slice(from), ({ method, path, query }) =>
      JSON.stringify([method, path, query]),
    );
    const waits = [...times.values()].flatMap((all) => all.slice(1).map(({ at }, index) => at - all[index]!.at));
    return Math.min(...waits);
  }

  const quota = async () => (await world.window.state.get()) as { accounts: { quota?: { remaining: number } }[] };
  const answered = () => world.sandbox.requests.filter(({ path }) => path.startsWith('/2.3')).length;
  const remaining = async () => (await quota()).accounts[0]?.quota?.remaining;
  /** When each path was asked last, in seconds of the network's clock. */
  const lastAsked = () => new Map(world.sandbox.requests.map(({ path, at }) => [path, at]));

  /** What was announced, as the history has it. */
  function told() {
    const history = new DatabaseSync(join(world.dataDir, 'history.sqlite'), { readOnly: true });
    try {
      const texts = new Map(
        history
          .prepare('SELECT key, excerpt FROM inbox_items')
          .all()
          .map(({ key, excerpt }) => [key, excerpt]),
      );
      const rows = history.prepare("SELECT id, subjects FROM notifications WHERE state = 'shown' ORDER BY id").all();
      const subjects = rows.flatMap(
        (row) => JSON.parse(String(row['subjects'])) as { kind: string; key: string; change?: number }[],
      );
      return {
        ids: rows.map(({ id }) => Number(id)),
        answers: subjects.filter(({ kind }) => kind === 'inbox').map(({ key }) => String(texts.get(key))),
        points: subjects.reduce((sum, { change = 0 }) => sum + change, 0),
      };
    } finally {
      history.close();
    }
  }

  const something = (number: number) => {
    const { site, others, questionId } = cast(world.sandbox);
    world.sandbox.world.actions.answer({
      site,
      userId: others[number % others.length]!,
      questionId,
      body: `<p>Answer ${number}</p>`,
    });
    world.sandbox.world.actions.vote({
      site,
      userId: others[number % others.length]!,
      postId: questionId,
      direction: 'up',
    });
  };

  it('is written when somebody leaves, and every few hours', async () => {
    world = await createWorld();
    const written = () => {
      const marks = readStoredMarks(join(world.dataDir, 'history.sqlite'), 'demo', cast(world.sandbox).accountId);
      return (marks['budget'] as { remaining: number }).remaining;
    };
    // The history is copied for the first time after an hour.
    await world.pass(70 * MINUTE_MS);
    const before = written();
    await world.pass(40 * MINUTE_MS);
    expect(written()).toBe(before);
    expect(await remaining()).toBeLessThan(before);
    world.desktop.emit('presence', { state: 'away', since: world.clock.now() });
    expect(written()).toBe(await remaining());
    for (let hours = 0; hours < 5; hours++) await world.pass(HOUR_MS);
    expect(written()).toBeLessThan(before - 60);
    expect(written()).toBeGreaterThan((await remaining())!);
  });

  it('a restart goes on as if there had been none', async () => {
    world = await createWorld();
    await world.pass(50 * MINUTE_MS);
    for (const seconds of [1, 20, 55]) {
      const [before, asked, sent] = [await remaining(), lastAsked(), world.sandbox.requests.length];
      await world.restart();
      expect(await remaining()).toBe(before);
      await world.pass(seconds * 1000);
      for (const { path, at } of world.sandbox.requests.slice(sent))
        expect(at - (asked.get(path) ?? 0)).toBeGreaterThanOrEqual(60);
      await world.pass(aRound);
      // A minute later everything was asked again.
      expect(world.sandbox.requests.length - sent).toBeGreaterThanOrEqual(6);
    }
    expect(shortestBetween()).toBeGreaterThanOrEqual(60);
  });

  it.each([1, 20, 59])('a crash %s s after a poll repeats no request within a minute', async (seconds) => {
    world = await createWorld();
    // Most of that is written nowhere.
    await world.pass(50 * MINUTE_MS + seconds * 1000);
    const sent = world.sandbox.requests.length;
    const [asked, crashedAt] = [lastAsked(), world.clock.now()];
    await world.crash();
    await world.pass(30_000);
    // A person may wish for it at once.
    await world.window.polling.syncNow();
    await world.pass(10 * MINUTE_MS);
    const since = world.sandbox.requests.slice(sent);
    for (const { path, at } of since) expect(at - (asked.get(path) ?? 0), path).toBeGreaterThanOrEqual(60);
    expect(shortestBetween()).toBeGreaterThanOrEqual(60);
    // Nor does it wait for longer than that minute.
    expect(since[0]!.at * 1000 - crashedAt).toBeLessThanOrEqual(62_000);
    expect(since.length).toBeGreaterThan(15);
  });

  it('crashes again and again lose nothing, tell nothing twice, and leave the quota known', async () => {
    world = await createWorld();
    await world.pass(50 * MINUTE_MS);
    const uncounted = (await remaining())! + answered();
    const shown: number[] = [];
    for (let crash = 0; crash < 6; crash++) {
      await world.pass(((crash * 37) % 90) * MINUTE_MS + ((crash * 23) % 60) * 1000);
      something(2 * crash);
      await world.pass(((crash * 29) % 150) * 1000);
      shown.push(...world.desktop.shown.map(({ id }) => id));
      await world.crash();
      something(2 * crash + 1);
      await world.pass(((crash * 41) % 100) * 1000);
      shown.push(...world.desktop.shown.map(({ id }) => id));
      await world.crash();
    }
    await world.pass(HOUR_MS);
    shown.push(...world.desktop.shown.map(({ id }) => id));
    expect(shortestBetween()).toBeGreaterThanOrEqual(60);
    expect((await remaining())! + answered()).toBe(uncounted);
    await world.quit();
    const { answers, points, ids } = told();
    expect(answers.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => `Answer ${index}`).toSorted());
    expect(points).toBe(12 * 10);
    expect(shown.toSorted((a, b) => a - b)).toEqual(ids);
    await world.launch();
  });
});

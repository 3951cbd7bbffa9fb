import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../support/demo-data.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';
import { ended, launchProcess } from '../support/process/child-process.ts';
import { scaledClock, type Scale } from '../support/process/scaled-clock.ts';

const hour = 3600_000;
const DAILY_QUOTA = 300;

const shown = (world: World) => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);

it('two Askbells of one person keep to the quota together, each tells each thing once, and both take over what was read', async () => {
  const laptop = await createWorld({ sandbox: { quota: { key: DAILY_QUOTA } } });
  const desktop = await createWorld({ beside: laptop });
  const { sandbox } = laptop;
  const { accountId, site, others, title, siteName, questionId } = cast(sandbox);
  await desktop.pass(aRound);
  expect([shown(laptop), shown(desktop)]).toEqual([[], []]);
  const signedIn = sandbox.requests.length;

  sandbox.world.actions.answer({ site, userId: others[0]!, questionId, body: '<p>Yes.</p>' });
  await desktop.pass(3 * hour);
  sandbox.world.actions.vote({ site, userId: others[2]!, postId: questionId, direction: 'up' });
  await desktop.pass(6 * hour);
  const unread = async (world: World) =>
    (await world.window.inbox.list({ limit: 20 })).entries.filter((entry) => entry.unread).length;
  expect(await Promise.all([unread(laptop), unread(desktop)])).not.toContain(0);
  sandbox.world.actions.readOnWebsite({ accountId });
  await desktop.pass(2 * hour);
  expect(await Promise.all([unread(laptop), unread(desktop)])).toEqual([0, 0]);
  const told = [`inbox: ${title}`, `reputation: +10 reputation on ${siteName}`];
  expect([shown(laptop), shown(desktop)]).toEqual([told, told]);

  // Late on a day that both have planned for: requests are left for clicks, and none was refused.
  await desktop.pass(12 * hour);
  const { requests } = sandbox;
  expect(requests.length).toBeGreaterThan(DAILY_QUOTA / 3);
  expect(requests.length).toBeLessThan(DAILY_QUOTA);
  expect(requests.slice(signedIn).filter(({ status }) => status >= 400)).toEqual([]);
  await desktop.close();
  await laptop.close();
});

it('as two processes with two data folders, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-two-'));
  // A minute of Askbell's takes a fifth of a second.
  const scale: Scale = { real: Date.now(), virtual: storyStart * 1000, scale: 300 };
  const clock = scaledClock(scale);
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder, storyStart),
    clock: { now: () => Math.floor(clock.now() / 1000) },
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
  const { accountId, site, others, questionId } = cast(sandbox);
  const machines = ['laptop', 'desktop'].map((name) => ({ dataDir: join(folder, name), shown: [] as number[] }));
  const inboxOf = ({ dataDir }: { dataDir: string }) => {
    const history = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
    try {
      return history.prepare('SELECT excerpt, read_at AS readAt FROM inbox_items').all() as {
        excerpt: string;
        readAt: number | null;
      }[];
    } finally {
      history.close();
    }
  };
  const items = (machine: { dataDir: string }) =>
    inboxOf(machine).flatMap(({ excerpt, readAt }) =>
      excerpt === 'From two.' ? [readAt === null ? 'unread' : 'read'] : [],
    );
  const wait = { interval: 100 };
  try {
    const running = [];
    for (const { dataDir, shown } of machines) {
      mkdirSync(dataDir);
      running.push(await launchProcess({ url: sandbox.apiBaseUrl, dataDir, scale }, (id) => void shown.push(id)));
    }
    // What was there before is recorded on both.
    await expect.poll(() => machines.map((machine) => inboxOf(machine).length > 5), wait).toEqual([true, true]);
    const before = machines.map(({ shown }) => shown.length);

    sandbox.world.actions.answer({ site, userId: others[0]!, questionId, body: '<p>From two.</p>' });
    await expect.poll(() => machines.map(({ shown }) => shown.length > 0), wait).toEqual([true, true]);
    await expect.poll(() => machines.map(items), wait).toEqual([['unread'], ['unread']]);
    sandbox.world.actions.readOnWebsite({ accountId });
    await expect.poll(() => machines.map(items), wait).toEqual([['read'], ['read']]);
    expect([before, machines.map(({ shown }) => shown.length)]).toEqual([
      [0, 0],
      [1, 1],
    ]);

    for (const askbell of running) {
      const end = ended(askbell);
      askbell.send('stop');
      await end;
    }
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Account } from '../../electron/agent/accounts/account.ts';
import { Accounts } from '../../electron/agent/accounts/accounts.ts';
import { makeSmallDisk } from '../support/small-disk.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('the files that Askbell keeps', () => {
  let world: World;
  const kinds = async () => (await world.window.state.get()).conditions.map(({ kind }) => kind);
  let answers = 0;
  const answer = () => {
    const people = cast(world.sandbox);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[answers++ % people.others.length]!,
      questionId: people.questionId,
      body: `<p>Answer ${answers}</p>`,
    });
  };
  const inbox = async () => (await world.window.inbox.list({ limit: 200 })).entries.map(({ excerpt }) => excerpt);

  beforeEach(() => void (answers = 0));
  afterEach(() => world.close());

  it('a damaged history is saved and named at the start, nobody has to sign in again, and news goes on', async () => {
    world = await createWorld();
    await world.pass(aRound);
    answer();
    await world.pass(aRound);
    expect(world.desktop.shown).toHaveLength(1);
    await world.quit();
    const file = join(world.dataDir, 'history.sqlite');
    writeFileSync(file, readFileSync(file).fill(0, 0, 4096));
    await world.launch();
    const { conditions, phase } = await world.window.state.get();
    expect(phase).toBe('running');
    const told = conditions.find(({ kind }) => kind === 'history-damaged');
    const kept = readdirSync(world.dataDir).find((name) => /^history\.damaged-.*\.sqlite$/.test(name))!;
    expect(told).toMatchObject({ severity: 'warning' });
    expect(told!.advice).toContain(join(world.dataDir, kept));
    await world.pass(aRound);
    // What was announced before is listed again and not announced again.
    expect(await inbox()).toContain('Answer 1');
    expect(world.desktop.shown).toHaveLength(0);
    answer();
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
  });

  it('a history that is deleted while Askbell runs is noticed within a minute, and written again', async () => {
    world = await createWorld();
    await world.pass(aRound);
    answer();
    await world.pass(aRound);
    for (const name of readdirSync(world.dataDir)) if (name.startsWith('history.')) rmSync(join(world.dataDir, name));
    await world.pass(MINUTE_MS);
    expect(await kinds()).toEqual(['history-gone']);
    expect(readdirSync(world.dataDir)).toContain('history.sqlite');
    await world.pass(aRound);
    expect(world.desktop.shown).toHaveLength(1);
    await world.restart();
    await world.pass(aRound);
    expect(await kinds()).toEqual([]);
    expect(await inbox()).toContain('Answer 1');
    expect(world.desktop.shown).toHaveLength(0);
  });

  it('a deleted history is noticed within a minute while nobody is signed in, too', async () => {
    world = await createWorld();
    await world.pass(aRound);
    await world.window.session.signOut({});
    await world.pass(aRound);
    for (const name of readdirSync(world.dataDir)) if (name.startsWith('history.')) rmSync(join(world.dataDir, name));
    await world.pass(MINUTE_MS);
    expect(await kinds()).toEqual(['history-gone']);
    expect(readdirSync(world.dataDir)).toContain('history.sqlite');
  });

  it('what fails in one minute is done in the next, and keeps nothing else from being done', async () => {
    world = await createWorld();
    await world.pass(aRound);
    const failing = vi.spyOn(Account.prototype, 'endItemSnoozes').mockImplementation(() => {
      throw new Error('database is locked');
    });
    const renewing = vi.spyOn(Accounts.prototype, 'renew');
    try {
      await world.pass(2 * MINUTE_MS);
      expect(failing.mock.calls.length).toBeGreaterThan(1);
      expect(renewing.mock.calls.length).toBeGreaterThan(1);
    } finally {
      failing.mockRestore();
      renewing.mockRestore();
    }
    for (const name of readdirSync(world.dataDir)) if (name.startsWith('history.')) rmSync(join(world.dataDir, name));
    await world.pass(MINUTE_MS);
    expect(await kinds()).toEqual(['history-gone']);
    answer();
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
  });

  it('a demo network whose data are damaged begins anew, and the window says so', async () => {
    world = await createWorld();
    await world.pass(aRound);
    expect(await kinds()).toEqual([]);
    await world.quit();
    writeFileSync(join(world.dataDir, 'demo-network.sqlite'), 'no database at all, and long enough to be looked at');
    await world.launch();
    const { conditions } = await world.window.state.get();
    const kept = readdirSync(world.dataDir).find((name) => name.startsWith('demo-network.damaged'))!;
    expect(conditions).toMatchObject([{ kind: 'demo-network-reset', severity: 'warning' }]);
    expect(conditions[0]!.advice).toContain(join(world.dataDir, kept));
  });

  it('the history is backed up while nobody is there', async () => {
    world = await createWorld();
    world.desktop.emit('presence', { state: 'away', since: 0 });
    await world.pass(61 * MINUTE_MS);
    await expect
      .poll(() => readdirSync(world.dataDir).filter((name) => name.includes('backup')))
      .toEqual(['history.backup-1.sqlite']);
    const backups = () =>
      readdirSync(world.dataDir)
        .filter((name) => name.includes('backup'))
        .map((name) => `${name} ${statSync(join(world.dataDir, name)).mtimeMs}`);
    const first = backups();
    // Once a day, but only where something was added.
    await world.pass(25 * HOUR_MS);
    expect(backups()).toEqual(first);
    answer();
    // Who is away is asked for seldom.
    await world.pass(2 * HOUR_MS);
    await expect.poll(() => backups().length).toBe(2);
  });

  it('there is no backup of a history that nothing was ever added to', async () => {
    world = await createWorld({ demo: false });
    world.desktop.emit('presence', { state: 'away', since: 0 });
    await world.pass(61 * MINUTE_MS);
    expect(readdirSync(world.dataDir).filter((name) => name.includes('backup'))).toEqual([]);
  });

  it('a full disk stops nothing: news come once, tray and window say so, and it is written when there is room', async ({
    skip,
  }) => {
    const disk = makeSmallDisk(3);
    if (disk === undefined) return skip('this machine lets no test have a small disk');
    try {
      world = await createWorld({ dataDir: join(disk.folder, 'data') });
      await world.pass(aRound);
      disk.fill();
      const before = world.sandbox.requests.length;
      answer();
      await world.pass(10 * MINUTE_MS);
      expect(world.sandbox.requests.length).toBeGreaterThan(before + 5);
      expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
      expect(await kinds()).toEqual(['disk-full']);
      expect(world.desktop.trayLabels()[0]).toBe('The disk is full');
      await world.window.settings.change({ zoom: 1.5 });
      answer();
      await world.pass(aRound);
      expect(world.desktop.shown).toHaveLength(2);
      disk.clear();
      await world.pass(aRound);
      expect(await kinds()).toEqual([]);
      await world.restart();
      await world.pass(aRound);
      expect(world.desktop.shown).toHaveLength(0);
      expect(await inbox()).toEqual(expect.arrayContaining(['Answer 1', 'Answer 2']));
      expect((await world.window.settings.get()).zoom).toBe(1.5);
      // Also a start finds a full disk.
      await world.quit();
      disk.fill();
      await world.launch();
      answer();
      await world.pass(aRound);
      expect(await kinds()).toEqual(['disk-full']);
      expect(world.desktop.shown).toHaveLength(1);
      disk.clear();
      await world.pass(aRound);
      expect(await kinds()).toEqual([]);
      await world.quit();
    } finally {
      disk.remove();
    }
  });
});

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { Account } from '../../electron/agent/accounts/account.ts';
import { Accounts } from '../../electron/agent/accounts/accounts.ts';
import { makeSmallDisk } from '../support/small-disk.ts';
import { createWorld, type World } from './askbell.ts';
import { it } from './story.ts';

describe('the files that Askbell keeps', () => {
  let answers = 0;
  /** Another answer from somebody else, and a round. */
  const answered = (world: World) => world.answered(`Answer ${++answers}`, answers);
  const kinds = (world: World) => world.desktop.shown.map(({ kind }) => kind);
  const excerpts = async (world: World) => (await world.entries()).map(({ excerpt }) => excerpt);
  const filesOf = ({ dataDir }: World, part: string) => readdirSync(dataDir).filter((name) => name.includes(part));
  /** Deletes the history; it is missed and written again within a minute. */
  const deleteHistory = async (world: World) => {
    for (const name of filesOf(world, 'history.')) rmSync(join(world.dataDir, name));
    await world.pass(MINUTE_MS);
    expect(await world.conditions()).toEqual(['history-gone']);
    expect(readdirSync(world.dataDir)).toContain('history.sqlite');
  };

  it.beforeEach(() => void (answers = 0));

  it('a damaged history is saved and named, nobody has to sign in again, and news goes on', async ({ world }) => {
    await answered(world);
    expect(world.desktop.shown).toHaveLength(1);
    await world.quit();
    const file = join(world.dataDir, 'history.sqlite');
    writeFileSync(file, readFileSync(file).fill(0, 0, 4096));
    await world.launch();
    const { conditions, phase } = await world.state();
    expect(phase).toBe('running');
    const told = conditions.find(({ kind }) => kind === 'history-damaged');
    const kept = readdirSync(world.dataDir).find((name) => /^history\.damaged-.*\.sqlite$/.test(name))!;
    expect(told).toMatchObject({ severity: 'warning' });
    expect(told!.advice).toContain(join(world.dataDir, kept));
    await world.round();
    // What was announced before is listed again and not announced again.
    expect(await excerpts(world)).toContain('Answer 1');
    expect(world.desktop.shown).toHaveLength(0);
    await answered(world);
    expect(kinds(world)).toEqual(['inbox']);
  });

  it('what fails in one minute is done in the next, and keeps nothing else from being done', async ({ world }) => {
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
    await answered(world);
    // Its deletion is noticed all the same, and tells nothing twice.
    await deleteHistory(world);
    await world.round();
    expect(kinds(world)).toEqual(['inbox']);
    await world.restartAndPass();
    expect(await world.conditions()).toEqual([]);
    expect(await excerpts(world)).toContain('Answer 1');
    expect(kinds(world)).toEqual([]);
    await world.window.session.signOut({});
    await world.round();
    await deleteHistory(world);
  });

  it('a demo network whose data are damaged begins anew, and the window says so', async ({ world }) => {
    expect(await world.conditions()).toEqual([]);
    await world.quit();
    writeFileSync(join(world.dataDir, 'demo-network.sqlite'), 'no database at all, and long enough to be looked at');
    await world.launch();
    const { conditions } = await world.state();
    const kept = readdirSync(world.dataDir).find((name) => name.startsWith('demo-network.damaged'))!;
    expect(conditions).toMatchObject([{ kind: 'demo-network-reset', severity: 'warning' }]);
    expect(conditions[0]!.advice).toContain(join(world.dataDir, kept));
  });

  it('the history is backed up while nobody is there', async ({ world }) => {
    world.become('away');
    await world.pass(61 * MINUTE_MS);
    await expect.poll(() => filesOf(world, 'backup')).toEqual(['history.backup-1.sqlite']);
    const backups = () =>
      filesOf(world, 'backup').map((name) => `${name} ${statSync(join(world.dataDir, name)).mtimeMs}`);
    const first = backups();
    // Once a day, but only where something was added.
    await world.pass(25 * HOUR_MS);
    expect(backups()).toEqual(first);
    await answered(world);
    // Who is away is asked for seldom.
    await world.pass(2 * HOUR_MS);
    await expect.poll(() => backups().length).toBe(2);
  });

  it('a full disk stops nothing: news come once, it is said, and written when there is room', async ({ skip }) => {
    const disk = makeSmallDisk(3);
    if (disk === undefined) return skip('this machine lets no test have a small disk');
    onTestFinished(() => disk.remove());
    const world = await createWorld({ dataDir: join(disk.folder, 'data') });
    onTestFinished(() => world.close());
    await world.round();
    disk.fill();
    const before = world.sandbox.requests.length;
    await answered(world);
    await world.pass(10 * MINUTE_MS);
    expect(world.sandbox.requests.length).toBeGreaterThan(before + 5);
    expect(kinds(world)).toEqual(['inbox']);
    expect(await world.conditions()).toEqual(['disk-full']);
    expect(world.desktop.trayLabels()[0]).toBe('The disk is full');
    await world.window.settings.change({ zoom: 1.5 });
    await answered(world);
    expect(world.desktop.shown).toHaveLength(2);
    disk.clear();
    await world.round();
    expect(await world.conditions()).toEqual([]);
    await world.restartAndPass();
    expect(world.desktop.shown).toHaveLength(0);
    expect(await excerpts(world)).toEqual(expect.arrayContaining(['Answer 1', 'Answer 2']));
    expect((await world.window.settings.get()).zoom).toBe(1.5);
    // Also a start finds a full disk.
    await world.quit();
    disk.fill();
    await world.launch();
    await answered(world);
    expect(await world.conditions()).toEqual(['disk-full']);
    expect(world.desktop.shown).toHaveLength(1);
    disk.clear();
    await world.round();
    expect(await world.conditions()).toEqual([]);
  });
});

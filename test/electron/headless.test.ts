import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterWindow } from '../support/enter-window.ts';
import { missing } from './desktop/headless/private-bus.ts';
import { TestBus } from './desktop/headless/test-bus.ts';
import {
  addressOf,
  createHome,
  end,
  openWindow,
  resultOf,
  startHeadless,
  type Run,
} from './fixtures/headless-program.ts';

describe('the headless shell as a program', () => {
  let folder: string;
  let dataDir: string;
  beforeEach(() => {
    folder = createHome();
    dataDir = join(folder, 'data');
  });

  /** No display, no bus and no browser, unless `env` says so. */
  const start = (args: string[], env: Record<string, string> = {}): Run => startHeadless(folder, args, { env });
  const started = (args: string[] = [], env: Record<string, string> = {}) =>
    start(['--hidden', '--data-dir', dataDir, ...args], env);
  /** Result of a command for this data folder. */
  const command = (...args: string[]) => resultOf(start([...args, '--data-dir', dataDir], { LANG: 'C' }));
  /** Every file of the data folder, the logs included. */
  const written = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));

  it('prints the address of a working window, writes no secret of it, and ends cleanly at SIGTERM', async () => {
    const run = started();
    expect((await fetch(new URL(await addressOf(run)).origin)).status).toBe(403);
    const { address, origin, cookie, client } = await openWindow(run);
    expect(await (await fetch(origin, { headers: { cookie } })).text()).toContain('<title>Askbell</title>');
    await expect.poll(async () => (await client.state.get()).phase).toBe('welcome');
    const state = await client.state.get();
    expect(state).toMatchObject({ shell: 'headless', notificationsGoTo: 'terminal', secrets: { persistent: false } });

    await client.settings.testNotification();
    await expect.poll(run.err).toMatch(/^\[\d\d:\d\d\] /m);
    expect(readFileSync(join(dataDir, 'running.json'), 'utf8')).not.toContain(cookie.split('=')[1]);
    expect(await end(run)).toBe(0);
    expect(readdirSync(dataDir)).not.toContain('running.json');
    if (process.platform !== 'win32') expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const secret = new URL(address).pathname.split('/').at(-1) ?? 'none';
    expect(written().filter((file) => file.includes(secret))).toEqual([]);
  });

  it('tells a second start where the first one is, and starts anew after it was killed', async () => {
    const first = started();
    const address = await addressOf(first);
    const second = await resultOf(started());
    expect(second.code).toBe(0);
    const link = /^Askbell is already running\. Askbell is at (\S+)\n$/.exec(second.out)?.[1] ?? '';
    expect(new URL(link).origin).toBe(new URL(address).origin);
    // Each lets one browser in, once.
    for (const entry of [address, link]) {
      expect((await enterWindow(entry)).cookie).not.toBe('');
      expect((await enterWindow(entry)).cookie).toBe('');
    }
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await addressOf(started())).not.toBe(address);
  });

  it.runIf(process.platform === 'linux')('opens the panel with --panel, also of one that runs already', async () => {
    const opened = join(folder, 'opened');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
    const screen = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':99' };
    const links = () => (existsSync(opened) ? readFileSync(opened, 'utf8').split('\n').slice(0, -1) : []);
    const leadsTo = async (count: number) => {
      await expect.poll(() => links().length).toBe(count);
      return (await enterWindow(links()[count - 1]!)).onward;
    };
    const panel = ['--demo', '--panel', '--data-dir', dataDir];
    const first = start(panel, screen);
    await addressOf(first);
    expect(await leadsTo(1)).toBe('/panel');
    expect(await resultOf(start(panel, screen))).toMatchObject({ code: 0, out: 'Askbell opens in your browser.\n' });
    expect(await leadsTo(2)).toBe('/panel');
    expect(await start(['--data-dir', dataDir], screen).ended).toBe(0);
    expect(await leadsTo(3)).toBe('/');
    expect(first.out().match(/http:/g)).toHaveLength(1);
    expect(first.err()).not.toContain('http:');
  });

  it('opens the window of the one that runs with "open", in the browser of who asks, and says where there is none', async () => {
    const { code, err } = await command('open');
    expect([code, err]).toEqual([3, expect.stringMatching(/^Askbell is not running .* Start it with "askbell"/)]);
    expect(existsSync(dataDir)).toBe(false);
    const run = start(['--panel', '--data-dir', dataDir]);
    expect((await enterWindow(await addressOf(run))).onward).toBe('/panel');
    for (const [args, onward] of [
      [[], '/'],
      [['--panel'], '/panel'],
    ] as const) {
      const opening = start(['open', '--data-dir', dataDir, ...args], { LANG: 'C' });
      expect(await opening.ended).toBe(0);
      expect((await enterWindow(await addressOf(opening))).onward).toBe(onward);
    }
    // It prints one address of its own, and ends at SIGINT too.
    await expect.poll(() => readdirSync(dataDir)).toContain('history.sqlite');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect([run.out().match(/http:/g)?.length, run.err()]).toEqual([1, '']);
  });

  it('says nothing into the journal that lets anybody in, as a service', async () => {
    const service = started([], { ASKBELL_UNIT: 'askbell.service' });
    await addressOf(service);
    // It is asked for its window, and has no browser to show it in.
    expect(await resultOf(started())).toMatchObject({ code: 0, out: expect.stringContaining('/enter/') });
    expect(await end(service)).toBe(0);
    expect(service.err()).toBe('');
  });

  it.skipIf(process.platform === 'win32')('keeps every file to its owner, where others could read it too', async () => {
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    for (const name of ['settings.broken.json', 'history.sqlite', 'logs/askbell.log'])
      writeFileSync(join(dataDir, name), '', { mode: 0o644 });
    for (const name of ['logs', '.']) chmodSync(join(dataDir, name), 0o755);
    await addressOf(started(['--demo']));
    await expect.poll(() => readdirSync(dataDir)).toContain('demo-network.sqlite-wal');
    const modes = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode } = statSync(join(dataDir, name), { throwIfNoEntry: false }) ?? { mode: 0o600 };
      return [name, (mode & 0o777).toString(8)];
    });
    expect(modes).toEqual(modes.map(([name]) => [name, name === 'logs' ? '700' : '600']));
    expect(modes.map(([name]) => name)).toContain('history.sqlite-wal');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('says why it could not start, with exit code 1, or 3 for its folder', async () => {
    const { port } = new URL(await addressOf(started()));
    const taken = await resultOf(start(['--port', port, '--data-dir', join(folder, 'other')]));
    expect(taken.code).toBe(1);
    expect(taken.err).toMatch(/^Askbell could not start\. Askbell cannot use port \d+: something else .*\n$/);
    const unusable = await resultOf(start(['--data-dir', join(folder, 'index.html', 'x')]));
    expect(unusable.code).toBe(3);
    expect(unusable.err).toMatch(/^Askbell could not start\. .*\n$/);
  });

  it('prints help, version and what is wrong with options, and starts nothing', async () => {
    expect(await command('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--print-notifications') });
    const version = await resultOf(start(['--version']));
    expect(version).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await command('--port', 'x')).toMatchObject({ code: 2, err: expect.stringMatching(/^--port takes/) });
    expect(readdirSync(folder)).toEqual(['index.html']);
  });

  it('checks everything with --doctor: with nothing there, then by one that runs', async () => {
    const nothing = await command('--doctor');
    expect(nothing.code).toBe(0);
    expect(nothing.out).toMatch(/^OK: Network\. No network has been chosen yet/m);
    expect(existsSync(dataDir)).toBe(false);

    const run = started();
    const { origin } = new URL(await addressOf(run));
    await expect.poll(() => existsSync(join(dataDir, 'history.sqlite'))).toBe(true);
    let checks: { name: string; status: string; said: string }[] = [];
    const said = (name: string) => checks.find((check) => check.name === name);
    // Until it has started, it gives no answer.
    await expect
      .poll(async () => {
        ({ checks } = JSON.parse((await command('--doctor', '--json')).out) as { checks: typeof checks });
        return said('instance');
      })
      .toMatchObject({ status: 'ok', said: expect.stringContaining('headless') });
    expect(said('database')).toMatchObject({ status: 'ok', said: expect.stringContaining('intact') });
    for (const name of ['permissions', 'disk']) expect(said(name)).toMatchObject({ status: 'ok' });
    expect(run.child.exitCode).toBeNull();
    expect((await fetch(origin)).status).toBe(403);
    expect(existsSync(join(dataDir, 'askbell-doctor.json'))).toBe(false);
    expect(await end(run)).toBe(0);
  });

  it('says with "status" how the Askbell that runs is doing, in words and for scripts, with a code for each', async () => {
    expect(await command('status')).toMatchObject({
      code: 3,
      out: expect.stringContaining(`Askbell is not running (${dataDir}). Start it with "askbell"`),
    });
    expect(existsSync(dataDir)).toBe(false);

    const run = started();
    const { origin } = new URL(await addressOf(run));
    await expect
      .poll(async () => {
        const { code, out } = await command('status', '--json');
        return [code, JSON.parse(out) as unknown];
      })
      .toMatchObject([4, { running: true, shell: 'headless', phase: 'welcome', address: origin, folder: dataDir }]);
    const words = await command('status');
    expect(words.code).toBe(4);
    expect(words.out).toMatch(/^Askbell \d+\.\d+\.\d+ is running\.\nYou are not signed in\.\nWindow: http:\S+ /);

    // Nothing of it lets anybody in.
    expect(words.out).not.toContain('/enter/');

    // One that hangs is told from one that does not run.
    run.child.kill('SIGSTOP');
    expect(await command('status')).toMatchObject({ code: 1, out: expect.stringContaining('does not answer') });
    run.child.kill('SIGCONT');
  });

  it('starts the demo network and signs in with --demo, and takes it along when it ends', async () => {
    const run = started(['--demo', '--print-notifications']);
    const { client } = await openWindow(run);
    await expect.poll(async () => (await client.state.get()).phase).toBe('running');
    expect(await client.state.get()).toMatchObject({
      accounts: [{ network: { kind: 'demo' }, person: { displayName: expect.any(String) } }],
    });
    await expect.poll(async () => (await client.inbox.list({})).entries.length).toBeGreaterThan(0);
    const iconUrl = (await client.inbox.list({})).entries[0]?.site.iconUrl ?? '';
    expect((await fetch(iconUrl)).ok).toBe(true);
    const status = await command('status', '--json');
    expect(status.code).toBe(0);
    const { unread } = await client.state.get();
    expect(JSON.parse(status.out)).toMatchObject({
      phase: 'running',
      unread,
      accounts: [{ signedIn: true, unread, nextCheck: { at: expect.any(String) }, quota: { max: expect.any(Number) } }],
    });
    expect(await end(run)).toBe(0);
    await expect(fetch(iconUrl)).rejects.toThrow();
  });

  describe.skipIf(missing('dbus-daemon'))('on a desktop', () => {
    it('uses its tray and notifications, and quits from the tray', async () => {
      const daemon = await TestBus.start();
      const [server, panel] = [await daemon.notificationServer(), await daemon.panel()];
      const run = started([], { DBUS_SESSION_BUS_ADDRESS: daemon.address });
      const item = await panel.registered.next();
      expect(await panel.item(item)).toMatchObject({ Id: 'askbell' });
      const { client } = await openWindow(run);
      expect((await client.state.get()).notificationsGoTo).toBe('desktop');
      await client.settings.testNotification();
      expect((await server.shown.next()).appName).toBe('Askbell');
      await expect.poll(() => panel.entry(item, 'Quit')).toBeDefined();
      await panel.click(item, 'Quit');
      expect(await run.ended).toBe(0);
    });
  });
});

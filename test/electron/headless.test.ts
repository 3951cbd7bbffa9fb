import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { contract } from '../../common/contract/contract.ts';
import { enterWindow } from '../support/enter-window.ts';
import { FakeNotificationServer, FakePanel } from './desktop/headless/fake-desktop.ts';
import { missing, startPrivateBus } from './desktop/headless/private-bus.ts';
import { addressOf, endAll, startHeadless, type Run } from './fixtures/headless-program.ts';

describe('the headless shell as a program', () => {
  let folder: string;
  let dataDir: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'askbell-headless-'));
    dataDir = join(folder, 'data');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Askbell</title>');
  });
  afterEach(async () => {
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** No display, no bus and no browser, unless `env` says so. */
  const start = (args: string[], env: Record<string, string> = {}, openFiles?: number): Run =>
    startHeadless(folder, args, { env, openFiles });
  const started = (args: string[] = [], env: Record<string, string> = {}) =>
    start(['--hidden', '--data-dir', dataDir, ...args], env);

  it('prints the address of a working window, and ends cleanly at SIGTERM', async () => {
    const run = started();
    const address = await addressOf(run);
    const { origin } = new URL(address);
    expect((await fetch(origin)).status).toBe(403);
    const { cookie, protocols } = await enterWindow(address);
    expect(await (await fetch(origin, { headers: { cookie } })).text()).toContain('<title>Askbell</title>');

    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: { cookie, origin } });
    const client = createORPCClient<ContractRouterClient<typeof contract>>(
      new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
    );
    await expect.poll(async () => (await client.state.get()).phase).toBe('welcome');
    expect(await client.state.get()).toMatchObject({
      shell: 'headless',
      notificationsGoTo: 'terminal',
      secrets: { persistent: false },
    });

    await client.settings.testNotification();
    await expect.poll(run.err).toMatch(/^\[\d\d:\d\d\] /m);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(readdirSync(dataDir)).not.toContain('running.json');
  });

  it('ends at SIGINT too, at once after its first line', async () => {
    const run = started();
    await addressOf(run);
    await expect.poll(() => readdirSync(dataDir)).toContain('history.sqlite');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
  });

  it('tells a second start where the first one is, and starts anew after it was killed', async () => {
    const first = started();
    const address = await addressOf(first);
    const second = started();
    expect(await second.ended).toBe(0);
    const link = /^Askbell is already running\. Askbell is at (\S+)\n$/.exec(second.out())?.[1] ?? '';
    expect(new URL(link).origin).toBe(new URL(address).origin);
    // Each lets one browser in, once.
    for (const entry of [address, link]) {
      expect((await enterWindow(entry)).cookie).not.toBe('');
      expect((await enterWindow(entry)).cookie).toBe('');
    }
    first.child.kill('SIGKILL');
    await first.ended;
    const third = started();
    expect(await addressOf(third)).not.toBe(address);
  });

  it.runIf(process.platform === 'linux')('opens the panel with --panel, also of one that runs already', async () => {
    const opened = join(folder, 'opened');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
    const screen = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':99' };
    const leadsTo = async (count: number) => {
      await expect
        .poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8').split('\n').length - 1 : 0))
        .toBe(count);
      return (await enterWindow(readFileSync(opened, 'utf8').split('\n')[count - 1]!)).onward;
    };
    const panel = ['--demo', '--panel', '--data-dir', dataDir];
    const first = start(panel, screen);
    await addressOf(first);
    expect(await leadsTo(1)).toBe('/panel');
    const second = start(panel, screen);
    expect(await second.ended).toBe(0);
    expect(second.out()).toBe('Askbell opens in your browser.\n');
    expect(await leadsTo(2)).toBe('/panel');
    const third = start(['--data-dir', dataDir], screen);
    expect(await third.ended).toBe(0);
    expect(await leadsTo(3)).toBe('/');
    expect(first.out().match(/http:/g)).toHaveLength(1);
    expect(first.err()).not.toContain('http:');
  });

  it('opens the window of the one that runs with "open", in the browser of who asks, and says where there is none', async () => {
    const open = (...args: string[]) => start(['open', '--data-dir', dataDir, ...args], { LANG: 'C' });
    const without = open();
    expect([await without.ended, without.out()]).toEqual([3, 'Askbell is not running. Start it first.\n']);
    expect(existsSync(dataDir)).toBe(false);
    const run = started();
    await addressOf(run);
    for (const [args, onward] of [
      [[], '/'],
      [['--panel'], '/panel'],
    ] as const) {
      const opening = open(...args);
      expect(await opening.ended).toBe(0);
      expect((await enterWindow(await addressOf(opening))).onward).toBe(onward);
    }
    expect(run.err()).toBe('');
    run.child.kill('SIGTERM');
    await run.ended;
  });

  it('prints one address, which is the panel’s with --panel', async () => {
    const run = start(['--panel', '--data-dir', dataDir]);
    expect((await enterWindow(await addressOf(run))).onward).toBe('/panel');
    await expect.poll(() => readdirSync(dataDir)).toContain('history.sqlite');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect([run.out().match(/http:/g)?.length, run.err()]).toEqual([1, '']);
  });

  it('says nothing into the journal that lets anybody in, as a service', async () => {
    const service = started([], { ASKBELL_UNIT: 'askbell.service' });
    await addressOf(service);
    // It is asked for its window, and has no browser to show it in.
    const second = started();
    expect(await second.ended).toBe(0);
    expect(second.out()).toContain('/enter/');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.err()).toBe('');
  });

  it('runs side by side with another data folder', async () => {
    const [one, two] = [started(), start(['--hidden', '--data-dir', join(folder, 'other')])];
    expect(new URL(await addressOf(one)).port).not.toBe(new URL(await addressOf(two)).port);
  });

  it('keeps its data to its owner, and the window’s secret out of the log', async () => {
    const run = started();
    const address = await addressOf(run);
    const { cookie } = await enterWindow(address);
    expect(readFileSync(join(dataDir, 'running.json'), 'utf8')).not.toContain(cookie.split('=')[1]);
    run.child.kill('SIGTERM');
    await run.ended;
    if (process.platform !== 'win32') expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const secret = new URL(address).pathname.split('/').at(-1) ?? 'none';
    const written = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    for (const { parentPath, name } of written)
      expect(readFileSync(join(parentPath, name)).includes(secret)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps every file to its owner, also where others could read it',
    async () => {
      mkdirSync(join(dataDir, 'logs'), { recursive: true });
      for (const name of [
        'settings.json',
        'settings.broken.json',
        'history.sqlite',
        'running.lock',
        'logs/askbell.log',
      ]) {
        writeFileSync(join(dataDir, name), name.endsWith('n.json') ? '{' : '');
        chmodSync(join(dataDir, name), 0o644);
      }
      for (const name of ['logs', '.']) chmodSync(join(dataDir, name), 0o755);
      const run = started(['--demo']);
      await addressOf(run);
      await expect.poll(() => readdirSync(dataDir)).toContain('demo-network.sqlite-wal');
      const modes = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
        const { mode } = statSync(join(dataDir, name), { throwIfNoEntry: false }) ?? { mode: 0o600 };
        return [name, (mode & 0o777).toString(8)];
      });
      expect(modes).toEqual(modes.map(([name]) => [name, name === 'logs' ? '700' : '600']));
      expect(modes.map(([name]) => name)).toContain('history.sqlite-wal');
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    },
  );

  it('uses the system’s place for data without --data-dir', async () => {
    const run = start(['--hidden'], { XDG_CONFIG_HOME: join(folder, 'xdg') });
    await addressOf(run);
    expect(readdirSync(join(folder, 'xdg'))).toEqual(['askbell']);
  });

  it('says what is wrong with options, with exit code 2', async () => {
    const run = start(['--port', 'x']);
    expect(await run.ended).toBe(2);
    expect(run.err()).toContain('--port takes a number');
    expect(run.err()).not.toContain(' at ');
  });

  it('says why it could not start, with exit code 1, or 3 for its folder', async () => {
    const first = started();
    const { port } = new URL(await addressOf(first));
    const taken = start(['--port', port, '--data-dir', join(folder, 'other')]);
    expect(await taken.ended).toBe(1);
    expect(taken.err()).toMatch(
      /^Askbell could not start\. Askbell cannot use port \d+: something else is using it\..*\n$/,
    );
    const unbuilt = start(['--data-dir', join(folder, 'third')], { TEST_RENDERER_DIR: join(folder, 'nowhere') });
    expect(await unbuilt.ended).toBe(1);
    expect(unbuilt.err()).toContain('npm run build');
    const noFolder = start(['--data-dir', join(folder, 'index.html', 'x')]);
    expect(await noFolder.ended).toBe(3);
    expect(noFolder.err()).toMatch(/^Askbell could not start\. .*\n$/);
  });

  it('prints help and version and starts nothing', async () => {
    const help = start(['--help', '--data-dir', dataDir]);
    expect(await help.ended).toBe(0);
    expect(help.out()).toContain('--print-notifications');
    const version = start(['--version']);
    expect(await version.ended).toBe(0);
    expect(version.out()).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(readdirSync(folder)).toEqual(['index.html']);
  });

  it('checks everything with --doctor: with nothing there, then by one that runs', async () => {
    const doctor = (...args: string[]) => start(['--doctor', '--data-dir', dataDir, ...args]);
    const nothing = doctor();
    expect(await nothing.ended).toBe(0);
    expect(nothing.out()).toMatch(/^OK: Network\. No network has been chosen yet/m);
    expect(existsSync(dataDir)).toBe(false);

    const run = started();
    const address = await addressOf(run);
    await expect.poll(() => existsSync(join(dataDir, 'history.sqlite'))).toBe(true);
    let checks: { name: string; status: string; said: string }[] = [];
    const said = (name: string) => checks.find((check) => check.name === name);
    // Until it has started, it gives no answer.
    await expect
      .poll(async () => {
        const beside = doctor('--json');
        await beside.ended;
        ({ checks } = JSON.parse(beside.out()) as { checks: typeof checks });
        return said('instance');
      })
      .toMatchObject({ status: 'ok', said: expect.stringContaining('headless') });
    expect(said('database')).toMatchObject({ status: 'ok', said: expect.stringContaining('intact') });
    expect(said('permissions')).toMatchObject({ status: 'ok' });
    expect(said('disk')).toMatchObject({ status: 'ok' });
    expect(run.child.exitCode).toBeNull();
    expect((await fetch(new URL(address).origin)).status).toBe(403);
    expect(existsSync(join(dataDir, 'askbell-doctor.json'))).toBe(false);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);

    writeFileSync(join(dataDir, 'settings.json'), '{ broken');
    const before = readdirSync(dataDir);
    const broken = doctor();
    expect(await broken.ended).toBe(1);
    expect(broken.out()).toMatch(
      /^Problem: Settings\. The settings file cannot be read\.\n {4}→ Askbell sets it aside/m,
    );
    expect(readdirSync(dataDir)).toEqual(before);
    const wrongUsage = start(['--json']);
    expect(await wrongUsage.ended).toBe(2);
  });

  it('says with "status" how the Askbell that runs is doing, in words and for scripts, with a code for each', async () => {
    const status = (...args: string[]) => start(['status', '--data-dir', dataDir, ...args], { LANG: 'C' });
    const without = status();
    expect([await without.ended, without.out()]).toEqual([3, `Askbell is not running (${dataDir}).\n`]);
    expect(existsSync(dataDir)).toBe(false);

    const run = started();
    const { origin } = new URL(await addressOf(run));
    await expect
      .poll(async () => {
        const asked = status('--json');
        return [await asked.ended, JSON.parse(asked.out()) as unknown];
      })
      .toMatchObject([4, { running: true, shell: 'headless', phase: 'welcome', address: origin, folder: dataDir }]);
    const words = status();
    expect(await words.ended).toBe(4);
    expect(words.out()).toMatch(/^Askbell \d+\.\d+\.\d+ is running\.\nYou are not signed in\.\nWindow: http:\S+ /);

    // Nothing of it lets anybody in: not the answer, and not the question without the run's secret.
    const { door } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as { door: { secret: string } };
    const { secret } = door;
    expect(words.out()).not.toContain(secret);
    expect(words.out()).not.toContain('/enter/');
    expect((await fetch(`${origin}/status`)).status).toBe(403);
    const guess = { headers: { authorization: `Bearer ${'x'.repeat(secret.length)}` } };
    expect((await fetch(`${origin}/status`, guess)).status).toBe(403);

    // One that hangs is told from one that does not run.
    run.child.kill('SIGSTOP');
    const hanging = status();
    expect(await hanging.ended).toBe(1);
    expect(hanging.out()).toContain('does not answer');
    run.child.kill('SIGCONT');
  });

  it('starts the demo network and signs in with --demo, and takes it along when it ends', async () => {
    const run = started(['--demo', '--print-notifications']);
    const address = await addressOf(run);
    const { origin } = new URL(address);
    const { cookie, protocols } = await enterWindow(address);
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: { cookie, origin } });
    const client = createORPCClient<ContractRouterClient<typeof contract>>(
      new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
    );
    await expect.poll(async () => (await client.state.get()).phase).toBe('running');
    expect(await client.state.get()).toMatchObject({
      accounts: [{ network: { kind: 'demo' }, person: { displayName: expect.any(String) } }],
    });
    await expect.poll(async () => (await client.inbox.list({})).entries.length).toBeGreaterThan(0);
    const iconUrl = (await client.inbox.list({})).entries[0]?.site.iconUrl ?? '';
    expect((await fetch(iconUrl)).ok).toBe(true);
    const status = start(['status', '--json', '--data-dir', dataDir]);
    expect(await status.ended).toBe(0);
    const { unread } = await client.state.get();
    expect(JSON.parse(status.out())).toMatchObject({
      phase: 'running',
      unread,
      accounts: [{ signedIn: true, unread, nextCheck: { at: expect.any(String) }, quota: { max: expect.any(Number) } }],
    });
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    await expect(fetch(iconUrl)).rejects.toThrow();
  });

  it.skipIf(process.platform === 'win32')(
    'lets its owner in and polls while another has 1,200 connections, also where it may open few files',
    async () => {
      const run = start(['--hidden', '--data-dir', dataDir], {}, 256);
      const address = await addressOf(run);
      const { origin, port } = new URL(address);
      const flood = Array.from({ length: 1_200 }, () =>
        connect(Number(port), '127.0.0.1').on('error', () => undefined),
      );
      await expect.poll(() => flood.filter(({ connecting }) => connecting).length).toBe(0);
      const { cookie, protocols } = await enterWindow(address);
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: { cookie, origin } });
      const client = createORPCClient<ContractRouterClient<typeof contract>>(
        new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
      );
      await client.session.signIn({ kind: 'demo' });
      await expect.poll(async () => (await client.inbox.list({})).entries.length).toBeGreaterThan(0);
      for (const one of flood) one.destroy();
    },
  );

  describe.skipIf(missing('dbus-daemon'))('on a desktop', () => {
    it('uses its tray and notifications, and lives on when the desktop goes', async () => {
      const daemon = await startPrivateBus();
      const server = await FakeNotificationServer.start(daemon.address);
      const panel = await FakePanel.start(daemon.address);
      const run = started([], { DBUS_SESSION_BUS_ADDRESS: daemon.address });
      const address = await addressOf(run);
      const item = await panel.registered.next();
      expect(await panel.item(item)).toMatchObject({ Id: 'askbell' });

      const { origin } = new URL(address);
      const { cookie, protocols } = await enterWindow(address);
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: { cookie, origin } });
      const client = createORPCClient<ContractRouterClient<typeof contract>>(
        new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
      );
      expect((await client.state.get()).notificationsGoTo).toBe('desktop');
      await client.settings.testNotification();
      expect((await server.shown.next()).appName).toBe('Askbell');

      await daemon.stop();
      await expect
        .poll(async () => {
          await client.settings.testNotification();
          return run.err();
        })
        .toMatch(/^\[\d\d:\d\d\] /m);
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
    });

    it('quits from the tray', async () => {
      const daemon = await startPrivateBus();
      const panel = await FakePanel.start(daemon.address);
      const run = started([], { DBUS_SESSION_BUS_ADDRESS: daemon.address });
      const item = await panel.registered.next();
      type Layout = [number, { label?: string }, Layout[]];
      const quit = async (): Promise<number | undefined> => {
        const [, root] = (await panel.menu(item, 'GetLayout', 'iias', [0, -1, []])) as [number, Layout];
        return root[2].find(([, { label }]) => /quit/i.test(label ?? ''))?.[0];
      };
      await expect.poll(quit).toBeDefined();
      await panel.menu(item, 'Event', 'isvu', [await quit(), 'clicked', ['s', ''], 0]);
      expect(await run.ended).toBe(0);
      await panel.stop();
      await daemon.stop();
    });
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { StartAtLoginUnsupported } from '../../../../electron/desktop/desktop.ts';
import { HeadlessDesktop } from '../../../../electron/desktop/headless/headless-desktop.ts';
import { connectToBus } from '../../../../electron/desktop/linux/message-bus.ts';
import { HeadlessSecrets } from '../../../../electron/desktop/headless/secrets.ts';
import type { Log } from '../../../../electron/base/log.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { NOTIFICATION } from './fixtures/notifying.ts';
import { missing } from './private-bus.ts';
import { TestBus } from './test-bus.ts';

const quit = { type: 'action' as const, label: 'Quit', command: { do: 'quit' as const } };
const view = { status: 'unread' as const, unread: 1, tooltip: '1 unread', menu: [quit] };

describe('the headless desktop', () => {
  const build = async ({
    address,
    browser = false,
    appWindows = false,
  }: { address?: string; browser?: boolean; appWindows?: boolean } = {}) => {
    const terminal: string[] = [];
    const opened: string[] = [];
    const smallWindows: string[] = [];
    const logged: string[] = [];
    const write = (line: string) => void logged.push(line);
    const log: Log = { info: write, warn: write, error: write };
    const built = new HeadlessDesktop({
      window: {
        access: {
          entryLink: (view) => `http://127.0.0.1:4000/enter/s3cret${view === undefined ? '' : `?view=${view}`}`,
          ticketLink: (path) => `http://127.0.0.1:4000/enter/ticket?view=${path ?? ''}`,
        },
        onLastPageLeft: () => undefined,
      },
      browser: {
        open: async (url) => {
          if (browser) opened.push(url);
          return browser;
        },
        openAppWindow: async (url) => {
          if (appWindows) smallWindows.push(url);
          return appWindows;
        },
        openFolder: async () => browser,
        isFocused: () => false,
        isCovered: async () => false,
        stopFollowing: () => undefined,
      },
      buses: { session: await connectToBus(address), system: undefined },
      secrets: new HeadlessSecrets(undefined),
      output: {
        log,
        logFile: '/nowhere/askbell.log',
        terminal: (line) => void terminal.push(line),
        sounds: { available: false, play: () => undefined, close: () => undefined },
      },
      clock: createManualClock(new Date(2026, 0, 5, 9, 4).getTime()),
      autostart: { name: 'askbell-headless', env: {}, home: '/nowhere', command: ['askbell', '--hidden'] },
    });
    onTestFinished(() => built.close());
    await built.connect();
    return { desktop: built, terminal, opened, smallWindows, logged };
  };

  it('writes notifications to the terminal where there is no bus, says so, and counts somebody as present', async () => {
    const { desktop, terminal } = await build();
    await desktop.notify(NOTIFICATION);
    expect(terminal).toEqual(['[09:04] A new answer – Use <b> & be glad']);
    expect(desktop.notificationsGoTo).toBe('terminal');
    desktop.setTray(view);
    expect(desktop.presence()).toEqual({ state: 'present', since: new Date(2026, 0, 5, 9, 4).getTime() });
    expect(await desktop.doNotDisturb()).toBeUndefined();
  });

  it.skipIf(process.platform === 'linux')('says where it cannot start at login', async () => {
    const { desktop } = await build();
    await expect(desktop.setStartAtLogin(true)).rejects.toThrow(StartAtLoginUnsupported);
    await desktop.setStartAtLogin(false);
    await desktop.renewStartAtLogin();
  });

  it('opens links in the browser, or says the address, but of none that names a user', async () => {
    const withBrowser = await build({ browser: true });
    await withBrowser.desktop.openExternal('https://example.org/q/1');
    const named = withBrowser.desktop.openExternal('https://user:password@example.org/q/1');
    await expect(named).rejects.toThrow('user name');
    expect([withBrowser.opened, withBrowser.terminal]).toEqual([['https://example.org/q/1'], []]);
    // So it opens dialogs of networks, for which it has no window.
    expect(withBrowser.desktop).not.toHaveProperty('authorize');
    expect(withBrowser.desktop.opensDeepLinks).toBe(false);
    await withBrowser.desktop.close();
    const without = await build();
    await without.desktop.openExternal('https://example.org/q/1');
    expect(without.terminal).toEqual(['Open this address in your browser: https://example.org/q/1']);
    await expect(without.desktop.openExternal('file:///etc/passwd')).rejects.toThrow('web addresses');
  });

  it('gives the browser’s command line a ticket and not what the terminal shows', async () => {
    const { desktop, opened, terminal, logged } = await build({ browser: true });
    desktop.showWindow('watches');
    desktop.showPanel();
    desktop.togglePanel();
    await expect.poll(() => opened.length).toBe(3);
    expect(opened[0]).toContain('ticket?view=watches');
    expect(opened.slice(1).every((address) => address.includes('ticket?view=panel'))).toBe(true);
    expect([...opened, ...terminal, ...logged].join()).not.toContain('s3cret');
  });

  it('shows the panel as a small window where a browser has such windows, and the window as a page', async () => {
    const { desktop, opened, smallWindows, terminal, logged } = await build({ browser: true, appWindows: true });
    desktop.togglePanel();
    desktop.showPanel();
    desktop.showWindow('inbox');
    await expect.poll(() => [smallWindows.length, opened.length]).toEqual([2, 1]);
    for (const address of smallWindows) expect(address).toContain('ticket?view=panel-window');
    expect(opened).toEqual(['http://127.0.0.1:4000/enter/ticket?view=inbox']);
    expect([...smallWindows, ...terminal, ...logged].join()).not.toContain('s3cret');
  });

  it('says the address of the window, its view or the panel where there is no browser', async () => {
    const { desktop, terminal, logged } = await build();
    desktop.showWindow();
    desktop.showWindow('watches');
    desktop.showPanel();
    const say = 'Open this address in your browser: http://127.0.0.1:4000/enter/s3cret';
    await expect.poll(() => terminal).toEqual([say, `${say}?view=watches`, `${say}?view=panel`]);
    expect(logged.join()).not.toContain('s3cret');
  });

  it('quits when told', async () => {
    const { desktop } = await build();
    desktop.quit();
    await expect(desktop.quitRequested).resolves.toBeUndefined();
  });

  describe.skipIf(missing('dbus-daemon'))('with a session bus', () => {
    it('shows notifications and the tray, brings clicks back, and tells when the screen is covered', async () => {
      const daemon = await TestBus.start();
      const server = await daemon.notificationServer();
      const panel = await daemon.panel();
      const saver = await daemon.screenSaver();
      const { desktop, terminal } = await build({ address: daemon.address });
      expect(desktop.notificationsGoTo).toBe('desktop');
      const heard: unknown[] = [];
      for (const name of ['notification-action', 'notification-closed', 'tray-command', 'presence'] as const)
        desktop.on(name, (detail) => void heard.push(detail));
      await desktop.notify(NOTIFICATION);
      server.click((await server.shown.next()).id, 'open');
      await desktop.notify({ ...NOTIFICATION, id: 9 });
      server.dismiss((await server.shown.next()).id);
      await expect.poll(() => heard).toEqual([{ id: 7, action: 'open' }, { id: 9 }]);
      desktop.setTray(view);
      await panel.click(await panel.registered.next(), 'Quit');
      await expect.poll(() => heard.at(-1)).toEqual({ do: 'quit' });
      for (const state of ['away', 'present']) {
        saver.cover(state === 'away');
        await expect.poll(() => heard.at(-1)).toMatchObject({ state });
        expect(desktop.presence().state).toBe(state);
      }
      expect(terminal).toEqual([]);
    });

    it('writes to the terminal when the server refuses, or the bus is gone', async () => {
      const daemon = await TestBus.start();
      const server = await daemon.notificationServer();
      const { desktop, terminal, logged } = await build({ address: daemon.address });
      server.refusal = 'too many';
      await desktop.notify(NOTIFICATION);
      expect(terminal).toHaveLength(1);
      await daemon.stop();
      await expect.poll(() => logged.join()).toContain('message bus is gone');
      expect(desktop.notificationsGoTo).toBe('terminal');
      await desktop.notify(NOTIFICATION);
      desktop.setTray(view);
      desktop.setTray({ ...view, status: 'attention', menu: [] });
      expect(terminal).toHaveLength(2);
    });
  });
});

import { _electron, test as base, type ElectronApplication } from '@playwright/test';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findElectron } from '../../build/start/electron-binary.ts';

/** The app's own folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The app's two windows, by their titles. */
export type WindowName = 'Askbell' | 'Askbell panel';

/** What a desktop test sees of the tray: labels, nested as the menu is. */
export interface MenuEntry {
  label?: string;
  enabled?: boolean;
  submenu?: MenuEntry[];
}

/** A running app, and a hand on the parts of the desktop that Playwright does not reach. */
export interface Desk {
  app: ElectronApplication;
  tray(): Promise<{ tooltip: string; menu: MenuEntry[] }>;
  /** Chooses a tray menu item by its labels from the top. */
  chooseInTray(...path: string[]): Promise<void>;
  /** Clicks on the tray's picture with the left button. */
  clickTray(): Promise<void>;
  notifications(): Promise<{ title: string; body: string }[]>;
  /** Clicks the newest notification whose title or body holds the text. */
  clickNotification(text: string): Promise<void>;
  /** Presses a button of that notification. */
  pressOnNotification(text: string, button: string): Promise<void>;
  /** Addresses the app opened outside; nothing is really opened. */
  openedOutside(): Promise<string[]>;
  /** All that was printed so far. */
  output(): string;
  /** Notifications that were printed, a line each. */
  printed(): string[];
  /** Does something to one of the two windows, if it is there. */
  inWindow(name: WindowName, act: 'show' | 'hide' | 'minimize' | 'focus' | 'close'): Promise<void>;
  windowState(name: WindowName): Promise<{ visible: boolean; minimized: boolean; focused: boolean } | undefined>;
  close(): Promise<void>;
}

/** What the spy below keeps inside the app under test. */
interface Seen {
  tray: { emit(event: string): void } | undefined;
  menu: { items: SeenItem[] } | undefined;
  tooltip: string;
  notifications: {
    title: string;
    body: string;
    actions: { text?: string }[];
    emit(event: string, details?: { actionIndex: number }): void;
  }[];
  opened: string[];
}

declare global {
  /** There in the app under test. */
  var seen: Seen;
}

interface SeenItem {
  label: string;
  type: string;
  enabled: boolean;
  submenu?: { items: SeenItem[] } | null;
  click(): void;
}

/**
 * Starts an app folder with arguments. Tray and notifications are read and clicked inside the app by a spy on their
 * classes. A stand-in for Electron may have made its tray before there is a spy, and is asked by its control socket.
 */
export async function launch(
  folder: string,
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Desk> {
  const executablePath = findElectron();
  if (!executablePath) throw new Error('There is no Electron here.');
  const socket = join(dataDir, 'control.sock');
  // A stand-in for Electron may ask the person, not the app, before a page loads a picture from this machine.
  const asksThePerson = Boolean(process.env['ELECTRON_OVERRIDE_DIST_PATH']);
  const app = await _electron.launch({
    executablePath,
    args: [
      ...noSandbox(),
      ...(asksThePerson ? ['--disable-features=LocalNetworkAccessChecks'] : []),
      folder,
      '--data-dir',
      dataDir,
      ...args,
    ],
    env: {
      ...(process.env as Record<string, string>),
      ELECTRON_RIG_CONTROL: socket,
      ELECTRON_RIG_OPEN_LOG: join(dataDir, 'opened-outside'),
      ...env,
    },
  });
  let output = '';
  app.process().stdout?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  app.process().stderr?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await app.evaluate(({ Tray, Notification, shell }) => {
    const seen: Seen = { tray: undefined, menu: undefined, tooltip: '', notifications: [], opened: [] };
    globalThis.seen = seen;
    const { setContextMenu, setToolTip } = Tray.prototype;
    Tray.prototype.setContextMenu = function (menu) {
      seen.menu = menu as unknown as Seen['menu'];
      setContextMenu.call(this, menu);
    };
    Tray.prototype.setToolTip = function (text) {
      seen.tray = this;
      seen.tooltip = text;
      setToolTip.call(this, text);
    };
    const { show } = Notification.prototype;
    Notification.prototype.show = function () {
      seen.notifications.push(this);
      show.call(this);
    };
    shell.openExternal = async (address) => void seen.opened.push(address);
  });

  const notifications = () =>
    app.evaluate(() => globalThis.seen.notifications.map(({ title, body }) => ({ title, body })));

  /** Its place among the notifications that this app has raised. */
  const placeOf = async (text: string) => {
    const index = (await notifications()).findLastIndex(
      ({ title, body }) => title.includes(text) || body.includes(text),
    );
    if (index < 0) throw new Error(`no notification says "${text}"`);
    return index;
  };

  return {
    app,
    output: () => output,
    printed: () => output.split('\n').filter((line) => line.startsWith('{')),
    inWindow: (name, act) =>
      app.evaluate(
        ({ BrowserWindow }, [title, method]) => {
          const isPanel = (window: Electron.BrowserWindow) => window.getTitle() === 'Askbell panel';
          BrowserWindow.getAllWindows()
            .find((window) => isPanel(window) === (title === 'Askbell panel'))
            ?.[method]();
        },
        [name, act] as const,
      ),
    windowState: (name) =>
      app.evaluate(({ BrowserWindow }, title) => {
        const isPanel = (window: Electron.BrowserWindow) => window.getTitle() === 'Askbell panel';
        const found = BrowserWindow.getAllWindows().find((one) => isPanel(one) === (title === 'Askbell panel'));
        return found && { visible: found.isVisible(), minimized: found.isMinimized(), focused: found.isFocused() };
      }, name),
    async tray() {
      if (existsSync(socket)) {
        const { tray } = await ask<{ tray: { toolTip: string; menu: MenuEntry[] } | null }>(socket, { cmd: 'state' });
        return { tooltip: tray?.toolTip ?? '', menu: asRead(tray?.menu ?? []) };
      }
      const { tooltip, menu } = await app.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: Seen };
        const plain = (items: SeenItem[]): MenuEntry[] =>
          items.map(({ label, enabled, submenu }) => ({
            label,
            enabled,
            ...(submenu && { submenu: plain(submenu.items) }),
          }));
        return { tooltip: seen.tooltip, menu: plain(seen.menu?.items ?? []) };
      });
      return { tooltip, menu: asRead(menu) };
    },
    async chooseInTray(...path) {
      if (existsSync(socket)) {
        const written = path.map((label) => label.replaceAll('&', '&&'));
        await ask(socket, { cmd: 'menu.click', where: 'tray', path: written.join('/') });
        return;
      }
      await app.evaluate((_electron, labels) => {
        let items = globalThis.seen.menu?.items ?? [];
        let found: SeenItem | undefined;
        for (const label of labels) {
          found = items.find((item) => item.label.replaceAll('&&', '&') === label);
          items = found?.submenu?.items ?? [];
        }
        if (!found) throw new Error(`no tray item ${labels.join(' / ')}`);
        found.click();
      }, path);
    },
    clickTray: () => app.evaluate(() => globalThis.seen.tray?.emit('click')),
    notifications,
    async clickNotification(text) {
      await app.evaluate(
        (_electron, index) => {
          globalThis.seen.notifications[index]?.emit('click');
        },
        await placeOf(text),
      );
    },
    async pressOnNotification(text, button) {
      await app.evaluate(
        (_electron, [index, label]) => {
          const notification = globalThis.seen.notifications[index]!;
          const actionIndex = notification.actions.findIndex(({ text: own }) => own === label);
          if (actionIndex < 0) throw new Error(`the notification has no button "${label}"`);
          notification.emit('action', { actionIndex });
        },
        [await placeOf(text), button] as const,
      );
    },
    openedOutside: () => app.evaluate(() => globalThis.seen.opened),
    close: () => app.close(),
  };
}

/** Asks a stand-in for Electron. */
const ask = <T>(socket: string, request: object): Promise<T> =>
  new Promise((resolve, reject) => {
    const connection = connect(socket);
    let text = '';
    connection.on('error', reject);
    connection.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      connection.end();
      const answer = JSON.parse(text) as { ok: boolean; result: T; error?: string };
      if (answer.ok) resolve(answer.result);
      else reject(new Error(answer.error));
    });
    connection.write(`${JSON.stringify(request)}\n`);
  });

/** A menu's entries as a person reads them. */
const asRead = (items: MenuEntry[]): MenuEntry[] =>
  items
    .filter(({ label }) => label)
    .map((item) => ({
      ...item,
      label: (item.label ?? '').replaceAll('&&', '&'),
      ...(item.submenu && { submenu: asRead(item.submenu) }),
    }));

/** Root may start Electron without its sandbox only. */
const noSandbox = () =>
  process.getuid?.() === 0 && !process.env['ELECTRON_OVERRIDE_DIST_PATH'] ? ['--no-sandbox'] : [];

/** Runs the app beside another. */
export const runBeside = (...args: string[]) =>
  spawn(findElectron() ?? '', [...noSandbox(), ROOT, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Runs the app to its end. */
export const runToEnd = (...args: string[]) =>
  spawnSync(findElectron() ?? '', [...noSandbox(), ROOT, ...args], { encoding: 'utf8', timeout: 60_000 });

/** A test with a data folder of its own, and what starts the app in it; both are gone after the test. */
export const test = base.extend<{
  dataDir: string;
  start: (args?: string[], env?: Record<string, string>) => Promise<Desk>;
}>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants to see which fixtures are used.
  dataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'askbell-desktop-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ dataDir }, use) => {
    const started: Desk[] = [];
    await use(async (args, env) => {
      const desk = await launch(ROOT, dataDir, args, env);
      started.push(desk);
      return desk;
    });
    for (const desk of started) await desk.close().catch(() => undefined);
  },
});

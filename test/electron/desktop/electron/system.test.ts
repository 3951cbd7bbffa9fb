import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import type { DesktopEvents } from '../../../../electron/desktop/desktop.ts';
import {
  renewStartAtLogin,
  setStartAtLogin,
  Shortcuts,
  wasOpenedAtLogin,
} from '../../../../electron/desktop/electron/system.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { settings, login } = vi.hoisted(() => ({ settings: [] as unknown[], login: { wasOpened: false } }));
/**
 * Electron's global shortcuts, as its documentation describes them: false for keys that are taken, an error for no
 * keys.
 */
const keyboard = vi.hoisted(() => ({ registered: new Map<string, () => void>(), taken: new Set<string>() }));
vi.mock('electron', () => ({
  globalShortcut: {
    register(accelerator: string, pressed: () => void) {
      if (!/\+?[A-Z0-9]+$/i.test(accelerator)) throw new TypeError('conversion failure');
      if (keyboard.taken.has(accelerator)) return false;
      keyboard.registered.set(accelerator, pressed);
      return true;
    },
    unregister: (accelerator: string) => void keyboard.registered.delete(accelerator),
  },
  app: {
    isPackaged: true,
    getAppPath: () => '/opt/Askbell/resources/app.asar',
    getLoginItemSettings: () => ({ wasOpenedAtLogin: login.wasOpened }),
    setLoginItemSettings: (value: unknown) => settings.push(value),
  },
}));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  // What started this test may be an AppImage or a snap itself.
  for (const name of ['APPIMAGE', 'APPDIR', 'SNAP', 'FLATPAK_ID']) vi.stubEnv(name, '');
  login.wasOpened = false;
});
afterEach(() => vi.unstubAllEnvs());
const entry = () => readFileSync(join(folder, 'autostart', 'askbell.desktop'), 'utf8');

describe.runIf(process.platform === 'linux')('start at login on Linux', () => {
  test('writes the entry where desktops look, and takes it away again', async () => {
    await setStartAtLogin(true, ['--hidden', '--data-dir', '/home/ada/my bell']);
    expect(entry()).toMatch(/^\[Desktop Entry\]\nType=Application\nName=Askbell\n/);
    expect(entry()).toMatch(/^Exec=.+ --hidden --data-dir "\/home\/ada\/my bell"$/m);
    await setStartAtLogin(false, ['--hidden']);
    expect(existsSync(join(folder, 'autostart', 'askbell.desktop'))).toBe(false);
    await setStartAtLogin(false, ['--hidden']);
  });

  test('an AppImage starts itself, not the folder it is mounted at, also by the name that an update gave it', async () => {
    vi.stubEnv('APPIMAGE', '/home/ada/My Apps/Askbell-1.2.0.AppImage');
    await setStartAtLogin(true, ['--hidden']);
    expect(entry()).toContain('Exec="/home/ada/My Apps/Askbell-1.2.0.AppImage" --hidden');
    renewStartAtLogin(['--hidden'], '/home/ada/Askbell-1.3.0.AppImage');
    expect(entry()).toContain(
      '\nExec=/home/ada/Askbell-1.3.0.AppImage --hidden\nTryExec=/home/ada/Askbell-1.3.0.AppImage\n',
    );
  });
});

describe('a start at login on macOS, which passes no arguments', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  afterEach(() => Object.defineProperty(process, 'platform', platform));

  test('is told from one by the person', () => {
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
    expect(wasOpenedAtLogin()).toBe(false);
    login.wasOpened = true;
    expect(wasOpenedAtLogin()).toBe(true);
    Object.defineProperty(process, 'platform', { ...platform, value: 'linux' });
    expect(wasOpenedAtLogin()).toBe(false);
  });

  test('is the system’s to keep: nothing is set again at a start', () => {
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
    renewStartAtLogin(['--hidden']);
    expect(settings).toEqual([]);
  });
});

describe('global shortcuts', () => {
  let presses: string[];
  let shortcuts: Shortcuts;
  beforeEach(() => {
    keyboard.registered.clear();
    keyboard.taken.clear();
    presses = [];
    const events = new Emitter<DesktopEvents>(silentLog);
    events.on('shortcut', (opens) => presses.push(opens));
    shortcuts = new Shortcuts(events);
  });

  test('are registered, pressed, exchanged for others, and given back', async () => {
    expect(await shortcuts.set('window', 'CommandOrControl+Shift+A')).toBe('registered');
    keyboard.registered.get('CommandOrControl+Shift+A')!();
    expect(presses).toEqual(['window']);
    expect(await shortcuts.set('window', 'Alt+B')).toBe('registered');
    expect([...keyboard.registered.keys()]).toEqual(['Alt+B']);
    expect(await shortcuts.set('window', '')).toBe('off');
    expect(keyboard.registered.size).toBe(0);
  });

  test('of window and panel are held side by side, and neither takes the other’s keys', async () => {
    expect(await shortcuts.set('window', 'Alt+B')).toBe('registered');
    expect(await shortcuts.set('panel', 'Alt+B')).toBe('taken');
    expect(await shortcuts.set('panel', 'Alt+P')).toBe('registered');
    for (const keys of ['Alt+P', 'Alt+B']) keyboard.registered.get(keys)!();
    expect(presses).toEqual(['panel', 'window']);
    expect(await shortcuts.set('window', '')).toBe('off');
    expect([...keyboard.registered.keys()]).toEqual(['Alt+P']);
    shortcuts.releaseAll();
    expect(keyboard.registered.size).toBe(0);
  });

  test('that another program has, or that are none, are told apart', async () => {
    keyboard.taken.add('Alt+B');
    expect(await shortcuts.set('window', 'Alt+B')).toBe('taken');
    expect(await shortcuts.set('window', 'Alt+')).toBe('invalid');
    expect(keyboard.registered.size).toBe(0);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renewStartAtLogin, setStartAtLogin, wasOpenedAtLogin } from '../../../../electron/desktop/electron/system.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { settings, login } = vi.hoisted(() => ({ settings: [] as unknown[], login: { wasOpened: false } }));
vi.mock('electron', () => ({
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

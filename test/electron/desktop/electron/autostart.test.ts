import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { autostartEntry, setStartAtLogin } from '../../../../electron/desktop/electron/autostart.ts';

const settings = vi.hoisted((): unknown[] => []);
vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    getAppPath: () => '/opt/Askbell/resources/app.asar',
    setLoginItemSettings: (value: unknown) => settings.push(value),
  },
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-autostart-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe.runIf(process.platform === 'linux')('start at login on Linux', () => {
  test('writes the entry where desktops look, and takes it away again', async () => {
    await setStartAtLogin(true, ['--hidden']);
    const file = join(folder, 'autostart', 'askbell.desktop');
    expect(readFileSync(file, 'utf8')).toMatch(/^\[Desktop Entry\]\nType=Application\nName=Askbell\n/);
    expect(readFileSync(file, 'utf8')).toMatch(/^Exec=.+ --hidden$/m);
    await setStartAtLogin(false, ['--hidden']);
    expect(existsSync(file)).toBe(false);
    await setStartAtLogin(false, ['--hidden']);
  });

  test('starts as it was started: on the same data', async () => {
    await setStartAtLogin(true, ['--hidden', '--data-dir', '/home/ada/my bell']);
    expect(readFileSync(join(folder, 'autostart', 'askbell.desktop'), 'utf8')).toMatch(
      /^Exec=.+ --hidden --data-dir "\/home\/ada\/my bell"$/m,
    );
  });

  test('an AppImage starts itself, not the folder it is mounted at', async () => {
    vi.stubEnv('APPIMAGE', '/home/ada/My Apps/Askbell.AppImage');
    await setStartAtLogin(true, ['--hidden']);
    expect(readFileSync(join(folder, 'autostart', 'askbell.desktop'), 'utf8')).toContain(
      'Exec="/home/ada/My Apps/Askbell.AppImage" --hidden',
    );
  });
});

describe('the entry of an Askbell that was removed since', () => {
  test('is passed over, because it names the program it needs, as a plain path', () => {
    const lines = autostartEntry(['/opt/a b/x', '--hidden']).split('\n');
    expect(lines).toContain('TryExec=/opt/a b/x');
    expect(autostartEntry(['/odd\\name']).split('\n')).toContain('TryExec=/odd\\\\name');
  });
});

describe('the Exec line', () => {
  test('quotes what needs it, as the Desktop Entry Specification asks', () => {
    const line = autostartEntry(['/opt/a b/x', '100%', 'a"b', '$HOME', 'plain'])
      .split('\n')
      .find((text) => text.startsWith('Exec='));
    expect(line).toBe('Exec="/opt/a b/x" 100%% "a\\\\"b" "\\\\$HOME" plain');
  });
});

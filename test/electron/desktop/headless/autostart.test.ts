import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartAtLoginUnsupported } from '../../../../electron/desktop/desktop.ts';
import { setStartAtLogin } from '../../../../electron/desktop/headless/autostart.ts';

describe('starting at login', () => {
  const home = mkdtempSync(join(tmpdir(), 'askbell-autostart-'));
  const file = join(home, '.config', 'autostart', 'askbell-headless.desktop');
  const surroundings = {
    platform: 'linux' as const,
    env: {},
    home,
    command: ['/opt/no de/node', '/opt/100%/head"less.ts', '--hidden'],
  };

  it('writes the desktop’s autostart file and removes it', async () => {
    await setStartAtLogin(true, surroundings);
    expect(readFileSync(file, 'utf8')).toContain(
      String.raw`Exec="/opt/no de/node" "/opt/100%%/head\\"less.ts" "--hidden"`,
    );
    await setStartAtLogin(true, surroundings);
    await setStartAtLogin(false, surroundings);
    await setStartAtLogin(false, surroundings);
    expect(existsSync(file)).toBe(false);
    rmSync(home, { recursive: true });
  });

  it('says where it cannot', async () => {
    await expect(setStartAtLogin(true, { ...surroundings, platform: 'win32' })).rejects.toThrow(
      StartAtLoginUnsupported,
    );
    await setStartAtLogin(false, { ...surroundings, platform: 'win32' });
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartAtLoginUnsupported } from '../../../../electron/desktop/desktop.ts';
import { renewStartAtLogin, setStartAtLogin } from '../../../../electron/desktop/headless/autostart.ts';

const surroundings = (home: string) => ({
  platform: 'linux' as const,
  env: {},
  home,
  command: ['/opt/no de/node', '/opt/100%/head"less.ts', '--hidden'],
});

describe('starting at login', () => {
  let home: string;
  const file = () => join(home, '.config', 'autostart', 'askbell-headless.desktop');
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'askbell-autostart-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  it('writes the desktop’s autostart file, with what a launcher says of memory, and removes it', async () => {
    await setStartAtLogin(true, surroundings(home));
    const lines = readFileSync(file(), 'utf8').split('\n');
    expect(lines).toContain(
      'Exec=env MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=16384 MALLOC_TRIM_THRESHOLD_=16384 MALLOC_TOP_PAD_=16384 ' +
        String.raw`"/opt/no de/node" "/opt/100%%/head\\"less.ts" --hidden`,
    );
    // "env" is everywhere: where Askbell's program is gone, the entry is passed over.
    expect(lines).toContain('TryExec=/opt/no de/node');
    await setStartAtLogin(true, surroundings(home));
    await setStartAtLogin(false, surroundings(home));
    await setStartAtLogin(false, surroundings(home));
    expect(existsSync(file())).toBe(false);
  });

  it('starts as this version does, once the file of an older one is renewed', async () => {
    await setStartAtLogin(true, { ...surroundings(home), command: ['/opt/node', '--old-flag', '/opt/old.mjs'] });
    await renewStartAtLogin(surroundings(home));
    const renewed = readFileSync(file(), 'utf8');
    expect(renewed).not.toContain('--old-flag');
    expect(renewed).toContain('TryExec=/opt/no de/node');
  });

  it('says where it cannot', async () => {
    const windows = { ...surroundings(home), platform: 'win32' as const };
    await expect(setStartAtLogin(true, windows)).rejects.toThrow(StartAtLoginUnsupported);
    await setStartAtLogin(false, windows);
    await renewStartAtLogin(windows);
    expect(existsSync(join(home, '.config'))).toBe(false);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appWindowCommand, createAppWindowOpener } from '../../../../../electron/desktop/headless/window/app-window.ts';

const entry = 'http://127.0.0.1:4000/enter/ticket?view=panel-window';

describe('a small window of a browser', () => {
  const machine = (...programs: string[]) => ({
    platform: 'linux' as const,
    env: { DISPLAY: ':0' } as Record<string, string>,
    has: (program: string) => programs.includes(program),
  });

  it.each(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'brave-browser'])(
    'is one of %s where that is there',
    (program) => {
      expect(appWindowCommand(entry, machine('firefox', 'xdg-open', program))).toEqual({
        program,
        args: [`--app=${entry}`, '--window-size=400,560'],
      });
    },
  );

  it('is none where no browser has such windows, without a screen, and on systems without such a tray', () => {
    expect(appWindowCommand(entry, machine('firefox', 'xdg-open'))).toBeUndefined();
    expect(appWindowCommand(entry, { ...machine('chromium'), env: {} })).toBeUndefined();
    for (const platform of ['darwin', 'win32'] as const)
      expect(appWindowCommand(entry, { ...machine('chromium'), platform })).toBeUndefined();
    const wayland = { ...machine('chromium'), env: { WAYLAND_DISPLAY: 'wayland-0' } };
    expect(appWindowCommand(entry, wayland)?.program).toBe('chromium');
  });

  it('is opened outside of the unit of systemd, with an address that the journal does not name', () => {
    const inUnit = { DISPLAY: ':0', ASKBELL_UNIT: 'askbell.service' };
    const { program, args } = appWindowCommand(entry, { ...machine('chromium', 'systemd-run'), env: inUnit })!;
    expect(program).toBe('systemd-run');
    expect(args).toContain('--description=A page that Askbell opens');
    expect(args.slice(-4)).toEqual(['--', 'chromium', `--app=${entry}`, '--window-size=400,560']);
  });

  it.skipIf(process.platform !== 'linux')(
    'is started with the address as it is, and tells when that fails',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'askbell-app-window-'));
      // Not the machine's own programs: what a script needs is a part of its shell.
      const open = createAppWindowOpener({ platform: 'linux', env: { DISPLAY: ':0', PATH: folder } });
      const program = (script: string) =>
        writeFileSync(join(folder, 'chromium'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      expect(await open(entry)).toBe(false);
      program(`printf '%s|' "$@" > ${join(folder, 'asked')}`);
      const odd = 'http://127.0.0.1:4000/enter/a?b=1&c=$(id)#d';
      expect(await open(odd)).toBe(true);
      expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(`--app=${odd}|--window-size=400,560|`);
      program('exit 3');
      expect(await open(entry)).toBe(false);
      expect(() => open('file:///etc/passwd')).toThrow('web addresses');
      rmSync(folder, { recursive: true });
    },
  );
});

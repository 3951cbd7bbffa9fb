import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { entryText, renewEntry, setEntry, type AutostartEntry } from '../../../../electron/desktop/linux/autostart.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const refused = vi.hoisted((): { code: string | undefined } => ({ code: undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const refusing =
    <A extends unknown[]>(call: (...args: A) => unknown) =>
    (...args: A) => {
      if (refused.code === undefined) return call(...args);
      throw Object.assign(new Error(`${refused.code}: refused`), { code: refused.code });
    };
  return { ...real, mkdirSync: refusing(real.mkdirSync), unlinkSync: refusing(real.unlinkSync) };
});

let home: string;
let entry: AutostartEntry;
let file: string;
beforeEach(() => {
  home = temporaryFolder();
  entry = { name: 'askbell', env: {}, home, command: ['/home/ada/Askbell-1.3.0.AppImage', '--hidden'] };
  file = join(home, '.config', 'autostart', 'askbell.desktop');
});
afterEach(() => (refused.code = undefined));

/** Puts an entry of another version there, written long ago; gives its text. */
function older(more = ''): string {
  const text = entryText({ command: ['/home/ada/Askbell-1.2.0.AppImage', '--hidden'] }) + more;
  put(text);
  return text;
}

function put(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, 1, 1);
}

const text = () => readFileSync(file, 'utf8');
const isUntouched = () => statSync(file).mtimeMs === 1000;

test('renewing the entry: starts the program by its new name', () => {
  older();
  renewEntry(entry);
  expect(text()).toBe(entryText(entry));
});

test('renewing the entry: writes nothing where it starts the same, whatever a desktop has added', () => {
  put(`${entryText(entry)}X-GNOME-Autostart-Delay=10\n`);
  renewEntry(entry);
  expect(isUntouched()).toBe(true);
});

test('renewing the entry: leaves one alone that was switched off or removed in the desktop’s settings', () => {
  for (const off of ['Hidden=true\n', 'X-GNOME-Autostart-enabled=false\n']) {
    const before = older(off);
    renewEntry(entry);
    expect(text()).toBe(before);
  }
  rmSync(file);
  renewEntry(entry);
  expect(existsSync(file)).toBe(false);
});

describe('what cannot be had', () => {
  test('in a snap or a flatpak: no desktop reads the folder there', () => {
    for (const [env, program] of [
      [{ SNAP: '/snap/askbell/1' }, '/snap/askbell/1/askbell'],
      [{ FLATPAK_ID: 'io.github.askbell' }, '/app/askbell'],
    ] as const) {
      const confined = { ...entry, env, command: [program] };
      expect(() => setEntry(true, confined)).toThrow(expect.objectContaining({ why: 'confined' }));
      setEntry(false, confined);
      renewEntry(confined);
    }
    expect(existsSync(file)).toBe(false);
  });

  test('which does not hold for what a snapped terminal starts', () => {
    setEntry(true, { ...entry, env: { ...entry.env, SNAP: '/snap/terminal/7' } });
    expect(existsSync(file)).toBe(true);
  });

  test('where the folder may not be written, as in a service that has its home to read only', () => {
    older();
    for (const code of ['EROFS', 'EACCES', 'EPERM', 'ENOENT']) {
      refused.code = code;
      for (const change of [() => setEntry(true, entry), () => setEntry(false, entry), () => renewEntry(entry)])
        expect(change).toThrow(expect.objectContaining({ name: 'StartAtLoginUnsupported', why: 'forbidden' }));
    }
    refused.code = 'ENOSPC';
    expect(() => setEntry(true, entry)).toThrow('ENOSPC');
  });

  test('switching off what is not there needs no permission', () => {
    refused.code = 'EROFS';
    setEntry(false, entry);
    expect(existsSync(file)).toBe(false);
  });
});

test.each<[string, Parameters<typeof entryText>[0], string[]]>([
  // The entry of an Askbell that was removed since is passed over: it names its program, as a plain path.
  ['the program', { command: ['/opt/a b/x', '--hidden'] }, ['TryExec=/opt/a b/x']],
  ['a program with an odd name', { command: ['/odd\\name'] }, ['TryExec=/odd\\\\name']],
  // "env" is everywhere: where Askbell's program is gone, the entry is passed over.
  [
    'what a launcher says of memory, and the program beside it',
    { command: ['/opt/no de/node', '--hidden'], variables: { MALLOC_ARENA_MAX: '1' } },
    ['Exec=env MALLOC_ARENA_MAX=1 "/opt/no de/node" --hidden', 'TryExec=/opt/no de/node'],
  ],
  [
    'what needs quotes as the Desktop Entry Specification asks',
    { command: ['/opt/a b/x', '100%', 'a"b', '$HOME', 'plain'], variables: { A_: '1' } },
    ['Exec=env A_=1 "/opt/a b/x" 100%% "a\\\\"b" "\\\\$HOME" plain'],
  ],
])('an entry names %s', (_what, started, lines) => {
  expect(entryText(started).split('\n')).toEqual(expect.arrayContaining(lines));
});

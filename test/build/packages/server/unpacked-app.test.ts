import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTENTS_ASSET, unpackedApp } from '../../../../build/packages/server/unpacked-app.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const DAY_MS = 24 * 3_600_000;

/** An executable with two files inside. */
const executable = (text: string) => {
  const files: Record<string, string> = { 'headless.mjs': text, 'renderer/index.html': '<!doctype html>' };
  const lengths = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.length]));
  return (asset: string): ArrayBuffer => {
    const content = asset === CONTENTS_ASSET ? JSON.stringify({ digest: text, files: lengths }) : files[asset];
    return new TextEncoder().encode(content).buffer;
  };
};

describe.skipIf(process.platform === 'win32')('the unpacked app', () => {
  let folder: string;
  beforeEach(() => void (folder = temporaryFolder()));

  const unpack = (places = [join(folder, 'cache')], text = 'one') =>
    unpackedApp({ version: '1.0.0', places, read: executable(text) });

  it('is whole, only its owner’s, and unpacked once', () => {
    const app = unpack();
    expect(readFileSync(join(app, 'headless.mjs'), 'utf8')).toBe('one');
    expect(existsSync(join(app, 'renderer', 'index.html'))).toBe(true);
    expect(statSync(join(folder, 'cache')).mode & 0o777).toBe(0o700);
    expect(statSync(app).mode & 0o077).toBe(0);
    const { ino } = statSync(join(app, 'headless.mjs'));
    expect(unpack()).toBe(app);
    expect(statSync(join(app, 'headless.mjs')).ino).toBe(ino);
  });

  it('is unpacked again where something of it is gone, and nothing is left lying about', () => {
    const app = unpack();
    rmSync(join(app, 'renderer'), { recursive: true });
    expect(unpack()).toBe(app);
    expect(existsSync(join(app, 'renderer', 'index.html'))).toBe(true);
    expect(readdirSync(join(folder, 'cache'))).toHaveLength(1);
  });

  it('stands beside that of another build, which goes once nobody started it for a month', () => {
    const [old, current] = [unpack(undefined, 'one'), unpack(undefined, 'two')];
    expect(existsSync(old)).toBe(true);
    const longAgo = new Date(Date.now() - 31 * DAY_MS);
    utimesSync(old, longAgo, longAgo);
    unpack(undefined, 'two');
    expect([existsSync(old), existsSync(current)]).toEqual([false, true]);
  });

  it('goes to the next place where one cannot be written, into a folder of its own where everybody may write', () => {
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'tmp'));
    chmodSync(join(folder, 'tmp'), 0o1777);
    const app = unpack([join(folder, 'file', 'cache'), join(folder, 'tmp')]);
    expect(app.startsWith(join(folder, 'tmp', `askbell-${process.getuid?.()}`))).toBe(true);
  });

  it('is never put where others could change it', () => {
    mkdirSync(join(folder, 'cache'));
    chmodSync(join(folder, 'cache'), 0o775);
    expect(() => unpack()).toThrow('can write to none of');
  });
});

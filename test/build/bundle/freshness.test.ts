import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFresh, startStamp } from '../../../build/bundle/freshness.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let inputs: string[];
let result: string;
let part: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-fresh-'));
  part = `test-${folder.slice(-6)}`;
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), '1');
  writeFileSync(join(folder, 'src', 'b.ts'), '1');
  result = join(folder, 'a.js');
  inputs = [relative(root, join(folder, 'src'))];
  const stamp = startStamp(part, inputs);
  writeFileSync(result, '1');
  stamp();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(root, 'out', 'fresh', `${part}.json`), { force: true });
});

describe('what is out of date', () => {
  test('nothing right after a build', () => {
    expect(isFresh(part, inputs, result)).toBe(true);
  });

  test('a changed, a new and a removed source', () => {
    utimesSync(join(folder, 'src', 'a.ts'), new Date(), new Date(Date.now() + 5_000));
    expect(isFresh(part, inputs, result)).toBe(false);
    startStamp(part, inputs)();
    writeFileSync(join(folder, 'src', 'c.ts'), '1');
    expect(isFresh(part, inputs, result)).toBe(false);
    startStamp(part, inputs)();
    rmSync(join(folder, 'src', 'b.ts'));
    expect(isFresh(part, inputs, result)).toBe(false);
  });

  test('a missing result', () => {
    rmSync(result);
    expect(isFresh(part, inputs, result)).toBe(false);
  });

  test('a build that broke off', () => {
    startStamp(part, inputs);
    expect(isFresh(part, inputs, result)).toBe(false);
  });

  test('a source that changes while it is being built', () => {
    const stamp = startStamp(part, inputs);
    utimesSync(join(folder, 'src', 'a.ts'), new Date(), new Date(Date.now() + 5_000));
    stamp();
    expect(isFresh(part, inputs, result)).toBe(false);
  });
});

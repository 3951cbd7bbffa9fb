import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFresh, startStamp } from '../../../build/bundle/freshness.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
let inputs: string[];
let result: string;
let part: string;
beforeEach(() => {
  folder = temporaryFolder();
  part = `test-${folder.slice(-6)}`;
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), '1');
  writeFileSync(join(folder, 'src', 'b.ts'), '1');
  result = join(folder, 'a.js');
  inputs = [relative('.', join(folder, 'src'))];
  const stamp = startStamp(part, inputs);
  writeFileSync(result, '1');
  stamp();
});
afterEach(() => rmSync(join('out', 'fresh', `${part}.json`), { force: true }));

const isFreshNow = () => isFresh(part, inputs, result);
const changeSource = () => utimesSync(join(folder, 'src', 'a.ts'), new Date(), new Date(Date.now() + 5_000));

test.each<[string, () => void]>([
  ['a changed source', changeSource],
  ['a new source', () => writeFileSync(join(folder, 'src', 'c.ts'), '1')],
  ['a removed source', () => rmSync(join(folder, 'src', 'b.ts'))],
  ['a missing result', () => rmSync(result)],
  ['a build that broke off', () => void startStamp(part, inputs)],
  [
    'a source that changes while it is being built',
    () => {
      const stamp = startStamp(part, inputs);
      changeSource();
      stamp();
    },
  ],
])('what is fresh right after a build is out of date by %s', (_what, happens) => {
  expect(isFreshNow()).toBe(true);
  happens();
  expect(isFreshNow()).toBe(false);
});

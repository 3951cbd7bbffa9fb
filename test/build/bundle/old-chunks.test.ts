import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { withoutOldChunks } from '../../../build/bundle/old-chunks.ts';
import { nodePartConfig, nodeParts } from '../../../build/vite.node.config.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
const write = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '');
};
beforeEach(() => {
  folder = temporaryFolder();
  write('headless.mjs', 'headless-router-aaaa.mjs', 'headless-same-bbbb.mjs', 'sandbox-other-cccc.mjs');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1000, 1000);
});

it('leaves of a program only the files of its last build', async () => {
  await withoutOldChunks(folder, 'headless.mjs', async () =>
    write('headless.mjs', 'headless-router-dddd.mjs', 'headless-same-bbbb.mjs'),
  );
  expect(readdirSync(folder).toSorted()).toEqual([
    'headless-router-dddd.mjs',
    'headless-same-bbbb.mjs',
    'headless.mjs',
    'sandbox-other-cccc.mjs',
  ]);
});

it('leaves all as it was where the build fails', async () => {
  const failing = withoutOldChunks(folder, 'headless.mjs', () => Promise.reject(new Error('Wrong.')));
  await expect(failing).rejects.toThrow('Wrong.');
  expect(readdirSync(folder)).toHaveLength(4);
});

it.each([nodeParts.headless, nodeParts.sandbox])('names the files of $file by what they hold', (part) => {
  const output = nodePartConfig(part).build?.rolldownOptions?.output;
  expect(output).toMatchObject({ chunkFileNames: expect.stringMatching(/-\[name\]-\[hash\]\.mjs$/) });
});

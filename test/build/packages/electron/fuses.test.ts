import { flipFuses, FuseState, FuseV1Options, getCurrentFuseWire, type FuseConfig } from '@electron/fuses';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import forgeConfig from '../../../../forge.config.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** What marks the fuses in Electron's program (its tutorial on fuses), and the version of what follows. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION = 1;

const fuses = Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number');

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));

/** A program with this many fuses, all of them on. */
function programWith(count: number): string {
  const file = join(folder, `electron-${count}`);
  const wire = Buffer.concat([Buffer.from([VERSION, count]), Buffer.alloc(count, FuseState.ENABLE)]);
  writeFileSync(file, Buffer.concat([Buffer.alloc(100), Buffer.from(SENTINEL), wire, Buffer.alloc(400)]));
  return file;
}

/** What the package is made with. */
function config(): FuseConfig {
  const plugin = (forgeConfig.plugins ?? []).find((each) => 'fusesConfig' in each);
  return (plugin as unknown as { fusesConfig: FuseConfig }).fusesConfig;
}

test('every fuse is decided, and all but four are off', async () => {
  const file = programWith(fuses.length);
  await flipFuses(file, config());
  const wire = await getCurrentFuseWire(file);
  expect(fuses.filter((fuse) => wire[fuse] === FuseState.ENABLE).map((fuse) => FuseV1Options[fuse])).toEqual([
    'EnableCookieEncryption',
    'EnableEmbeddedAsarIntegrityValidation',
    'OnlyLoadAppFromAsar',
    'WasmTrapHandlers',
  ]);
});

test('an Electron with a fuse that nobody decided is not packed', async () => {
  await expect(flipFuses(programWith(fuses.length + 1), config())).rejects.toThrow('strictlyRequireAllFuses');
});

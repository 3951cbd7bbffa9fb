import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ReleaseError } from '../../../build/release/command.ts';
import { tryProgram } from '../../../build/release/try.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));

/** A made-up program out of a package: what it does when it is started with `--demo --hidden --data-dir FOLDER`. */
function program(started: string, version: string = packageJson.version): string {
  const file = join(folder, 'askbell');
  const script = `#!/bin/sh
case "$1" in
  --version) echo ${version} ;;
  status) test -f "$3/answered" ;;
  *) [ "$*" = "--demo --hidden --data-dir $4" ] || exit 9
    ${started} ;;
esac
`;
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}
const withApp = (file: string) => {
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'resources', 'app.asar'), '');
  return file;
};

describe.skipIf(process.platform === 'win32')('trying what was packed', () => {
  it('is content with a headless Askbell that says its version and comes to run', async () => {
    const tried = tryProgram(program('sleep 0.3; touch "$4/answered"; exec sleep 60'));
    await expect(tried).resolves.toBeUndefined();
  });

  it('is content with an app whose log tells that the network answered', async () => {
    const tried = tryProgram(withApp(program('echo "3 of 300 requests left" >"$4/askbell.log"; exec sleep 60')));
    await expect(tried).resolves.toBeUndefined();
  });

  it.each([
    ['says another version', () => program('exec sleep 60', '0.0.0'), `--version does not say ${packageJson.version}`],
    ['ends by itself', () => program('echo "no such library" >&2; exit 1'), 'ended by itself: no such library'],
    ['is an app that ends by itself', () => withApp(program('exit 0')), 'ended by itself'],
    ['is not there', () => join(folder, 'nothing'), 'ENOENT'],
  ])('refuses what %s', async (_what, file, why) => {
    const tried = tryProgram(file());
    await expect(tried).rejects.toThrow(ReleaseError);
    await expect(tried).rejects.toThrow(why);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ReleaseError, problemsOf, released } from './changelog.ts';
import { runCommand } from './command.ts';

/**
 * `npm run release:prepare -- VERSION`: puts what is unreleased in CHANGELOG.md under that version and today, and
 * writes the version into package.json and package-lock.json. The commit, and the tag that starts a release, are yours.
 */
const root = new URL('../../', import.meta.url);
const HELP = `Usage: npm run release:prepare -- VERSION

Puts what is unreleased in CHANGELOG.md under VERSION and today's date, and writes VERSION into package.json and
package-lock.json. Look at the change, commit it, and push the tag: a release is made of it.

Ends with 0 when it is written, 2 when it cannot be (it says why, and nothing is changed).`;

/** Replaces the first version that a manifest names, and leaves every other character as it is. */
function withVersion(manifest: string, version: string, times: number): string {
  let left = times;
  return manifest.replaceAll(/"version": "[^"]+"/g, (old) => (left-- > 0 ? `"version": "${version}"` : old));
}

/** Does it in a folder, at a day ("YYYY-MM-DD"); nothing is written where something is wrong. */
export function prepare(folder: URL, version: string, day: string): void {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const changelog = released(read('CHANGELOG.md'), version, day);
  const problems = problemsOf(changelog);
  if (problems.length > 0) throw new ReleaseError(`CHANGELOG.md needs a hand first:\n${problems.join('\n')}`);
  const manifest = withVersion(read('package.json'), version, 1);
  // The lock file names the project's own version at its top and in its first package.
  const lock = withVersion(read('package-lock.json'), version, 2);
  writeFileSync(new URL('CHANGELOG.md', folder), changelog);
  writeFileSync(new URL('package.json', folder), manifest);
  writeFileSync(new URL('package-lock.json', folder), lock);
}

if (import.meta.main) {
  await runCommand(HELP, (version) => {
    prepare(root, version, new Date().toISOString().slice(0, 10));
    return `Askbell ${version} is written in ${fileURLToPath(root)}. Next:
  git commit -am "Release ${version}" && git tag v${version} && git push origin main v${version}`;
  });
}

import { readFileSync } from 'node:fs';
import { ReleaseError, notesOf } from './changelog.ts';
import { runCommand } from './command.ts';

/**
 * `npm run release:notes -- TAG`: prints what changed in the version that the tag ("v1.2.0") names, for the page of the
 * release; refuses a tag that is not the version of package.json, so that no package is published under another number.
 */
const HELP = `Usage: npm run release:notes -- TAG

Prints what CHANGELOG.md says about the version that TAG ("v1.2.0") names.

Ends with 0, or with 2 when TAG is not the version of package.json, or CHANGELOG.md says nothing about it.`;

/**
 * The notes for a tag.
 *
 * @throws {ReleaseError} Where the tag is not the project's version, or nothing is written about it.
 */
export function notesForTag(folder: URL, tag: string): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  if (tag !== `v${version}`)
    throw new ReleaseError(`The tag is ${tag}, but package.json says ${version}. Tag the commit that has the version.`);
  return notesOf(readFileSync(new URL('CHANGELOG.md', folder), 'utf8'), version);
}

if (import.meta.main) await runCommand(HELP, (tag) => notesForTag(new URL('../../', import.meta.url), tag));

import { readFileSync, writeFileSync } from 'node:fs';
import packageJson from '../../package.json' with { type: 'json' };
import { ReleaseError, runCommand } from './command.ts';

/**
 * Reads and dates CHANGELOG.md, whose format is https://keepachangelog.com/en/1.1.0/. `npm version 1.2.0` runs `date`
 * (npm's `preversion`) before it changes a file; the release's workflow prints the notes of its tag.
 */
const HELP = `Usage: node build/release/changelog.ts TAG | date

Prints what CHANGELOG.md says about the version that TAG ("v1.2.0") names. With "date", puts what is unreleased in it
under the new version of "npm version" and today.

Ends with 0, or with 2 when TAG is not the version of package.json, or there is nothing to print or to release.`;

/** The six kinds of entries of the format. */
export const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;

const UNRELEASED = 'Unreleased';
/**
 * Three numbers. There are no prereleases: each place that compares versions (dpkg, npm's "latest", the search for
 * updates) would have to be told of them.
 */
const VERSION = /^\d+\.\d+\.\d+$/;

interface Section {
  name: string;
  /** Heading after the name, such as " - 2026-11-23". */
  rest: string;
  body: string;
}

/** Returns the sections, without the links at the end. */
function sectionsOf(text: string): Section[] {
  const [, ...sections] = text.replaceAll(/^\[[^\]]+\]: .*$/gm, '').split(/^## \[/m);
  return sections.map((section) => {
    const [heading = '', ...body] = section.split('\n');
    const [name = '', rest = ''] = heading.split(/\](.*)/);
    return { name, rest, body: body.join('\n').trim() };
  });
}

/**
 * Returns the faults of a changelog's form, a line each. Every entry stands under one of the six kinds, and every
 * released version has its date.
 */
export function problemsOf(text: string): string[] {
  const sections = sectionsOf(text);
  const problems = sections[0]?.name === UNRELEASED ? [] : [`The first section is not [${UNRELEASED}].`];
  for (const { name, rest, body } of sections) {
    if (name !== UNRELEASED && !VERSION.test(name)) problems.push(`[${name}] is no version.`);
    if (name !== UNRELEASED && !/^ - \d{4}-\d{2}-\d{2}$/.test(rest))
      problems.push(`[${name}] has no date: write "## [${name}] - YYYY-MM-DD".`);
    if (body !== '' && !body.startsWith('### ')) problems.push(`[${name}] has entries under no kind.`);
    for (const [, kind = ''] of body.matchAll(/^### (.*)$/gm))
      if (!(KINDS as readonly string[]).includes(kind)) problems.push(`[${name}] has the unknown kind "${kind}".`);
  }
  return problems;
}

/** @throws {ReleaseError} if no release can have this version */
function assertVersion(version: string): void {
  if (/^\d+\.\d+\.\d+-/.test(version))
    throw new ReleaseError(`${version} is a prerelease, which Askbell does not have: give a version such as 1.2.0.`);
  if (!VERSION.test(version)) throw new ReleaseError(`"${version}" is no version: give one such as 1.2.0.`);
}

/**
 * Returns the changes of a version, as Markdown.
 *
 * @throws {ReleaseError} if that is no version, or the changelog has nothing about it
 */
export function notesOf(text: string, version: string): string {
  assertVersion(version);
  const { body = '' } = sectionsOf(text).find(({ name }) => name === version) ?? {};
  if (body === '') throw new ReleaseError(`CHANGELOG.md says nothing about ${version}. Run "npm version ${version}".`);
  return body;
}

/**
 * Returns the changelog with its unreleased entries under a version and a day ("YYYY-MM-DD").
 *
 * @throws {ReleaseError} if that is no version, or not later than the last one, or the changelog has faults
 */
export function released(text: string, version: string, day: string): string {
  assertVersion(version);
  const [unreleased, last] = sectionsOf(text);
  if (unreleased?.name !== UNRELEASED || unreleased.body === '')
    throw new ReleaseError(`CHANGELOG.md has nothing under [${UNRELEASED}], so there is nothing to release.`);
  if (last && version.localeCompare(last.name, undefined, { numeric: true }) <= 0)
    throw new ReleaseError(`${version} does not come after ${last.name}, the last version in CHANGELOG.md.`);
  const dated = text
    .replace(`## [${UNRELEASED}]\n`, `$&\n## [${version}] - ${day}\n`)
    .replace(/^\[Unreleased\]: .*$/m, `$&\n[${version}]: #${version.replaceAll('.', '')}---${day}`);
  const problems = problemsOf(dated);
  if (problems.length > 0) throw new ReleaseError(`CHANGELOG.md needs a hand first:\n${problems.join('\n')}`);
  return dated;
}

/** Prints the notes of a tag, or dates the changelog; returns what to print. @throws {ReleaseError} */
function run(argument: string): string {
  const file = new URL('../../CHANGELOG.md', import.meta.url);
  const text = readFileSync(file, 'utf8');
  if (argument === 'date') {
    const version = process.env['npm_new_version'] ?? '';
    writeFileSync(file, released(text, version, new Date().toISOString().slice(0, 10)));
    return `CHANGELOG.md tells of ${version}.`;
  }
  const { version } = packageJson;
  if (argument !== `v${version}`)
    throw new ReleaseError(
      `The tag is ${argument}, but package.json says ${version}. Tag the commit that has the version.`,
    );
  return notesOf(text, version);
}

if (import.meta.main) await runCommand(HELP, run);

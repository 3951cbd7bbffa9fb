/** Reads and writes CHANGELOG.md, whose format is https://keepachangelog.com/en/1.1.0/. */

/** What an entry may stand under: the six kinds of the format. */
export const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;

const UNRELEASED = 'Unreleased';
/**
 * Three numbers. There are no prereleases: each place that compares versions (dpkg, npm's "latest", the search for
 * updates) would have to be told of them.
 */
const VERSION = /^\d+\.\d+\.\d+$/;
const HEADING = /^## \[([^\]]+)\](.*)$/;
const DATE = /^ - \d{4}-\d{2}-\d{2}$/;

/** A changelog or a version that a release cannot be made of; the message says what to do. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

interface Section {
  name: string;
  /** The text after the name in the heading, such as " - 2026-11-23". */
  rest: string;
  body: string;
}

/** Divides a changelog at its headings: what stands before the first, each section, and the links at the end. */
function divide(text: string): { opening: string; sections: Section[]; links: string } {
  const linksAt = text.search(/^\[[^\]]+\]: /m);
  const links = linksAt < 0 ? '' : text.slice(linksAt);
  const lines = (linksAt < 0 ? text : text.slice(0, linksAt)).split('\n');
  const opening: string[] = [];
  const sections: (Omit<Section, 'body'> & { lines: string[] })[] = [];
  for (const line of lines) {
    const [, name, rest = ''] = HEADING.exec(line) ?? [];
    if (name === undefined) (sections.at(-1)?.lines ?? opening).push(line);
    else sections.push({ name, rest, lines: [] });
  }
  return {
    opening: opening.join('\n').trim(),
    sections: sections.map(({ lines: body, ...section }) => ({ ...section, body: body.join('\n').trim() })),
    links: links.trim(),
  };
}

/**
 * What is wrong with the changelog's form, a line each; empty when nothing is. Every entry stands under one of the six
 * kinds, and every released version has its date.
 */
export function problemsOf(text: string): string[] {
  const problems: string[] = [];
  const { sections } = divide(text);
  if (sections[0]?.name !== UNRELEASED) problems.push(`The first section is not [${UNRELEASED}].`);
  for (const { name, rest, body } of sections) {
    if (name !== UNRELEASED && !VERSION.test(name)) problems.push(`[${name}] is no version.`);
    if (name !== UNRELEASED && !DATE.test(rest))
      problems.push(`[${name}] has no date: write "## [${name}] - YYYY-MM-DD".`);
    const first = body.split('\n', 1)[0] ?? '';
    if (body !== '' && !first.startsWith('### ')) problems.push(`[${name}] has entries under no kind.`);
    for (const [, kind = ''] of body.matchAll(/^### (.*)$/gm))
      if (!(KINDS as readonly string[]).includes(kind)) problems.push(`[${name}] has the unknown kind "${kind}".`);
  }
  return problems;
}

/**
 * What changed in a version, as Markdown.
 *
 * @throws {ReleaseError} Where that is no version, or the changelog has nothing about it.
 */
export function notesOf(text: string, version: string): string {
  assertVersion(version);
  const section = divide(text).sections.find(({ name }) => name === version);
  if (!section || section.body === '')
    throw new ReleaseError(`CHANGELOG.md says nothing about ${version}. Run "npm run release:prepare -- ${version}".`);
  return section.body;
}

/** Throws where that is no version that a release can have. */
function assertVersion(version: string): void {
  if (/^\d+\.\d+\.\d+-/.test(version))
    throw new ReleaseError(`${version} is a prerelease, which Askbell does not have: give a version such as 1.2.0.`);
  if (!VERSION.test(version)) throw new ReleaseError(`"${version}" is no version: give one such as 1.2.0.`);
}

/** Whether the first of two versions comes after the second. */
function isLater(version: string, than: string): boolean {
  const [a, b] = [version.split('.').map(Number), than.split('.').map(Number)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}

/**
 * The changelog with what was unreleased now under a version and a day ("YYYY-MM-DD").
 *
 * @throws {ReleaseError} Where that is no version, or not later than the last one, or nothing changed since.
 */
export function released(text: string, version: string, day: string): string {
  assertVersion(version);
  const { opening, sections, links } = divide(text);
  const [unreleased, ...before] = sections;
  if (unreleased?.name !== UNRELEASED || unreleased.body === '')
    throw new ReleaseError(`CHANGELOG.md has nothing under [${UNRELEASED}], so there is nothing to release.`);
  const last = before[0]?.name;
  if (last !== undefined && !isLater(version, last))
    throw new ReleaseError(`${version} does not come after ${last}, the last version in CHANGELOG.md.`);
  const dated: Section = { name: version, rest: ` - ${day}`, body: unreleased.body };
  const all = [{ ...unreleased, body: '' }, dated, ...before];
  const written = all.map(({ name, rest, body }) => `## [${name}]${rest}\n${body && `\n${body}\n`}`).join('\n');
  const anchor = `[${version}]: #${version.replaceAll('.', '')}---${day}`;
  const [first = `[${UNRELEASED}]: #unreleased`, ...others] = links === '' ? [] : links.split('\n');
  return `${opening}\n\n${written}\n${[first, anchor, ...others].join('\n')}\n`;
}

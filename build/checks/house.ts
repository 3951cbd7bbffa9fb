import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Limits that no linter checks, for `npm run check`: entries of a folder, and the width of lines in sources (the
 * formatter breaks neither texts nor comments).
 */

const ROOMS = ['common', 'electron', 'renderer', 'sandbox', 'build', 'bench'];
/** Its lines may be longer: titles of tests and rows of data are not broken. */
const TESTS = 'test';
/** Tests that mirror no room and are looked up by name, and what they share. CONTRIBUTING.md says so. */
const UNDIVIDED = new Set(['test/integration', 'test/e2e', 'test/support']);
/** More than this and a folder has to be searched instead of read. */
const MAX_ENTRIES = 14;
const MAX_LINE = 120;
/** What others wrote, and folders whose entries are all alike: catalogues, icons and pictures. */
const EXEMPT = /(?:^|\/)(?:node_modules|locales\/[a-z]{2}|icons|png|pictures|assets|screens)(?:\/|$)/;

/** Every folder in these, relative to `root`, and itself. */
function foldersOf(root: string, rooms: readonly string[]): string[] {
  const below = rooms.flatMap((room) => globSync(`${room}/**/`, { cwd: root }));
  return [...new Set([...rooms, ...below.map((folder) => folder.replaceAll('\\', '/').replace(/\/$/, ''))])]
    .filter((folder) => !EXEMPT.test(folder))
    .filter((folder) => statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory());
}

function fullFolders(root: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => !UNDIVIDED.has(folder))
    .map((folder) => ({ folder, entries: readdirSync(join(root, folder)).length }))
    .filter(({ entries }) => entries > MAX_ENTRIES)
    .map(({ folder, entries }) => `${folder} has ${entries} entries; ${MAX_ENTRIES} may be.`);
}

const longLines = (root: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(?:[cm]?[jt]s|tsx|css)$/.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .map((line, index) => ({ width: line.length, place: `${path}:${index + 1}` })),
    )
    .filter(({ width }) => width > MAX_LINE)
    .map(({ width, place }) => `${place} is ${width} columns wide; ${MAX_LINE} may be.`);

/** Returns the faults of the sources in `root`, a line each: full folders and long lines. */
export function houseFaults(root: string): string[] {
  const folders = foldersOf(root, ROOMS);
  return [...fullFolders(root, [...folders, ...foldersOf(root, [TESTS])]), ...longLines(root, folders)];
}

if (import.meta.main) {
  const faults = houseFaults(join(import.meta.dirname, '../..'));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

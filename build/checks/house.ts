import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What no linter looks at, for `npm run check`: how many entries a folder of sources has, and how long its lines are
 * (the formatter does not break texts and comments). Functions are the linter's: see .oxlintrc.json.
 */

const ROOMS = ['common', 'electron', 'renderer', 'sandbox', 'build', 'bench'];
/** More than this and a folder has to be searched instead of read. */
const MAX_ENTRIES = 14;
const MAX_LINE = 120;
/** How many longer lines are left. It may only become smaller. */
const MAX_LONG_LINES = 0;
/** What others wrote, and folders whose entries are all alike: catalogues, icons and pictures. */
const EXEMPT = /(?:^|\/)(?:node_modules|locales\/[a-z]{2}|icons|png|pictures|assets|screens)(?:\/|$)/;

/** Every folder of the project's sources, relative to `root`. */
function foldersOf(root: string): string[] {
  const below = ROOMS.flatMap((room) => globSync(`${room}/**/`, { cwd: root }));
  return [...new Set([...ROOMS, ...below.map((folder) => folder.replace(/\/$/, ''))])]
    .filter((folder) => !EXEMPT.test(folder))
    .filter((folder) => statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory());
}

/** What is wrong with the house in `root`, a line each: folders that are too full, and lines that are too long. */
export function houseFaults(root: string): { folders: string[]; lines: string[] } {
  const folders: string[] = [];
  const lines: string[] = [];
  for (const folder of foldersOf(root)) {
    const entries = readdirSync(join(root, folder));
    if (entries.length > MAX_ENTRIES) folders.push(`${folder} has ${entries.length} entries; ${MAX_ENTRIES} may be.`);
    for (const name of entries.filter((entry) => /\.(?:[cm]?[jt]s|tsx|css)$/.test(entry))) {
      const text = readFileSync(join(root, folder, name), 'utf8');
      for (const [index, line] of text.split('\n').entries())
        if (line.length > MAX_LINE) lines.push(`${folder}/${name}:${index + 1} is ${line.length} columns wide.`);
    }
  }
  return { folders, lines };
}

if (import.meta.main) {
  const { folders, lines } = houseFaults(fileURLToPath(new URL('../..', import.meta.url)));
  const tooMany = lines.length > MAX_LONG_LINES;
  for (const fault of [...folders, ...(tooMany ? lines : [])]) console.error(fault);
  if (tooMany) console.error(`${lines.length} lines are over ${MAX_LINE} columns; ${MAX_LONG_LINES} were there.`);
  process.exitCode = folders.length > 0 || tooMany ? 1 : 0;
}

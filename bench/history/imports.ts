import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { HEADLESS_FLAGS } from '../../build/start/shells.ts';
import { EXPORT_END, exportBegin, exportedRows, readExport } from '../../electron/agent/settings/export-file.ts';
import { ImportedRows, planImport, takenBack } from '../../electron/agent/settings/import.ts';
import type { History } from '../../electron/store/history.ts';
import { DEFAULT_PREFERENCES } from '../../electron/store/settings.ts';
import { watchOf } from '../../test/support/watch.ts';
import type { Blocking } from './blocking.ts';
import { OWNER } from './fill.ts';

const WATCHES = 3000;
/** Items with keys as long as they may be, nearly, and names that nobody knows: together 110 MB. */
const ITEMS = 4975;
const LONG_KEY_CHARS = 19_900;
const UNKNOWN_NAMES = 1_000_000;
/** As a file is read. */
const PIECE_CHARS = 65_536;

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Text of an export as large as anybody's. */
function largeExport(): string {
  const site = { id: 'site-1', name: 'Site 1' };
  const inbox = times(ITEMS, (at) => {
    const item = { key: `${at}|`.padEnd(LONG_KEY_CHARS, 'k'), itemType: 'comment', site, title: `Title ${at}` };
    return { ...item, excerpt: '', createdAt: at, tags: ['tag-1'], person: 'Bob', body: 'A body' };
  });
  const head = { exportedAt: '2026-06-01T09:00:00.000Z', version: '0.0.0', settings: {}, networks: [], watches: [] };
  const names = times(UNKNOWN_NAMES, (at) => `"k${at}":0,`).join('');
  const account = { ...OWNER, inbox, reputation: [], questions: [], mutedQuestions: [] };
  return exportBegin(head).replace('{', `{${names}`) + JSON.stringify([account]) + EXPORT_END;
}

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE_CHARS) yield text.slice(from, from + PIECE_CHARS);
}

/** Plans an import of many watches, has a history take in a very large export, and undoes both. */
export async function measureImports(history: History, blocking: Blocking): Promise<void> {
  // Without V8's compilers, as in the headless shell.
  for (const flag of HEADLESS_FLAGS) if (flag.startsWith('--no-')) setFlagsFromString(flag);
  const choices = (count: number) => ({
    preferences: DEFAULT_PREFERENCES,
    watches: times(count, (at) => watchOf(`imported-${at}`, 'site-1', { anyTags: [`tag-${at}`] })),
  });
  const [before, { watches }] = [choices(0), choices(WATCHES)];
  const plan = () => planImport(before, { settings: {}, watches }, randomUUID);
  const { after } = await blocking.measure(`${WATCHES} watches: plan of an import`, plan);
  await blocking.measure(`${WATCHES} watches: plan of its undo`, () => takenBack(after, before, after));
  const text = largeExport();
  const { history: accounts } = await blocking.measure('a large file: preview', () => readExport(inPieces(text)));
  const imported = new ImportedRows(history, Date.now());
  await blocking.measure('a large file: import', async () => {
    for await (const rows of exportedRows(inPieces(text))) await imported.add(accounts, rows, new Map());
  });
  await blocking.measure('a large file: undo', () => imported.remove());
}

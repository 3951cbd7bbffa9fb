import fc from 'fast-check';
import { UserFacingError } from '../../electron/agent/user-facing-error.ts';
import {
  exportBegin,
  EXPORT_END,
  exportedRows,
  readExport,
  type ExportedRow,
  type ExportFile,
} from '../../electron/agent/settings/export-file.ts';
import { ImportedRows } from '../../electron/agent/settings/import.ts';
import { openHistory, type History } from '../../electron/store/history.ts';
import { DEFAULT_PREFERENCES, SettingsStore, type SettingsFile } from '../../electron/store/settings.ts';
import { asJson, mutated, mutatedText, oddJson, oddText } from './arbitraries.ts';
import { ADA } from '../support/events.ts';
import { watchOf } from '../support/watch.ts';
import { assert, assertPrototypes, inTime, property } from './property.ts';

const WATCH = watchOf('w1', 's', { anyTags: ['a', 'b*'], titleWords: ['word'], minScore: 2 });
const STORED = {
  networks: [
    { kind: 'demo', id: 'demo', name: 'Demo', apiBaseUrl: '', authUrl: '', clientId: 'askbell', accountId: 1 },
    { kind: 'other', id: 'other:x', name: 'X', apiBaseUrl: 'https://x.example', authUrl: '', clientId: '1' },
  ],
  watches: [WATCH, { id: 'w2', networkId: 'demo', siteId: 's', siteName: 'S', tag: 'old', notify: false }],
  preferences: DEFAULT_PREFERENCES,
  paused: false,
  snoozedUntil: 1_780_000_000_000,
  inboxFilter: { unreadOnly: true },
};

/** A settings file in memory, which takes what JSON can say. */
function fileWith(store: unknown): SettingsFile {
  let kept = store as Record<string, unknown>;
  return {
    path: '',
    get store() {
      return kept;
    },
    set store(value: Record<string, unknown>) {
      kept = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
    },
  };
}

property({
  name: 'settings',
  holds: 'whatever the file holds, settings open, say what was set back, keep it, and read the same again',
  input: mutated(fc.constant(STORED)).filter((value) => typeof value === 'object' && value !== null),
  check(store) {
    const file = fileWith(structuredClone(store));
    const opened = new SettingsStore(file);
    assertPrototypes();
    const first = opened.get();
    opened.change({ paused: first.paused });
    const again = new SettingsStore(file);
    assert(again.resetParts.length === 0, `set back again: ${again.resetParts.join()}`);
    assert(JSON.stringify(again.get()) === JSON.stringify(first), 'they read otherwise the second time');
    const rejected = (file.store['rejected'] ?? {}) as Record<string, unknown>;
    // Lists are named with the number of elements that could not be read: "watches (1)".
    for (const what of opened.resetParts) assert(Object.hasOwn(rejected, what.replace(/ .*/, '')), `${what} was lost`);
  },
});

const SITE = { id: 's', name: 'Site' };
const DATE = 1_780_000_000_000;
const ITEM = { key: 'k2', itemType: 'new_answer', site: SITE, title: 'T', excerpt: '', createdAt: DATE };
const READ = { readAt: DATE, questionId: 1, tags: ['a'], person: 'Bob', body: 'text', link: 'https://s.example/q/1' };
const PROFILE = {
  ...ADA,
  inbox: [{ ...ITEM, key: 'k1', itemType: 'comment', excerpt: 'E', ...READ }, ITEM],
  reputation: [{ key: 'r1', site: SITE, change: -2, voteType: 'down_votes', postId: 1, title: 'T', onDate: DATE }],
  questions: [
    { site: SITE, questionId: 5, title: 'Q', tags: ['a'], createdAt: DATE, matchedAt: DATE, watchIds: ['w1'] },
  ],
  mutedQuestions: [{ siteId: 's', siteName: 'Site', questionId: 5, title: 'Q', mutedAt: DATE }],
};
const EXPORT = JSON.parse(
  `${exportBegin({
    exportedAt: new Date(DATE).toISOString(),
    version: '0.1.0',
    settings: DEFAULT_PREFERENCES,
    networks: [{ id: 'demo', name: 'Demo' }],
    watches: [WATCH],
  })}${JSON.stringify([PROFILE])}${EXPORT_END}`,
) as unknown;

/** A text as it comes from a window. */
async function* pieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += 100) yield text.slice(from, from + 100);
}

/** Everything an export lists, with the account whose it is. */
async function archived(text: string): Promise<{ file: ExportFile; rows: ExportedRow[] }> {
  const file = await readExport(pieces(text));
  const rows: ExportedRow[] = [];
  for await (const piece of exportedRows(pieces(text))) rows.push(...piece);
  return { file, rows };
}

/** Every watch that a question names, under its own name. */
const watchNames = (rows: readonly ExportedRow[]): Map<string, string> =>
  new Map(rows.flatMap(({ value }) => ('watchIds' in value ? value.watchIds.map((id) => [id, id] as const) : [])));

/** How many different things an export lists, as the history tells them apart: by account, and by key or id. */
function countOf({ file, rows }: Awaited<ReturnType<typeof archived>>): number {
  const names = rows.flatMap(({ account, list, value }) => {
    const { network, accountId } = file.history[account]!;
    if (list === 'mutedQuestions' || ('watchIds' in value && value.watchIds.length === 0)) return [];
    const name = 'key' in value ? [value.key] : 'site' in value ? [value.site.id, value.questionId] : [];
    return [JSON.stringify([network, accountId, list, ...name].map((part) => stored(part)))];
  });
  return new Set(names).size;
}

/** A text as the database keeps it: half of a pair of surrogates is no character. */
const stored = (part: string | number | undefined): string | number | undefined =>
  typeof part === 'string' ? part.toWellFormed() : part;

const archiveText = (history: History): string => [...history.archive().pieces].map(({ text }) => text).join('');

/** Takes in everything an export lists. Returns how much of it was new. */
async function takeIn(history: History, { file, rows }: Awaited<ReturnType<typeof archived>>): Promise<number> {
  const taken = new ImportedRows(history, DATE);
  await taken.add(file.history, rows, watchNames(rows));
  const { inbox, reputation, questions } = taken.counts();
  return inbox + reputation + questions;
}

property({
  name: 'import',
  holds:
    'a text is an export or refused in words; all of what it lists is taken in, once; and what is exported then can ' +
    'be imported, and exports to the same text again',
  share: 0.2,
  input: fc.oneof(
    { weight: 6, arbitrary: asJson(mutated(fc.constant(EXPORT))) },
    { weight: 1, arbitrary: mutatedText(fc.constant(JSON.stringify(EXPORT))) },
    { weight: 1, arbitrary: fc.oneof(oddText, asJson(oddJson)) },
  ),
  async check(text) {
    let given;
    try {
      given = await inTime('reading an export', () => archived(text));
    } catch (error) {
      if (error instanceof UserFacingError) return;
      throw error;
    }
    assertPrototypes();
    const [history, copy] = [openHistory(':memory:'), openHistory(':memory:')];
    try {
      const [taken, listed] = [await takeIn(history, given), countOf(given)];
      assert(taken === listed, `${taken} of ${listed} were taken in`);
      assert((await takeIn(history, given)) === 0, 'taken in twice');
      const { settings: kept, networks, watches, exportedAt, version } = given.file;
      const begin = exportBegin({ settings: kept, networks, watches, exportedAt, version });
      const exported = archiveText(history);
      const again = await takeIn(copy, await archived(`${begin}${exported}${EXPORT_END}`));
      assert(again === history.archive().rows, `${again} of what was exported were taken in`);
      assert(archiveText(copy) === exported, 'what was exported exports otherwise');
    } finally {
      history.close();
      copy.close();
    }
  },
});

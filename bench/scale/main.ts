import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ImportedRows } from '../../electron/agent/settings/import.ts';
import type { ExportedRow } from '../../electron/agent/settings/export-file.ts';
import { openHistory, type History } from '../../electron/store/history.ts';
import type { InboxFilter } from '../../electron/store/inbox/inbox-row.ts';
import { print, readOptions, runCommand, say, type Summary } from '../support/command.ts';
import { SCALE_OPTIONS } from '../support/options.ts';
import { fillHistory, OWNER, WATCH } from './fill.ts';
import { measureImports } from './imports.ts';

const USAGE = `Measures how long a history with very many inbox items keeps everything else waiting.

Usage: npm run bench:scale -- [--items N] [--most MS]
  --items N   inbox items (1000000)
  --most MS   the longest that anything may block (50); the first list may take 300
  --help      this text

Prints a JSON line for each thing that is done, with the longest time in ms that it blocked, and how long it took.
Exit codes: 0 nothing blocked for longer, 1 something did, 2 an option that cannot be used.
`;

const FIRST_LIST_MS = 300;
const FILTERS: InboxFilter[] = [
  { unread: true },
  { site: 'site-1' },
  { kind: 'kind-3', site: 'site-1' },
  { source: 'inbox' },
  { source: 'watches', unread: true },
  { watch: WATCH },
  { tag: 'tag-3' },
  { tag: 'tag-3', unread: true },
  { tag: 'tag-3', watch: WATCH },
  { snoozed: true },
];
const SEARCHES: InboxFilter[] = [
  { text: 'count' },
  { text: 'co' },
  { text: 'number 777777' },
  { text: 'count', unread: true },
];

/** Does something and prints the longest time it blocked; returns what took longer than it may. */
async function measure(what: string, most: number, work: () => unknown): Promise<string[]> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = performance.now();
  const result = work();
  const blockedMs = performance.now() - before;
  await result;
  const tookMs = Math.round(performance.now() - before);
  const isAsync = result instanceof Promise;
  delay.disable();
  const longestMs = Math.round(isAsync ? Math.max(blockedMs, delay.max / 1e6) : blockedMs);
  print({ what, longestMs, tookMs });
  return longestMs > most ? [what] : [];
}

/** What a window, a tray and a person ask of the history. */
async function measureAll(history: History, most: number): Promise<string[]> {
  const profile = history.lastProfile(OWNER.network, OWNER.accountId)!;
  const inbox = history.readerOf([profile.profile.id], []);
  const missed = [
    await measure('unread numbers', most, () => [profile.inbox.unreadCount(), profile.questions.unreadCount([WATCH])]),
    await measure('tray menu', most, () => [profile.inbox.unread('inbox', 5), profile.inbox.unread('watches', 5)]),
    await measure('first list', FIRST_LIST_MS, () => inbox.list(undefined, {}, 50)),
    await measure('counts', most, () => inbox.counts(undefined, {})),
  ];
  for (const filter of [...FILTERS, ...SEARCHES]) {
    missed.push(await measure(`list ${JSON.stringify(filter)}`, most, () => inbox.list(undefined, filter, 50)));
    missed.push(await measure(`counts ${JSON.stringify(filter)}`, most, () => inbox.counts(undefined, filter)));
  }
  const superseded = new AbortController();
  missed.push(
    await measure('a search given up for another', most, () => {
      inbox.list(superseded.signal, { text: 'c' }, 50).catch(() => undefined);
      const last = inbox.list(undefined, { text: 'number 777777' }, 50);
      superseded.abort();
      return last;
    }),
    await measure('check', most, () => history.check(Date.now())),
    await measure('backup', most, () => history.backUp(Date.now())),
  );
  const piece = profile.inbox.unread('inbox', 100).map(({ key }) => key);
  missed.push(
    await measure('marking a piece read', most, () =>
      profile.transaction(() => profile.inbox.markRead(piece, Date.now())),
    ),
  );
  const pieces = history.archive().pieces[Symbol.iterator]();
  for (let at = 0; at < 20; at++) missed.push(await measure('a piece of an export', most, () => pieces.next()));
  missed.push(await measure('importing 3,000 items', most, () => importItems(history)));
  const older = Date.UTC(2025, 0, 1);
  missed.push(await measure('retention', most, () => history.deleteOlder(older, older)));
  missed.push(await measure('deleting everything', most, () => history.deleteEverything(Date.now())));
  return missed.flat();
}

async function importItems(history: History): Promise<void> {
  const rows = Array.from({ length: 3000 }, (_, at): ExportedRow => {
    const site = { id: 'site-1', name: 'Site 1' };
    const item = { key: `imported|${at}`, itemType: 'comment', site, title: `Title ${at}`, excerpt: '', createdAt: at };
    return { account: 0, list: 'inbox', value: { ...item, tags: ['tag-1'], person: 'Bob', body: 'A body' } };
  });
  await new ImportedRows(history, Date.now()).add([OWNER], rows, new Map());
}

async function prove(args: string[]): Promise<Summary | undefined> {
  const numbers = readOptions(args, SCALE_OPTIONS);
  if (!numbers) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'askbell-scale-'));
  try {
    const file = join(folder, 'history.sqlite');
    say(`Filling a history with ${numbers.items} items.`);
    fillHistory(file, numbers.items);
    let history: History | undefined;
    const opening = await measure('opening', numbers.most, () => (history = openHistory(file)));
    const missed = [...opening, ...(await measureAll(history!, numbers.most))];
    history!.close();
    missed.push(...(await measureImports(folder, numbers.most)));
    return { passed: missed.length === 0, items: numbers.items, missed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runCommand('bench:scale', USAGE, prove);

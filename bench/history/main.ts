import { join } from 'node:path';
import { openHistory, type History } from '../../electron/store/history.ts';
import type { InboxFilter } from '../../common/schemas/settings.ts';
import { runCommand, say, type Summary } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Blocking } from './blocking.ts';
import { fillHistory, OWNER, WATCH } from './fill.ts';
import { measureImports } from './imports.ts';

const FIRST_LIST_MS = 300;
const FILTERS: InboxFilter[] = [
  { unread: true },
  { site: ['1:site-1'] },
  { kind: ['kind-3'], site: ['1:site-1'] },
  { source: 'inbox' },
  { source: 'watches', unread: true },
  { watch: WATCH },
  { tag: ['tag-3'] },
  { tag: ['tag-3'], unread: true },
  { tag: ['tag-3'], watch: WATCH },
  { state: 'snoozed' },
];
const SEARCHES: InboxFilter[] = [
  { text: 'count' },
  { text: 'co' },
  { text: 'number 777777' },
  { text: 'count', unread: true },
];

/** Asks everything of the history that a window, a tray and a person do. */
async function measureAll(history: History, blocking: Blocking): Promise<void> {
  const profile = history.lastProfile(OWNER.network, OWNER.accountId)!;
  const inbox = history.readerOf([profile.profile.id], []);
  const measure = (what: string, work: () => unknown, most?: number) => blocking.measure(what, work, most);
  await measure('unread numbers', () => [profile.inbox.unreadCount(), profile.questions.unreadCount([WATCH])]);
  await measure('tray menu', () => [profile.inbox.unread('inbox', 5), profile.inbox.unread('watches', 5)]);
  await measure('first list', () => inbox.list(undefined, {}, 50), FIRST_LIST_MS);
  await measure('counts', () => inbox.counts(undefined, {}));
  for (const filter of [...FILTERS, ...SEARCHES]) {
    await measure(`list ${JSON.stringify(filter)}`, () => inbox.list(undefined, filter, 50));
    await measure(`counts ${JSON.stringify(filter)}`, () => inbox.counts(undefined, filter));
  }
  await measure('check', () => history.check(Date.now()));
  await measure('backup', () => history.backUp(Date.now()));
  const piece = profile.inbox.unread('inbox', 100).map(({ key }) => key);
  await measure('marking a piece read', () => profile.transaction(() => profile.inbox.markRead(piece, Date.now())));
  const pieces = history.archive().pieces[Symbol.iterator]();
  for (let at = 0; at < 20; at++) await measure('a piece of an export', () => pieces.next());
  await measureImports(history, blocking);
  const older = Date.UTC(2025, 0, 1);
  await measure('retention', () => history.deleteOlder(older, older));
  await measure('deleting everything', () => history.deleteEverything(Date.now()));
}

async function prove({ items, most }: { items: number; most: number }): Promise<Summary> {
  const folder = temporaryFolder('history');
  try {
    const file = join(folder.path, 'history.sqlite');
    say(`Filling a history with ${items} items.`);
    fillHistory(file, items);
    const blocking = new Blocking(most);
    const history = await blocking.measure('opening', () => openHistory(file));
    await measureAll(history, blocking);
    history.close();
    const { missed } = blocking;
    return { passed: missed.length === 0, items, missed };
  } finally {
    folder.remove();
  }
}

await runCommand('bench:history', prove);

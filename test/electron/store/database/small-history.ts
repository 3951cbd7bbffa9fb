import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { InboxEvent, NewNotification, ReputationEvent } from '../../../../electron/store/events.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import { ADA, inboxEvent, questionEvent, site } from '../../../support/events.ts';
import { matchesOf } from '../../../support/matches.ts';

export const inboxItem = (number: number, part: Partial<InboxEvent> = {}): InboxEvent =>
  inboxEvent(`comment|loops|${number}`, {
    title: `Title ${number}`,
    excerpt: `What was written about number ${number}, at some length. `.repeat(3),
    link: `https://loops.example/${number}`,
    createdAt: 1_780_000_000_000 + number * 1000,
    questionId: number,
    ...part,
  });

const change = (number: number): ReputationEvent => {
  return { key: `r${number}`, site, change: 10, onDate: 1_780_000_000_000 + number };
};

export const notice = (key: string): NewNotification => {
  return { kind: 'inbox', title: key, body: '', count: 1, subjects: [{ kind: 'inbox', key }] };
};

export const NOW = Date.UTC(2026, 10, 20, 12);

/** How many items a small history has. */
export const ITEMS = 60;

/** Something in every table; a few dozen pages. */
export function fill(history: History): void {
  const profile = history.profile(ADA);
  const numbers = Array.from({ length: ITEMS }, (_, number) => number + 1);
  profile.transaction(() => {
    history.setSites('demo', [{ id: 'loops', name: 'Loops', siteUrl: 'https://loops.example' }]);
    const items = numbers.map((number) => inboxItem(number));
    profile.inbox.add(items, NOW);
    for (const number of numbers.slice(0, 40)) {
      profile.questions.add(questionEvent(number, { createdAt: NOW }), NOW, { matchedAt: NOW, read: false, met: true });
      profile.notifications.add(notice(`comment|loops|${number}`), NOW);
    }
    for (const { id } of profile.notifications.pending().slice(0, 30)) profile.notifications.claim(id);
    profile.reputation.add(numbers.map(change), NOW);
    profile.reputation.setAccounts([{ site, userId: 7, reputation: 120 }]);
    profile.reputationHistory.add('loops', [{ onDate: 1, change: 5 }]);
    profile.posts.keep('loops', 'question', 1, { title: 'a post' }, NOW);
    profile.mutes.add({ siteId: 'loops', siteName: 'Loops', questionId: 9, title: 'Muted', mutedAt: NOW });
    for (const number of numbers.slice(0, 30)) profile.setMark(`learned:${number}`, { number });
    profile.setMark('baseline:inbox', NOW);
  });
}

/** Makes a history file with something in every table. Gives its path. */
export function makeHistory(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'history.sqlite');
  const history = openHistory(file);
  fill(history);
  history.close();
  return file;
}

/** Asks everything that a window shows, and does what a poll does. @throws whatever any of it throws */
export async function useEverything(history: History): Promise<{ items: number; announcedTwice: number }> {
  const profile = history.profile(ADA);
  // The first thirty had been shown.
  const shownAgain = profile.notifications.pending().filter(({ title }) => Number(title.split('|')[2]) <= 30);
  const items = profile.inbox.list(1000).length;
  const inbox = history.inboxOf([profile.profile.id]);
  inbox.list({ text: 'written' }, 50);
  inbox.list({ tag: ['loops'] }, 50);
  profile.inbox.unreadCount();
  matchesOf(profile);
  profile.questions.latest('loops', 50);
  profile.reputation.accounts();
  profile.reputation.changeSince(0);
  profile.reputationHistory.changes('loops', 0, 0);
  profile.posts.get('loops', 'question', 1);
  profile.mutes.has('loops', 9);
  history.sites('demo');
  history.bytes();
  for (let number = 1; number <= 30; number++) profile.mark(`learned:${number}`);
  const known = profile.mark('baseline:inbox') !== undefined;
  // What was received before comes again, with one item more.
  const fresh = profile.transaction(() => {
    const added = profile.inbox.add([inboxItem(1), inboxItem(30), inboxItem(ITEMS), inboxItem(ITEMS + 1)], NOW);
    if (known) for (const { key } of added) profile.notifications.add(notice(key), NOW);
    else profile.setMark('baseline:inbox', NOW);
    return added;
  });
  profile.inbox.markRead([`comment|loops|${ITEMS}`], NOW);
  for (const { id } of profile.notifications.pending()) profile.notifications.claim(id);
  await history.deleteOlder(NOW - 1000, NOW);
  const repeated = fresh.filter(({ key }) => key !== `comment|loops|${ITEMS + 1}`);
  return { items, announcedTwice: shownAgain.length + (known ? repeated.length : 0) };
}

const PAGE_BYTES = 4096;
const NO_LIMIT = 4_294_967_294;

/** Fills and clears the disk that an open history is on, by what SQLite may still take of it. */
export function diskOf(history: History) {
  const sqlite = history.file.openFile()!;
  const pages = Number(sqlite.prepare('PRAGMA page_count').get()!['page_count']);
  return {
    fill: () => sqlite.exec(`PRAGMA max_page_count = ${pages}`),
    clear: () => sqlite.exec(`PRAGMA max_page_count = ${NO_LIMIT}`),
  };
}

/** Empties the first page of a table in a file, beneath the history that has it open, if any. */
export function emptyTable(file: string, table: string, history?: History): void {
  const sqlite = history?.file.openFile() ?? new DatabaseSync(file);
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory');
  const page = Number(sqlite.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)!['rootpage']);
  if (!history) sqlite.close();
  const bytes = readFileSync(file);
  bytes.fill(0, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  writeFileSync(file, bytes);
  if (history) sqlite.exec('PRAGMA shrink_memory');
}

import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillHistory, OWNER } from '../../../../bench/history/fill.ts';
import { HistoryThread } from '../../../../electron/store/thread/history-thread.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { InboxFilter } from '../../../../common/schemas/settings.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ITEMS = 6000;
const NOW = Date.UTC(2026, 10, 20, 12);
/** More turns of the event loop than there are pieces of work for it. */
const MANY_TURNS = 100;

/** Number of turns that everything else has while work is under way. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  for (; !isDone; turns++) await turn();
  await done;
  return turns;
}

describe('a large history', () => {
  let folder: string;
  let file: string;
  let history: History;
  const warnings: string[] = [];
  const profile = () => history.lastProfile(OWNER.network, OWNER.accountId)!;
  const reader = () => history.readerOf([profile().profile.id], []);
  const found = async () => (await reader().list(undefined, { text: 'number 777' }, 20)).items;

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'history.sqlite');
    fillHistory(file, ITEMS);
    warnings.length = 0;
    history = openHistory(file, { now: () => NOW, warn: (message) => warnings.push(message) });
  });
  afterEach(() => history.close());

  it('is searched and filtered while everything else goes on, with what a search in place finds', async () => {
    const rows = { text: 'rows', unread: true, site: ['1:site-1'] };
    const filters: InboxFilter[] = [{ text: 'count' }, rows, { tag: ['tag-3'], unread: true }, { watch: 'w1' }];
    const inPlace = history.inboxOf([profile().profile.id]);
    for (const filter of filters) {
      expect(await reader().list(undefined, filter, 20)).toEqual(inPlace.list(filter, 20));
      expect(await reader().counts(undefined, filter)).toEqual(inPlace.counts(filter));
    }
    expect(await turnsDuring(reader().counts(undefined, { text: 'count' }))).toBeGreaterThan(MANY_TURNS);
    expect(warnings).toEqual([]);
  });

  it('is found as it is once a mark is set', async () => {
    const [item] = await found();
    profile().inbox.mark([item!.key], 'unread', NOW);
    expect((await found())[0]!.unread).toBe(true);
    profile().inbox.markRead([item!.key], NOW);
    expect((await found())[0]!.unread).toBe(false);
  });

  it('gives up a search that nobody waits for any more, and answers the next', async () => {
    const typing = new AbortController();
    const searches = ['c', 'co', 'cou'].map((text) => reader().list(typing.signal, { text }, 20));
    const last = found();
    typing.abort();
    for (const search of searches) await expect(search).rejects.toThrow(/abort/i);
    expect(await last).toHaveLength(1);
  });

  it('is read in place where the thread cannot read the file', async () => {
    renameSync(file, join(folder, 'elsewhere.sqlite'));
    expect(await found()).toHaveLength(1);
    renameSync(join(folder, 'elsewhere.sqlite'), file);
  });

  it('is read by another thread after one that could not be started', async () => {
    const nothing =
      "import('node:worker_threads').then(({ parentPort }) => parentPort.on('message', () => parentPort.postMessage({})))";
    const programs = [() => expect.fail('no such file'), () => nothing];
    const thread = new HistoryThread(() => programs.shift()!());
    await expect(thread.run('check', [file, 'quick'])).rejects.toThrow('no such file');
    await expect(thread.run('check', [file, 'quick'])).rejects.toThrow('nonsense');
    thread.end();
  });

  it('is not read in place once it is closed', async () => {
    const search = reader().list(undefined, { text: 'count' }, 20);
    history.stopReading();
    await expect(search).rejects.toThrow('closed');
    expect(warnings).toEqual([]);
  });

  it('is deleted in pieces, and a thread moves that from the -wal to the file', async () => {
    expect(await turnsDuring(history.deleteEverything(NOW))).toBeGreaterThan(MANY_TURNS);
    const alone = join(folder, 'alone.sqlite');
    copyFileSync(file, alone);
    const copy = openHistory(alone);
    expect(copy.lastProfile(OWNER.network, OWNER.accountId)!.inbox.list(1)).toEqual([]);
    copy.close();
    expect(warnings).toEqual([]);
  });

  it('names all that is unread of a search, in pieces', async () => {
    const keys: string[] = [];
    for await (const piece of reader().unread({ text: 'count' })) keys.push(...piece.map(({ key }) => key));
    expect(new Set(keys).size).toBe(Math.floor(ITEMS / 7));
  });

  it('is checked and copied while everything else goes on', async () => {
    expect(await turnsDuring(history.check(NOW))).toBeGreaterThan(MANY_TURNS);
    expect(await turnsDuring(history.backUp(NOW))).toBeGreaterThan(MANY_TURNS);
    expect(history.sharedMark('full-check')).toEqual({ at: NOW });
    const copy = openHistory(join(folder, 'history.backup-1.sqlite'));
    expect(copy.lastProfile(OWNER.network, OWNER.accountId)!.inbox.unreadCount()).toBe(profile().inbox.unreadCount());
    copy.close();
  });

  it('has changes of its own while it is copied: the copy is as it was', async () => {
    const before = profile().inbox.unreadCount();
    const backup = history.backUp(NOW);
    const { items } = await reader().list(undefined, { source: 'inbox', unread: true }, 20);
    profile().inbox.markRead([items[0]!.key], NOW);
    await backup;
    expect(profile().inbox.unreadCount()).toBe(before - 1);
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual(['history.backup-1.sqlite']);
  });

  it('ends in the midst of a copy, and leaves nothing of it', async () => {
    const backup = history.backUp(NOW);
    history.stopReading();
    await expect(backup).rejects.toThrow('closed');
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([]);
  });
});

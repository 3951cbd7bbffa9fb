import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import { diskOf, emptyTable, inboxItem, ITEMS, makeHistory, NOW } from './small-history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('marks that the file of the history gets later', () => {
  let folder: string;
  let file: string;
  let history: History;
  const open = () => openHistory(file, { now: () => NOW, warn: () => undefined });
  const ada = () => history.lastProfile('demo', 1)!;
  const kinds = () => history.file.troubles().map(({ kind }) => kind);
  /** What another process reads in the file at this moment. */
  const inFile = (): unknown => {
    const sqlite = new DatabaseSync(file, { readOnly: true });
    const row = sqlite.prepare("SELECT value FROM marks WHERE name = 'position'").get();
    sqlite.close();
    return row?.['value'];
  };
  beforeEach(() => {
    folder = temporaryFolder();
    file = makeHistory(folder);
    history = open();
    ada().setMark('position', 1);
    ada().setMarkLater('position', 2);
  });
  afterEach(() => history.close());
  /** Begins the next run, as after a kill: nothing is closed. */
  const crash = () => {
    const crashed = history;
    onTestFinished(() => crashed.close());
    history = open();
    history.beginRun(NOW + 5);
  };

  const items = Array.from({ length: 200 }, (_, n) => inboxItem(1000 + n));
  const receive = () => void ada().inbox.add(items, NOW);
  it.each([
    ['when they are written', () => history.writeLater()],
    ['when something else is', receive],
    ['in a transaction', () => ada().transaction(receive)],
  ])('are kept in memory where the disk is full %s', (_, write) => {
    // Room for the mark itself there is in its page.
    ada().setMark('filler', '');
    ada().setMarkLater('filler', 'x'.repeat(50_000));
    ada().setMarkLater('position', 3);
    const { fill, clear } = diskOf(history);
    fill();
    write();
    expect(kinds()).toEqual(['disk-full']);
    expect(ada().mark('position')).toBe(3);
    ada().setMarkLater('position', 4);
    clear();
    expect(history.file.look()).toBe(true);
    expect(inFile()).toBe('4');
    expect(ada().mark('filler')).toHaveLength(50_000);
    ada().setMarkLater('position', 5);
    expect(inFile()).toBe('4');
  });

  it('are kept in memory where the disk is full when they are set for the first time', () => {
    const { fill, clear } = diskOf(history);
    fill();
    ada().setMarkLater('new', 'x'.repeat(50_000));
    expect(kinds()).toEqual(['disk-full']);
    clear();
    expect(history.file.look()).toBe(true);
    expect(ada().mark('new')).toHaveLength(50_000);
  });

  it('are left out after damage where they tell how far a stream was read, for rows are lost', () => {
    ada().setMark('cursor:questions:gardening', 1);
    ada().setMarkLater('cursor:questions:gardening', 2);
    emptyTable(file, 'questions', history);
    expect(history.file.repair('a page is empty')).toBe(true);
    expect(ada().mark('cursor:questions:gardening')).toBeUndefined();
    expect(ada().mark('position')).toBe(2);
  });

  it('are missed after a crash of a run whose marks were damaged, too', () => {
    history.beginRun(NOW);
    emptyTable(file, 'marks', history);
    expect(history.file.repair('a page is empty')).toBe(true);
    crash();
    expect(history.crashFoundAt(ada().profile.id)).toBe(NOW + 5);
  });

  it('outlive damage, and a file that was taken away', () => {
    emptyTable(file, 'posts', history);
    expect(history.file.repair('a page is empty')).toBe(true);
    expect([ada().mark('position'), inFile()]).toEqual([2, '2']);
    ada().setMarkLater('position', 3);
    rmSync(file);
    expect(history.file.look()).toBe(true);
    expect([ada().mark('position'), inFile()]).toEqual([3, '3']);
    expect(ada().inbox.list(1000)).toHaveLength(ITEMS);
  });

  it('are missing after a crash, which the next run finds out, and no run after one that has ended', () => {
    history.beginRun(NOW);
    expect(history.crashFoundAt(ada().profile.id)).toBeUndefined();
    crash();
    const later = history.profile({ network: 'other', accountId: 2, displayName: 'Bob' });
    expect(history.crashFoundAt(ada().profile.id)).toBe(NOW + 5);
    expect(history.crashFoundAt(later.profile.id)).toBeUndefined();
    history.close();
    history = open();
    history.beginRun(NOW + 9);
    expect(history.crashFoundAt(ada().profile.id)).toBeUndefined();
  });
});

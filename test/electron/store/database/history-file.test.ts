import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { examineHistory } from '../../../../electron/store/database/examine.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import { ADA } from '../../../support/events.ts';
import { makeSmallDisk } from '../../../support/small-disk.ts';
import { diskOf, emptyTable, inboxItem, ITEMS, makeHistory, notice, NOW } from './small-history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('the file of the history', () => {
  let folder: string;
  let file: string;
  let history: History;
  const said: string[] = [];
  const open = () => openHistory(file, { now: () => NOW, warn: (message) => said.push(message) });
  const ada = () => history.lastProfile('demo', 1)!;
  const kinds = () => history.file.troubles().map(({ kind }) => kind);
  const receive = (from: number, count: number) =>
    ada().transaction(() => {
      const items = Array.from({ length: count }, (_, index) => inboxItem(from + index));
      const fresh = ada().inbox.add(items, NOW);
      for (const { key } of fresh) ada().notifications.add(notice(key), NOW);
      ada().setMark('position', from + count);
      return fresh.length;
    });
  /** Shows what is pending, as the delivery does. Gives the titles. */
  const show = () =>
    ada()
      .notifications.pending()
      .filter(({ id }) => ada().notifications.claim(id))
      .map(({ title }) => title);

  beforeEach(() => {
    folder = temporaryFolder();
    file = makeHistory(folder);
    said.length = 0;
    history = open();
    show();
  });
  afterEach(() => history.close());
  const reopen = () => {
    history.close();
    history = open();
  };

  it('goes on in memory while the disk is full, announces each thing once, and writes it when there is room', () => {
    const { fill, clear } = diskOf(history);
    fill();
    expect(receive(1000, 200)).toBe(200);
    expect(kinds()).toEqual(['disk-full']);
    expect(said.join()).toMatch(/full/);
    expect(show()).toHaveLength(200);
    // Polled again: nothing is news, and nothing is shown a second time.
    expect(receive(1000, 200)).toBe(0);
    expect(show()).toEqual([]);
    expect(history.file.look()).toBe(false);
    expect(kinds()).toEqual(['disk-full']);
    clear();
    expect(history.file.look()).toBe(true);
    expect(kinds()).toEqual([]);
    reopen();
    expect(kinds()).toEqual([]);
    expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 200);
    expect(ada().notifications.pending()).toEqual([]);
    expect(ada().mark('position')).toBe(1200);
  });

  it('keeps in memory what is done outside a transaction, and undoes what fails', () => {
    const { fill, clear } = diskOf(history);
    fill();
    ada().setMark('large', 'x'.repeat(50_000));
    expect(kinds()).toEqual(['disk-full']);
    expect(() =>
      ada().transaction(() => {
        ada().inbox.add([inboxItem(2000)], NOW);
        throw new Error('cut off');
      }),
    ).toThrow('cut off');
    for (let value = 0; value < 5; value++) ada().setMark('counted', value);
    const { key } = inboxItem(5);
    expect([ada().inbox.markRead([key], NOW), ada().inbox.markRead([key], NOW)]).toEqual([[key], []]);
    clear();
    history.file.look();
    reopen();
    expect(ada().mark('large')).toBe('x'.repeat(50_000));
    expect(ada().mark('counted')).toBe(4);
    expect(ada().inbox.get(inboxItem(2000).key)).toBeUndefined();
    expect(ada().inbox.get(key)?.unread).toBe(false);
  });

  it('saves a damaged history in memory where the disk is full, and writes it when there is room', ({ skip }) => {
    const small = makeSmallDisk(2);
    if (small === undefined) return skip('this machine lets no test have a small disk');
    try {
      history.close();
      file = makeHistory(small.folder);
      emptyTable(file, 'posts');
      small.fill();
      history = open();
      expect(kinds()).toEqual(['history-damaged', 'disk-full']);
      expect(ada().inbox.list(1000)).toHaveLength(ITEMS);
      expect(receive(1000, 5)).toBe(5);
      expect(history.file.look()).toBe(false);
      small.clear();
      expect(history.file.look()).toBe(true);
      expect(kinds()).toEqual(['history-damaged']);
      expect(readdirSync(small.folder)).toContain('history.damaged-2026-11-20-120000.sqlite');
      reopen();
      expect(kinds()).toEqual([]);
      expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 5);
      history.close();
    } finally {
      small.remove();
      file = makeHistory(folder);
      history = open();
    }
  });

  it('writes what is only in memory when it is closed, if there is room by then', () => {
    const { fill, clear } = diskOf(history);
    fill();
    receive(1000, 200);
    clear();
    reopen();
    expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 200);
  });

  describe.each(['at once', 'row by row'])('copied into memory %s', (how) => {
    const serialize = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'serialize')!;
    // Before Node 24.16, SQLite cannot copy a database at once.
    beforeEach(() => {
      if (how === 'row by row') Reflect.deleteProperty(DatabaseSync.prototype, 'serialize');
    });
    afterEach(() => void Object.defineProperty(DatabaseSync.prototype, 'serialize', serialize));

    function putAnotherInItsPlace() {
      renameSync(file, join(folder, 'moved.sqlite'));
      copyFileSync(join(folder, 'moved.sqlite'), file);
    }
    it.each([
      ['the file', () => rmSync(file)],
      ['the -wal', () => rmSync(`${file}-wal`)],
      ['the folder', () => rmSync(folder, { recursive: true })],
      ['the file, with another in its place', putAnotherInItsPlace],
    ])('notices that %s was taken away while it ran, and writes it anew', (_, takeAway) => {
      receive(1000, 3);
      takeAway();
      expect(history.file.look()).toBe(true);
      expect(kinds()).toEqual(['history-gone']);
      expect(show()).toHaveLength(3);
      expect(history.file.look()).toBe(false);
      reopen();
      expect(kinds()).toEqual([]);
      expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 3);
      expect(ada().notifications.pending()).toEqual([]);
      expect(receive(1000, 3)).toBe(0);
    });
  });

  it('names a damaged mark, keeps it, and goes on as if there were none', () => {
    history.file.changeMarks("UPDATE marks SET value = '{' WHERE name = 'learned:1'");
    expect(ada().mark('learned:1')).toBeUndefined();
    expect(said.join()).toContain('learned:1');
    expect(history.file.get("SELECT value FROM marks WHERE name = 'damaged:learned:1'")).toEqual({ value: '{' });
    ada().setMark('learned:1', 2);
    expect(ada().mark('learned:1')).toBe(2);
  });

  it('leaves a file whole that was put in its place, and says where it is', () => {
    receive(1000, 3);
    const [older, replacedBy] = ['older.sqlite', 'history.replaced-2026-11-20-120000.sqlite'].map((name) =>
      join(folder, name),
    );
    const copy = openHistory(older!);
    copy.profile(ADA).setMark('from', 'an older copy');
    copy.close();
    renameSync(older!, file);
    history.file.look();
    expect(history.file.troubles()[0]).toMatchObject({ kind: 'history-gone', replacedBy });
    const kept = openHistory(replacedBy!);
    expect(kept.file.troubles()).toEqual([]);
    expect(kept.lastProfile('demo', 1)!.mark('from')).toBe('an older copy');
    kept.close();
    expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 3);
  });

  it('keeps the latest three of the files that it sets aside', () => {
    for (let round = 0; round < 5; round++) {
      history.close();
      writeFileSync(file, `no database ${round}`.repeat(100));
      history = openHistory(file, { now: () => NOW + round * 1000, warn: () => undefined });
    }
    const kept = readdirSync(folder).filter((name) => name.includes('damaged'));
    const texts = kept.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, 13));
    expect(texts.toSorted()).toEqual([2, 3, 4].map((round) => `no database ${round}`));
  });

  it('goes on in memory where the file can neither be found nor written anew, until it can', () => {
    receive(1000, 3);
    rmSync(folder, { recursive: true });
    // Something that is no folder has its name.
    writeFileSync(folder, '');
    expect(history.file.look()).toBe(true);
    expect(kinds()).toEqual(['history-gone', 'history-unwritable']);
    expect(receive(1000, 5)).toBe(2);
    rmSync(folder);
    expect(history.file.look()).toBe(true);
    expect(kinds()).toEqual(['history-gone']);
    reopen();
    expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 5);
  });

  it('keeps the last two backups that are whole, and none of a damaged history', async () => {
    const backups = () => readdirSync(folder).filter((name) => name.includes('backup'));
    expect(await history.backUp(NOW)).toBeUndefined();
    expect(backups()).toEqual(['history.backup-1.sqlite']);
    receive(1000, 1);
    await history.backUp(NOW);
    receive(1001, 1);
    await history.backUp(NOW);
    expect(backups()).toEqual(['history.backup-1.sqlite', 'history.backup-2.sqlite']);
    const items = backups().map((name) => {
      const copy = openHistory(join(folder, name));
      const count = copy.lastProfile('demo', 1)!.inbox.list(1000).length;
      copy.close();
      return count;
    });
    expect(items).toEqual([ITEMS + 2, ITEMS + 1]);
    expect(history.sharedMark('backup')).toEqual({ at: NOW });
    // Damage that nothing has read yet in this run.
    emptyTable(file, 'posts', history);
    const problem = await history.backUp(NOW);
    expect(problem).toBeDefined();
    expect(await history.check(NOW)).toBeDefined();
    expect(history.file.repair(problem!)).toBe(true);
    expect(kinds()).toEqual(['history-damaged']);
    expect(ada().inbox.list(1000)).toHaveLength(ITEMS + 2);
  });

  it('deletes backups, also one that is under way, and damaged copies together with everything else', async () => {
    await history.backUp(NOW);
    writeFileSync(join(folder, 'history.damaged-2026-01-01-000000.sqlite'), 'old');
    receive(1000, 1);
    const underWay = history.backUp(NOW);
    await history.deleteEverything(NOW);
    await underWay;
    expect(readdirSync(folder).filter((name) => /backup|damaged/.test(name))).toEqual([]);
    expect(ada().inbox.list(5)).toEqual([]);
  });

  it('remembers when it was checked and backed up', async () => {
    await history.backUp(NOW);
    await history.check(NOW);
    const facts = await examineHistory(file, new AbortController().signal);
    expect(facts).toMatchObject({ state: 'readable', fullCheckAt: new Date(NOW) });
    expect(facts).toHaveProperty('backedUpAt', expect.any(Date));
  });

  describe('marks that it gets later', () => {
    /** What another process reads in the file at this moment. */
    const inFile = (): unknown => {
      const sqlite = new DatabaseSync(file, { readOnly: true });
      const row = sqlite.prepare("SELECT value FROM marks WHERE name = 'position'").get();
      sqlite.close();
      return row?.['value'];
    };
    beforeEach(() => {
      ada().setMark('position', 1);
      ada().setMarkLater('position', 2);
    });
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
});

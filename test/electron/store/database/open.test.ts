import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkAtStart } from '../../../../electron/store/database/damage.ts';
import { openFile } from '../../../../electron/store/database/open.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';
import { emptyTable, ITEMS, makeHistory, NOW, useEverything } from './small-history.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { matchesOf } from '../../../support/matches.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { sql } from '../../../support/sql.ts';

const PAGE_BYTES = 4096;

/** Random bytes that are the same in every run. */
function noise(seed: number): Uint8Array {
  let state = seed * 2654435761 + 1;
  return Uint8Array.from({ length: PAGE_BYTES }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

describe('opening the history', () => {
  let folder: string;
  let file: string;
  const said: string[] = [];
  /** Opens it until it is closed, or the test over. */
  function open(): History {
    const history = openHistory(file, { now: () => NOW, warn: (message) => said.push(message) });
    onTestFinished(() => void (history.file.openFile()?.isOpen && history.close()));
    return history;
  }
  const damage = (table = 'inbox_items') => emptyTable(file, table);
  const kept = () => join(folder, 'history.damaged-2026-11-20-120000.sqlite');

  beforeEach(() => {
    folder = temporaryFolder();
    file = makeHistory(folder);
    said.length = 0;
  });

  it('has every change flushed to the disk before it counts, and not at some later checkpoint', () => {
    const { sqlite } = openFile(file, NOW);
    const FULL = 2;
    expect(sqlite.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: FULL });
    expect(sqlite.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    sqlite.close();
  });

  it('keeps a damaged file under a dated name as it was, and says what could be saved', async () => {
    damage();
    const damaged = readFileSync(file);
    const history = open();
    const report = { keptAs: kept(), isIncomplete: true };
    expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged', file, report }]);
    expect(readFileSync(kept()).equals(damaged)).toBe(true);
    expect(said.join()).toContain(kept());
    // The items are lost with their root page; everything else is there.
    expect(await useEverything(history)).toEqual({ items: 0, announcedTwice: 0 });
    const ada = history.lastProfile('demo', 1)!;
    expect(matchesOf(ada)).toHaveLength(40);
    expect(ada.mark('learned:3')).toEqual({ number: 3 });
  });

  it('fills up from the newest backup what could not be read, and announces none of that again', () => {
    for (const number of [1, 2]) copyFileSync(file, join(folder, `history.backup-${number}.sqlite`));
    writeFileSync(join(folder, 'history.backup-1.sqlite'), 'damaged, too');
    damage();
    const history = open();
    const ada = history.lastProfile('demo', 1)!;
    expect(ada.inbox.list(1000)).toHaveLength(ITEMS);
    expect(ada.notifications.pending()).toHaveLength(10);
    expect(ada.mark('baseline:inbox')).toBeUndefined();
  });

  it('brings back nothing that was deleted, and says nothing again that was said once, where marks are lost', async () => {
    const history = open();
    const ada = history.lastProfile('demo', 1)!;
    await history.deleteEverything(NOW);
    const marksOf = (profile: ProfileHistory) =>
      ['cleared:inbox', 'cleared:reputation:loops'].map((name) => profile.mark(name));
    const cleared = marksOf(ada);
    expect(cleared).toEqual([expect.any(Number), expect.any(Number)]);
    ada.setMark('expiry-told', NOW);
    history.close();
    copyFileSync(file, join(folder, 'history.backup-1.sqlite'));
    damage('marks');
    const saved = open();
    const again = saved.lastProfile('demo', 1)!;
    expect(marksOf(again)).toEqual(cleared);
    expect(again.mark('expiry-told')).toBe(NOW);
  });

  it('gives nobody what is another one’s where the names of the profiles are lost', () => {
    const people = [2, 3, 4];
    const history = open();
    for (const accountId of people)
      history.profile({ network: 'demo', accountId, displayName: `Person ${accountId}` }).setMark('of', accountId);
    history.close();
    damage('profiles');
    const saved = open();
    // They sign in again in another order, and somebody new comes.
    for (const accountId of [9, ...people.toReversed()]) {
      saved.profile({ network: 'demo', accountId, displayName: 'You' });
      expect(saved.lastProfile('demo', accountId)!.mark('of')).toBe(accountId === 9 ? undefined : accountId);
    }
    expect(saved.lastProfile('demo', 1)!.inbox.list(1000)).toHaveLength(ITEMS);
    saved.close();
    // A history from before has no second record of whose they are: nobody gets it.
    sql(file, "DELETE FROM marks WHERE name = 'identity'");
    damage('profiles');
    const nobodys = open();
    expect(nobodys.lastProfile('demo', 1)).toBeUndefined();
    expect(nobodys.profile({ network: 'demo', accountId: 1, displayName: 'You' }).inbox.list(5)).toEqual([]);
  });

  it('restores everything from the backup where the file has nothing any more', () => {
    for (const empty of ['', 'not a database, but something a person may want back'.repeat(40)]) {
      copyFileSync(file, join(folder, 'history.backup-1.sqlite'));
      writeFileSync(file, empty);
      const history = open();
      expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged' }]);
      const ada = history.lastProfile('demo', 1)!;
      expect(ada.inbox.list(1000)).toHaveLength(ITEMS);
      // It was still waiting when the backup was made, and has been shown since.
      expect(ada.notifications.pending()).toEqual([]);
      history.close();
    }
  });

  it('keeps the -wal of a file that was cut to nothing', () => {
    writeFileSync(file, '');
    writeFileSync(`${file}-wal`, 'the newest part of the history');
    const history = open();
    expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged' }]);
    expect(readFileSync(`${kept()}-wal`, 'utf8')).toBe('the newest part of the history');
  });

  it('puts a history in its place that was written anew when a kill came', () => {
    renameSync(file, `${file}.salvaged`);
    const history = open();
    expect(history.lastProfile('demo', 1)!.inbox.list(1000)).toHaveLength(ITEMS);
    expect(existsSync(`${file}.salvaged`)).toBe(false);
  });

  it('leaves the database of another program alone, and says so', () => {
    const other = join(folder, 'other.sqlite');
    sql(other, "CREATE TABLE bookmarks (id INTEGER PRIMARY KEY, url TEXT); INSERT INTO bookmarks VALUES (1, 'a')");
    const before = readFileSync(other);
    expect(() => openHistory(other)).toThrow(/belongs to another program\. Choose another folder/);
    expect(readFileSync(other).equals(before)).toBe(true);
  });

  const moments = ['while it was saved', 'when that was done', 'while the damaged file was set aside'];
  it.each(moments)('a start that was killed %s is done again, and loses nothing more', (moment) => {
    damage();
    const damaged = readFileSync(file);
    if (moment === 'while it was saved') writeFileSync(`${file}.salvaging`, damaged.subarray(0, 3 * PAGE_BYTES));
    else {
      // What such a start had saved.
      const whole = readFileSync(file);
      open().close();
      renameSync(file, `${file}.salvaged`);
      if (moment === 'when that was done') {
        writeFileSync(file, whole);
        rmSync(kept());
      } else writeFileSync(`${file}-wal`, 'what the damaged file had beside it');
    }
    const history = open();
    const report = { keptAs: kept(), isIncomplete: true };
    expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged', report }]);
    expect(matchesOf(history.lastProfile('demo', 1)!)).toHaveLength(40);
    expect(readFileSync(kept()).equals(damaged)).toBe(true);
    for (const rest of ['.salvaging', '.salvaged']) expect(existsSync(`${file}${rest}`)).toBe(false);
    if (moment === 'while the damaged file was set aside') expect(existsSync(`${kept()}-wal`)).toBe(true);
  });

  it('finds damage that shows only while Askbell runs, saves the rest, and goes on', async () => {
    const history = open();
    const ada = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    // A page that nothing has read yet in this run.
    sql(file, "PRAGMA writable_schema = ON; UPDATE marks SET value = '{' WHERE name = 'learned:1'");
    sql(file, 'UPDATE questions SET created_at = 9223372036854775807 WHERE question_id = 3');
    expect(matchesOf(ada)).toHaveLength(39);
    expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged' }]);
    expect(ada.mark('learned:1')).toBeUndefined();
    expect(ada.mark('learned:2')).toEqual({ number: 2 });
    await useEverything(history);
  });

  it('looks at a large file in less than 50 ms', () => {
    sql(
      file,
      `INSERT INTO posts WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
      SELECT 1, 'loops', 'comment', i, json_object('title', hex(zeroblob(150))), 5 FROM n`,
    );
    const sqlite = new DatabaseSync(file);
    // The least of several, because the machine may be busy with something else.
    const times = Array.from({ length: 7 }, () => {
      const began = performance.now();
      expect(checkAtStart(sqlite, file)).toBeUndefined();
      return performance.now() - began;
    });
    sqlite.close();
    expect(statSync(file).size).toBeGreaterThan(6_000_000);
    expect(Math.min(...times)).toBeLessThan(50);
  });

  describe('that is damaged somewhere', () => {
    let whole: Buffer;
    beforeEach(() => void (whole = readFileSync(file)));

    it('opens and answers whatever page is damaged, and announces nothing twice', async () => {
      const pages = whole.length / PAGE_BYTES;
      expect(pages).toBeGreaterThan(30);
      const ways = [
        (page: number) => writePage(page, new Uint8Array(PAGE_BYTES)),
        (page: number) => writePage(page, noise(page)),
        (page: number) => truncateSync(file, page * PAGE_BYTES),
      ];
      // Each page in one way, and in all three where time does not matter.
      const cases = Array.from({ length: pages }, (_, page) =>
        ways.filter((_way, way) => propertyRuns(6) === 6 || way === page % ways.length).map((way) => ({ page, way })),
      ).flat();
      let saved = 0;
      for (const { page, way } of cases) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        writeFileSync(file, whole);
        way(page);
        const history = open();
        const { items, announcedTwice } = await useEverything(history);
        const kinds = history.file.troubles().map(({ kind }) => kind);
        history.close();
        expect({ page, announcedTwice }).toEqual({ page, announcedTwice: 0 });
        if (items < ITEMS) expect({ page, kinds }).toEqual({ page, kinds: ['history-damaged'] });
        const kept = readdirSync(folder).filter((name) => /^history\.damaged-.*\.sqlite$/.test(name));
        expect({ page, kept: kept.length }).toEqual({ page, kept: kinds.length });
        saved += items;
        // The next start finds nothing wrong.
        const again = open();
        expect(again.file.troubles()).toEqual([]);
        again.close();
      }
      // A page of some dozens holds a few rows: most of what is kept comes through.
      expect(saved / (cases.length * ITEMS)).toBeGreaterThan(0.5);
    });

    it('opens whatever part of the -wal is damaged that a killed Askbell left', async () => {
      const running = open();
      const ada = running.lastProfile('demo', 1)!;
      for (let value = 0; value < 20; value++) ada.setMark('position', value);
      const [main, wal] = [readFileSync(file), readFileSync(`${file}-wal`)];
      running.close();
      const step = Math.ceil(wal.length / 8);
      for (let at = 0; at < wal.length; at += step) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        writeFileSync(file, main);
        const damaged = Buffer.from(wal);
        damaged.set(noise(at).subarray(0, Math.min(PAGE_BYTES, wal.length - at)), at);
        writeFileSync(`${file}-wal`, damaged);
        const history = open();
        const { items, announcedTwice } = await useEverything(history);
        expect({ at, items, announcedTwice }).toEqual({ at, items: ITEMS, announcedTwice: 0 });
        expect(Number(history.lastProfile('demo', 1)!.mark('position') ?? 0)).toBeLessThan(20);
        history.close();
      }
    });

    function writePage(page: number, bytes: Uint8Array): void {
      const damaged = Buffer.from(whole);
      damaged.set(bytes, page * PAGE_BYTES);
      writeFileSync(file, damaged);
    }
  });
});

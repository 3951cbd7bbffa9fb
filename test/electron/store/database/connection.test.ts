import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../../electron/store/database/connection.ts';
import { DELETE_MARK, READ_MARK, SET_MARK } from '../../../../electron/store/database/marks.ts';

const COUNT = 'SELECT count(*) AS n FROM things WHERE owner = ?';

describe('what is asked again and again', () => {
  let db: Connection;
  const count = (owner = 1) => db.allUnchanged<{ n: number }>(COUNT, owner)[0]?.n;
  const add = (owner = 1) => db.run('INSERT INTO things (owner) VALUES (?)', owner);
  beforeEach(() => {
    db = new Connection(new DatabaseSync(':memory:'));
    db.sqlite.exec(`CREATE TABLE things (owner INTEGER) STRICT;
      CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT) STRICT;`);
  });
  afterEach(() => db.close());

  it('is answered from memory until something changes, and told by a new version', () => {
    add();
    const version = db.version();
    const rows = db.allUnchanged(COUNT, 1);
    expect(db.allUnchanged(COUNT, 1)).toBe(rows);
    expect(count(2)).toBe(0);
    expect(db.version()).toBe(version);
    add();
    expect(db.version()).not.toBe(version);
    expect(count()).toBe(2);
  });

  it.each([
    ['an update', () => void db.run('UPDATE things SET owner = 2')],
    ['a deletion', () => void db.run('DELETE FROM things')],
    ['a change that gives rows', () => void db.all('UPDATE things SET owner = 2 RETURNING owner')],
    ['a change that gives a row', () => void db.get('DELETE FROM things RETURNING owner')],
    ['a change that only reads marks', () => void db.run('DELETE FROM things WHERE NOT EXISTS (SELECT 1 FROM marks)')],
    ['a statement that begins otherwise', () => void db.run('WITH one AS (SELECT 1) DELETE FROM things')],
  ])('is asked anew after %s', (_, change) => {
    add();
    expect(count()).toBe(1);
    change();
    expect(count()).toBe(0);
  });

  it('is asked anew within a transaction, and again when it is taken back', () => {
    expect(count()).toBe(0);
    expect(() =>
      db.transaction(() => {
        add();
        expect(count()).toBe(1);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count()).toBe(0);
  });

  it('does not wait for the disk with what the network can be asked for again, and with everything else', () => {
    const waits = () => db.get<{ synchronous: number }>('PRAGMA synchronous')!.synchronous === 2;
    expect(db.transaction(waits)).toBe(true);
    expect(db.transaction(waits, true)).toBe(false);
    expect(waits()).toBe(true);
    const fails = () => {
      throw new Error('no');
    };
    expect(() => db.transaction(fails, true)).toThrow('no');
    expect(db.transaction(() => db.transaction(waits, true))).toBe(true);
  });

  it('is not asked anew for marks, which are written with each poll, nor where nothing was changed', () => {
    const rows = db.allUnchanged(COUNT, 1);
    db.run("INSERT INTO marks (name, value) VALUES ('at', '1')");
    db.run("UPDATE OR REPLACE marks SET name = 'then' WHERE name = 'at'");
    db.run("DELETE FROM marks WHERE name = 'then'");
    db.run('DELETE FROM things');
    expect(db.allUnchanged(COUNT, 1)).toBe(rows);
  });

  describe('a mark', () => {
    const mark = (name: string) => db.allUnchanged<{ value: string }>(READ_MARK, 1, name);
    beforeEach(() => {
      db.sqlite.exec(`DROP TABLE marks; CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL,
        value TEXT NOT NULL, PRIMARY KEY (profile_id, name)) STRICT;`);
      db.run(SET_MARK, 1, 'a', '1');
      db.run(SET_MARK, 1, 'b', '2');
    });

    it('is answered from memory, whatever happens to rows, to another mark or to that of another profile', () => {
      const [a, none] = [mark('a'), mark('none')];
      expect([a, none]).toEqual([[{ value: '1' }], []]);
      add();
      db.run(SET_MARK, 1, 'b', '3');
      db.run(SET_MARK, 2, 'a', '4');
      db.run(DELETE_MARK, 2, 'a');
      expect(mark('a')).toBe(a);
      expect(mark('none')).toBe(none);
      expect(mark('b')).toEqual([{ value: '3' }]);
    });

    it.each([
      ['it is set', () => void db.run(SET_MARK, 1, 'a', '5'), [{ value: '5' }]],
      ['it is deleted', () => void db.run(DELETE_MARK, 1, 'a'), []],
      ['many are deleted', () => void db.run("DELETE FROM marks WHERE substr(name, 1, 1) = 'a'"), []],
      ['it gets another name', () => void db.run("UPDATE OR REPLACE marks SET name = 'c' WHERE name = 'a'"), []],
      ['it is taken from others', () => void db.run("REPLACE INTO marks SELECT 1, 'a', '6'"), [{ value: '6' }]],
      ['a change gives rows', () => void db.all('DELETE FROM marks RETURNING name'), []],
    ])('is asked anew once %s', (_, change, after) => {
      expect(mark('a')).toEqual([{ value: '1' }]);
      change();
      expect(mark('a')).toEqual(after);
    });

    it('is what it was where a transaction is taken back', () => {
      expect(() =>
        db.transaction(() => {
          db.run(SET_MARK, 1, 'a', '7');
          expect(mark('a')).toEqual([{ value: '7' }]);
          throw new Error('no');
        }),
      ).toThrow('no');
      expect(mark('a')).toEqual([{ value: '1' }]);
    });
  });

  it('has another version than any other connection', () => {
    const other = new Connection(new DatabaseSync(':memory:'));
    expect(other.version()).not.toBe(db.version());
    other.close();
  });
});

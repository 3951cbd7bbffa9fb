import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../../electron/store/database/connection.ts';

const COUNT = 'SELECT count(*) AS n FROM things WHERE owner = ?';

describe('what is asked again and again', () => {
  let db: Connection;
  const count = (owner = 1) => db.allUnchanged<{ n: number }>(COUNT, owner)[0]?.n;
  const add = (owner = 1) => db.run('INSERT INTO things (owner) VALUES (?)', owner);
  beforeEach(() => {
    db = new Connection(new DatabaseSync(':memory:'));
    db.sqlite.exec(`CREATE TABLE things (owner INTEGER) STRICT;
      CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (profile_id, name)) STRICT;`);
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
    ['a change that gives rows', () => void db.change('UPDATE things SET owner = 2 RETURNING owner')],
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
    db.setMark(1, 'at', '1');
    db.changeMarks("UPDATE OR REPLACE marks SET name = 'then' WHERE name = 'at'");
    db.setMark(1, 'then', undefined);
    db.run('DELETE FROM things');
    expect(db.change('DELETE FROM things RETURNING owner')).toEqual([]);
    expect(db.allUnchanged(COUNT, 1)).toBe(rows);
  });

  it('answers a mark from memory, whatever happens to rows, another mark or that of another profile', () => {
    const mark = (name: string) => db.mark(1, name);
    db.setMark(1, 'a', '1');
    db.setMark(1, 'b', '2');
    expect([mark('a'), mark('none')]).toEqual(['1', undefined]);
    // Beneath the connection, so that asking the file would tell.
    db.sqlite.exec("UPDATE marks SET value = '9' WHERE name = 'a'; INSERT INTO marks VALUES (1, 'none', '9')");
    add();
    db.setMark(1, 'b', '3');
    db.setMark(2, 'a', '4');
    db.setMark(2, 'a', undefined);
    expect([mark('a'), mark('none'), mark('b')]).toEqual(['1', undefined, '3']);
  });

  it('has another version than any other connection', () => {
    const other = new Connection(new DatabaseSync(':memory:'));
    expect(other.version()).not.toBe(db.version());
    other.close();
  });
});

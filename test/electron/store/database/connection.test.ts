import { DatabaseSync } from 'node:sqlite';
import { fc, it } from '@fast-check/vitest';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { Connection } from '../../../../electron/store/database/connection.ts';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { propertyRuns } from '../../../support/property-runs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

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

const TABLES = `CREATE TABLE things (id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE marks (profile_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)) STRICT;`;
const ADD = 'INSERT INTO things (id) VALUES (NULL)';

let folder: string;
let file: string;
let db: Connection;

function open(): Connection {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  return new Connection(sqlite);
}

/** What a crash at this moment would leave: marks, and how many things there are. */
function left(): string {
  const copy = join(folder, 'copy.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  const sqlite = new DatabaseSync(copy);
  const marks = sqlite.prepare('SELECT name, value FROM marks ORDER BY name').all();
  const things = sqlite.prepare('SELECT count(*) AS n FROM things').get()!['n'];
  sqlite.close();
  return JSON.stringify([Object.fromEntries(marks.map(({ name, value }) => [name, value])), things]);
}

const mark = (name: string) => db.mark(1, name);
const set = (name: string, value: string) => db.setMark(1, name, value);
const setLater = (name: string, value: string) => db.setMarkLater(1, name, value);

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'db.sqlite');
  db = open();
  db.sqlite.exec(TABLES);
});
afterEach(() => db.close());

type Step =
  | { do: 'set' | 'later'; name: string; value: string }
  | { do: 'delete'; name: string }
  | { do: 'add' | 'add-returning' | 'nothing' | 'change-many' }
  | { do: 'write' | 'restart' }
  | { do: 'transaction'; steps: Step[]; fails: boolean };

const name = fc.constantFrom('a', 'b', 'c');
const value = fc.constantFrom('1', '2', '3');
const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('later' as const), name, value }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set' as const), name, value }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('add', 'add-returning', 'nothing', 'change-many') }) },
);
const transaction: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('transaction' as const),
  steps: fc.array(simple, { maxLength: 6 }),
  fails: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: simple },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('write' as const, 'restart' as const) }) },
  { weight: 3, arbitrary: transaction },
);

/** Marks and things as they would be if everything were written at once. */
class Model {
  marks: Record<string, string> = {};
  things = 0;

  /** Does a step. Gives whether it is to be in the file at once. */
  take(taken: Step): boolean {
    if (taken.do === 'later') {
      const isNew = this.marks[taken.name] === undefined;
      this.marks[taken.name] = taken.value;
      return isNew;
    }
    if (taken.do === 'set' || taken.do === 'delete') {
      const before = this.marks[taken.name];
      const after = taken.do === 'set' ? taken.value : undefined;
      if (after === undefined) delete this.marks[taken.name];
      else this.marks[taken.name] = after;
      return before !== after;
    }
    if (taken.do === 'add' || taken.do === 'add-returning') this.things++;
    else if (taken.do === 'change-many') {
      for (const each of Object.keys(this.marks)) this.marks[each] = '2';
      return Object.keys(this.marks).length > 0;
    } else if (taken.do === 'transaction') {
      const before = { marks: { ...this.marks }, things: this.things };
      const isAtOnce = taken.steps.map((each) => this.take(each)).includes(true);
      if (taken.fails) Object.assign(this, before);
      return isAtOnce && !taken.fails;
    }
    return taken.do !== 'nothing';
  }

  text(): string {
    const names = Object.keys(this.marks).toSorted();
    return JSON.stringify([Object.fromEntries(names.map((each) => [each, this.marks[each]])), this.things]);
  }
}

function take(taken: Step): void {
  if (taken.do === 'later') setLater(taken.name, taken.value);
  else if (taken.do === 'set') set(taken.name, taken.value);
  else if (taken.do === 'delete') db.setMark(1, taken.name, undefined);
  else if (taken.do === 'add') db.run(ADD);
  else if (taken.do === 'add-returning') db.change(`${ADD} RETURNING id`);
  else if (taken.do === 'change-many') db.changeMarks("UPDATE marks SET value = '2'");
  else if (taken.do === 'nothing') db.run('DELETE FROM things WHERE id < 0');
  else if (taken.do === 'write') db.writeLater();
  else if (taken.do === 'restart') {
    db.close();
    db = open();
  } else if (taken.do === 'transaction') {
    try {
      db.transaction(() => {
        for (const each of taken.steps) take(each);
        if (taken.fails) throw new Error('taken back');
      });
    } catch (error) {
      expect((error as Error).message).toBe('taken back');
    }
  }
}

it.prop([fc.array(step, { maxLength: 25 })], { numRuns: propertyRuns(600) })(
  'whatever happens, the file has a state that was, and none before what had to be written at once',
  (steps) => {
    db.close();
    db = open();
    db.sqlite.exec('DELETE FROM things; DELETE FROM marks;');
    const model = new Model();
    /** The states since what was to be written at once. */
    let since = [model.text()];
    for (const each of steps) {
      take(each);
      since = model.take(each) ? [model.text()] : [...since, model.text()];
      const now = left();
      expect(since).toContain(now);
      if (each.do === 'set') expect(now).toContain(`"${each.name}":"${each.value}"`);
      for (const known of ['a', 'b', 'c']) expect(mark(known)).toBe(model.marks[known]);
    }
    db.close();
    expect(left()).toBe(model.text());
    db = open();
  },
);

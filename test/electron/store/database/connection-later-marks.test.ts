import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Connection } from '../../../../electron/store/database/connection.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

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

it('whatever happens, the file has a state that was, and none before what had to be written at once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
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
    }),
    { numRuns: propertyRuns(600) },
  );
});

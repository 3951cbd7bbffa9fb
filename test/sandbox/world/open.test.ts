import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openWorld } from '../../../sandbox/world/world.ts';
import { demoDataCopy } from '../../support/demo-data.ts';
import { fileFolder } from '../support/file-folder.ts';
import { column } from '../support/rows.ts';

const clock = { now: () => 1_795_000_000 };
const folder = fileFolder();

it('keeps its data when a file is opened again, whatever the seed', async () => {
  const file = await demoDataCopy(folder);
  const first = openWorld({ file, seed: 1, clock });
  const id = first.actions.ask({ site: 'loops', userId: 1, title: 'Still here?', body: '<p>b</p>', tags: ['c++'] });
  const before = column(first, 'SELECT count(*) FROM posts');
  first.close();
  const again = openWorld({ file, seed: 2, clock });
  expect(column(again, 'SELECT title FROM posts WHERE site_id = 1 AND id = ?', id)).toEqual(['Still here?']);
  expect(column(again, 'SELECT count(*) FROM posts')).toEqual(before);
  expect(column(again, 'PRAGMA journal_mode')).toEqual(['wal']);
  again.close();
});

it('tells of its progress while it fills a new world, and of none while it opens an old one', () => {
  const file = join(folder, 'world.db');
  const heard: [number, number][] = [];
  const onProgress = (done: number, total: number) => void heard.push([done, total]);
  openWorld({ file, seed: 1, clock, onProgress }).close();
  expect(heard.length).toBeGreaterThan(3);
  expect(heard.at(-1)?.[0]).toBe(heard.at(-1)?.[1]);
  expect(heard.map(([done]) => done)).toEqual(heard.map(([done]) => done).toSorted((a, b) => a - b));
  heard.length = 0;
  openWorld({ file, seed: 1, clock, onProgress }).close();
  expect(heard).toEqual([]);
});

it('refuses a file that is no database, in plain words, and leaves it alone', () => {
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'Not a database. '.repeat(100));
  expect(() => openWorld({ file, seed: 1, clock })).toThrow(/cannot open ".*notes\.txt".*Name another file/);
});

it("refuses somebody else's database and leaves it as it was", () => {
  const file = join(folder, 'other.db');
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE recipes (name TEXT)');
  other.close();
  expect(() => openWorld({ file, seed: 1, clock })).toThrow('database of something else');
  const after = new DatabaseSync(file);
  expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'recipes' }]);
  after.close();
});

it('refuses the world of another version', () => {
  const file = join(folder, 'old.db');
  const world = openWorld({ file, seed: 1, clock, content: 'none' });
  world.db.prepare("UPDATE meta SET value = 'askbell-sandbox-0' WHERE key = 'format'").run();
  world.close();
  expect(() => openWorld({ file, seed: 1, clock })).toThrow('another version');
});

it('refuses a path that leads nowhere', () => {
  expect(() => openWorld({ file: join(folder, 'missing', 'world.db'), seed: 1, clock })).toThrow('cannot open');
});

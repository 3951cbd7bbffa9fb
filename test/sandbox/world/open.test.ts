import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openWorld } from '../../../sandbox/world/world.ts';
import { demoDataCopy } from '../../support/demo-data.ts';
import { fileFolder } from '../support/file-folder.ts';
import { column } from '../support/rows.ts';

const clock = { now: () => 1_795_000_000 };
const folder = fileFolder();
const change = (db: DatabaseSync, sql: string) => {
  db.exec(sql);
  db.close();
};

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

it.each<[string, (file: string) => void, RegExp]>([
  [
    'a file that is no database',
    (file) => writeFileSync(file, 'Not a database. '.repeat(100)),
    /^[^\n]*cannot open ".*no database".*Name another file[^\n]*$/,
  ],
  ["others' database", (file) => change(new DatabaseSync(file), 'CREATE TABLE recipes (name TEXT)'), /something else/],
  [
    'the world of another version',
    (file) =>
      change(
        openWorld({ file, seed: 1, clock, content: 'none' }).db,
        "UPDATE meta SET value = 'askbell-sandbox-0' WHERE key = 'format'",
      ),
    /another version/,
  ],
])('refuses %s in plain words, and leaves it as it was', (name, write, why) => {
  const file = join(folder, name);
  write(file);
  const before = readFileSync(file);
  expect(() => openWorld({ file, seed: 1, clock })).toThrow(why);
  expect(readFileSync(file)).toEqual(before);
});

it('refuses a path that leads nowhere', () => {
  expect(() => openWorld({ file: join(folder, 'missing', 'world.db'), seed: 1, clock })).toThrow('cannot open');
});

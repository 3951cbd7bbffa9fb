import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Dump } from '../../../sandbox/dump/dump.ts';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { createRandom } from '../../../sandbox/world/random.ts';
import { fileFolder } from '../support/file-folder.ts';
import { post, smallDump, vote, writeDump } from './small-dump.ts';

const folder = fileFolder();
const now = 1_773_144_000;
const module = new URL('../../../sandbox/dump/load.ts', import.meta.url).href;

/** Kills itself, without warning, when progress is told the given number of times: at a piece of a file, or a step. */
const PROGRAM = `
  import { loadDumps } from ${JSON.stringify(module)};
  const [file, dumps, dieAt] = JSON.parse(process.argv[1]);
  let told = 0;
  const progress = () => (told += 1) === dieAt && process.kill(process.pid, 'SIGKILL');
  await loadDumps(file, dumps, { now: () => ${now} }, { progress }, { commitRows: 1 });
`;

/** A site whose larger files come in several pieces. */
function largerDump() {
  const dump = smallDump();
  const body = '<p>About verbs and their ends, again and again.</p>'.repeat(8);
  for (let id = 100; id < 2500; id += 1)
    dump.Posts.push(
      id % 3 === 0
        ? post(id, 1, 4, { OwnerUserId: 1, Title: `No. ${id}`, Tags: '<verbs><made>', Body: body, AnswerCount: 2 })
        : post(id, 2, 5, { OwnerUserId: 2, ParentId: id - (id % 3), Body: body }),
    );
  for (let id = 200; id < 9000; id += 1) {
    dump.Votes.push(vote(id, 100 + (id % 2400), 2 + (id % 2), 6));
    const CreationDate = `2019-04-0${1 + (id % 9)}T10:00:00.000`;
    dump.Comments.push({ Id: id, PostId: 100 + (id % 50), Text: '@Ada Yes, no', CreationDate, UserId: 1 + (id % 3) });
  }
  return dump;
}

/** Loads in a process of its own. Returns the signal that ended it, if one did. */
async function loadInProcess(file: string, dieAt: number): Promise<string | null> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', PROGRAM, JSON.stringify([file, dumps, dieAt])],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal === 'SIGKILL' || code === 0).toBe(true);
  return signal;
}

/** Everything in a database: each table and index, and every row; of a full text, which word stands where. */
function contents(file: string): Record<string, string> {
  const db = new DatabaseSync(file, { readOnly: true });
  const found: Record<string, string> = {};
  const schema = db.prepare('SELECT name, type, sql FROM sqlite_schema ORDER BY name').all();
  for (const { name, type, sql } of schema as { name: string; type: string; sql: string | null }[]) {
    const hash = createHash('sha256').update(String(sql));
    const isText = String(sql).startsWith('CREATE VIRTUAL');
    if (isText) db.exec(`CREATE VIRTUAL TABLE temp.words_${name} USING fts5vocab(main, ${name}, instance)`);
    // How FTS5 keeps words depends on when they came.
    const from = isText ? `temp.words_${name}` : type === 'table' && !/^text_\w+_\w+$/.test(name) ? name : undefined;
    for (const row of from !== undefined ? db.prepare(`SELECT * FROM ${from}`).iterate() : [])
      hash.update(JSON.stringify(Object.values(row)));
    found[`${type} ${name}`] = hash.digest('hex');
  }
  db.close();
  return found;
}

const dumps: readonly Dump[] = [
  { folder: writeDump(join(folder, 'larger'), largerDump()), site: 'verbs' },
  { folder: writeDump(join(folder, 'small'), smallDump()), site: 'verbs.meta' },
];

test('a load that is killed again and again goes on each time, and gives what one in one go gives', async () => {
  const inOneGo = join(folder, 'one.db');
  let told = 0;
  await loadDumps(inOneGo, dumps, { now: () => now }, { progress: () => void (told += 1) });
  const random = createRandom(27);
  const file = join(folder, 'killed.db');
  const moments = Array.from({ length: 6 }, (_, times) => random.integer(2, Math.floor((told * (times + 1)) / 8)));
  for (const moment of moments) expect(await loadInProcess(file, moment)).toBe('SIGKILL');
  let resumed = 0;
  await loadDumps(file, dumps, { now: () => now }, { resumed: () => void (resumed += 1) });
  expect(resumed).toBe(1);
  expect(contents(file)).toEqual(contents(inOneGo));
  expect(existsSync(`${file}.loading`)).toBe(false);
});

test('a load of something else begins anew', async () => {
  const file = join(folder, 'other.db');
  expect(await loadInProcess(file, 9)).toBe('SIGKILL');
  expect(existsSync(`${file}.loading`)).toBe(true);
  let resumed = 0;
  await loadDumps(file, dumps.slice(1), { now: () => now }, { resumed: () => void (resumed += 1) });
  const alone = join(folder, 'alone.db');
  await loadDumps(alone, dumps.slice(1), { now: () => now });
  expect([resumed, contents(file)]).toEqual([0, contents(alone)]);
});

test('posts that come in another order have the same texts', async () => {
  const load = async (name: string, dump: ReturnType<typeof largerDump>) => {
    const file = join(folder, `${name}.db`);
    const sites = [{ folder: writeDump(join(folder, name), dump), site: 'verbs' }];
    await loadDumps(file, sites, { now: () => now }, {}, { commitRows: 1 });
    return Object.entries(contents(file)).filter(([table]) => /^table text_\w+s$/.test(table));
  };
  const dump = largerDump();
  const texts = await load('ordered', dump);
  expect(texts.map(([table]) => table)).toEqual(expect.arrayContaining(['table text_answers', 'table text_questions']));
  expect(await load('turned', { ...dump, Posts: dump.Posts.toReversed() })).toEqual(texts);
});

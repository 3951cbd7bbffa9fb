import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PARTS, type Dump } from '../../../sandbox/dump/dump.ts';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { findFiles } from '../../../sandbox/dump/source.ts';
import { fileFolder } from '../support/file-folder.ts';
import { smallDump, writeDump } from './small-dump.ts';

const folder = fileFolder();
const plain = writeDump(join(folder, 'plain'), smallDump());

/** Program that unpacks `X.7z` by reading the folder `X.7z.d`, and fails where there is none. */
const UNPACKER = `#!/bin/sh
if [ "$1" = l ]; then
  cd "$4.d" || exit 2
  for name in *; do
    printf 'Path = dump/%s\\nSize = %s\\nPacked Size = 1\\nModified = 2024-01-01\\n\\n' "$name" $(wc -c < "$name")
  done
elif [ "$1" = x ]; then
  cat "$3.d/$(basename "$4")"
fi
`;
const isWindows = process.platform === 'win32';
const programs = join(folder, 'programs');
mkdirSync(programs);
writeFileSync(join(programs, '7zz'), UNPACKER);
chmodSync(join(programs, '7zz'), 0o755);
beforeEach(() => vi.stubEnv('PATH', `${programs}:${process.env['PATH'] ?? ''}`));
afterEach(() => vi.unstubAllEnvs());

/** An archive with some of the small dump's files. */
function archive(path: string, names: readonly string[]): string {
  const dump = smallDump();
  writeDump(`${path}.d`, Object.fromEntries(Object.entries(dump).filter(([name]) => names.includes(name))));
  writeFileSync(path, '');
  return path;
}
const NAMES = readdirSync(plain).map((name) => name.replace('.xml', ''));

let number = 0;
async function load(dump: Omit<Dump, 'site'>) {
  const file = join(folder, `${(number += 1)}.db`);
  const told: string[] = [];
  await loadDumps(
    file,
    [{ ...dump, site: 'verbs' }],
    { now: () => 1_773_144_000 },
    {
      missing: (path) => void told.push(`missing ${path}`),
      leftOut: (site, part) => void told.push(`${site} without ${PARTS[part]}`),
    },
  );
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = 'posts bodies users tags votes comments user_badges post_links reputation_events'.split(' ');
  const counts = tables.map(
    (table) => `${table} ${String(Object.values(db.prepare(`SELECT count(*) FROM ${table}`).get()!)[0])}`,
  );
  db.close();
  return { told, counts };
}
const whole = await load({ folder: plain });

test.skipIf(isWindows)('an archive is loaded as the folder that it was made of', async () => {
  const packed = archive(join(folder, 'all.7z'), NAMES);
  expect(await load({ folder: packed })).toEqual(whole);
});

test.skipIf(isWindows)('a folder may have an archive for each table, beside files', async () => {
  const mixed = writeDump(join(folder, 'mixed'), { Tags: smallDump().Tags });
  for (const name of NAMES.filter((one) => one !== 'Tags')) archive(join(mixed, `made.example-${name}.7z`), [name]);
  expect(await load({ folder: mixed })).toEqual(whole);
});

test.skipIf(isWindows)('a file of an archive is read on from a byte', async () => {
  const packed = archive(join(folder, 'posts.7z'), ['Posts']);
  const read = async (place: string, from: number) => {
    const pieces: Buffer[] = [];
    for await (const piece of findFiles(place).get('Posts.xml')!.read(from)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  expect(await read(packed, 100)).toBe(await read(plain, 100));
  expect(findFiles(packed).get('Posts.xml')!.bytes).toBe(findFiles(plain).get('Posts.xml')!.bytes);
});

test.skipIf(isWindows)('what cannot be unpacked is refused with what helps', async () => {
  const broken = join(folder, 'broken.7z');
  writeFileSync(broken, '');
  await expect(load({ folder: broken })).rejects.toThrow(/broken\.7z" cannot be unpacked\. Fetch it anew/);
  const gone = archive(join(folder, 'gone.7z'), NAMES);
  const { read } = findFiles(gone).get('Posts.xml')!;
  renameSync(`${gone}.d`, `${gone}.away`);
  await expect(read(0)[Symbol.asyncIterator]().next()).rejects.toThrow(/cannot be unpacked/);
  vi.stubEnv('PATH', join(folder, 'nowhere'));
  expect(() => findFiles(gone)).toThrow(/none of 7zz, 7z, 7za to unpack it\. Install 7-Zip/);
});

test('parts that are not wanted are left out, and it is told what then lacks', async () => {
  const { told, counts } = await load({ folder: plain, only: ['questions', 'users', 'tags'] });
  expect(told).toEqual([
    'verbs without answers',
    'verbs without up- and down-votes, bounties, most of the reputation history',
    'verbs without sources of posts, reasons of closing, locks, protection, migrations',
    'verbs without comments',
    'verbs without badges and their counts',
    'verbs without linked and duplicate questions',
  ]);
  expect(counts).toEqual([
    ...['posts 4', 'bodies 4', 'users 4', 'tags 2', 'votes 0', 'comments 0', 'user_badges 0', 'post_links 0'],
    'reputation_events 3',
  ]);
  await expect(load({ folder: plain, only: ['answers', 'users'] })).rejects.toThrow(/Answers belong to questions/);
});

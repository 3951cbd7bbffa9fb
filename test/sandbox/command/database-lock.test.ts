import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDatabase } from '../../../sandbox/command/database-lock.ts';
import { fileFolder } from '../support/file-folder.ts';

const folder = fileFolder();

const lock = (name: string, { maxWaitMs = 5_000, signal = new AbortController().signal, said = [] as string[] } = {}) =>
  lockDatabase(join(folder, name), { say: (line) => void said.push(line), signal, maxWaitMs });

test('a database that another one has is waited for, and that is said once', async () => {
  const said: string[] = [];
  const release = await lock('a.sqlite');
  const other = await lock('b.sqlite');
  const waiting = lock('a.sqlite', { said });
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toContain('waiting for it to end');
  release();
  (await waiting)();
  other();
  expect(said).toHaveLength(1);
});

test('it is not waited for without end, nor by one that is told to stop', async () => {
  const release = await lock('a.sqlite');
  await expect(lock('a.sqlite', { maxWaitMs: 0 })).rejects.toThrow(/^Another sandbox has the database .*a\.sqlite/);
  const stop = new AbortController();
  const waiting = lock('a.sqlite', { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
  release();
});

test('where no lock can be made, the database itself says what is wrong', async () => {
  await expect(lock('not-there/a.sqlite')).resolves.toBeTypeOf('function');
});

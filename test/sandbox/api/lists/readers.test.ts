import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { key, site, startNetwork, token, type TestNetwork } from '../../support/network.ts';
import { filledPath, neededBy, readings } from '../../support/operations.ts';

// Lists of a network in a file are read in threads, and are what they are in the serving thread.

const threaded = await startNetwork({ readers: 2 });
const own = await startNetwork({ readers: 0 });

/** What a GET gets, without the addresses of the network itself. */
async function answerOf(network: TestNetwork, path: string, parameters: Record<string, string | number | string[]>) {
  const { status, body } = await network.get(path, parameters);
  const text = JSON.stringify({ ...body, quota_remaining: undefined });
  return { status, text: text.replaceAll(network.apiBaseUrl, '') };
}

/** The last path of each route. */
const paths = new Map(readings.map(([template, route]) => [route, template]));
const read = [...paths].map(([route, template]) => [template, route] as const);
test.each(read)('%s is read in a thread as in the serving one', async (template, route) => {
  const path = filledPath(own, template, { site, token });
  const parameters = { ...neededBy(template, route, site), key, access_token: token, filter: '!all', pagesize: 9 };
  expect(await answerOf(threaded, path, parameters)).toEqual(await answerOf(own, path, parameters));
});

test('refusals of a route come back from a thread', async () => {
  const { status, body } = await threaded.get('/tags/git/top-answerers/never', { site });
  expect({ status, ...body }).toMatchObject({ status: 400, error_name: 'bad_parameter', error_message: 'period' });
});

test('who has written something reads it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = threaded.ask({ title: `Round ${round}` });
    const { body } = await threaded.get('/questions', { site, sort: 'creation' });
    expect(body.items[0]).toMatchObject({ question_id: id, title: `Round ${round}` });
  }
});

test('whoever reads when a thread dies is told so, and the next one is answered', async () => {
  const network = await startNetwork({ readers: 2 });
  // The thread starts with the first list, and dies before it is read.
  process.once('worker', (worker: Worker) => void worker.terminate());
  expect((await network.get('/questions', { site })).body).toMatchObject({ error_id: 500 });
  const { status, body } = await network.get('/questions', { site });
  expect([status, body.items.length]).toEqual([200, 30]);
});

test('lists that take long wait for one another, and nothing else for them', async () => {
  const network = await startNetwork({ readers: 2 });
  // Its thread has started then; that of searches has not.
  await network.get('/tags', { site });
  const order: string[] = [];
  const ask = async (path: string, q: string) => {
    expect((await network.get(path, { site, q })).status).toBe(200);
    order.push(path);
  };
  await Promise.all([...['one', 'two', 'three'].map((q) => ask('/search/advanced', q)), ask('/tags', '')]);
  expect(order).toEqual(['/tags', ...Array<string>(3).fill('/search/advanced')]);
});

test('threads are for big networks in a file, unless they are asked for', async () => {
  let started = 0;
  const count = () => (started += 1);
  process.on('worker', count);
  for (const options of [{}, { file: ':memory:', readers: 3 }]) {
    const network = await startNetwork(options);
    expect((await network.get('/questions', { site })).status).toBe(200);
    expect(started).toBe(0);
  }
  const big = await startNetwork();
  const { file } = big.world.db.prepare('PRAGMA database_list').get() as { file: string };
  big.world.db.exec('UPDATE sites SET questions = 20000 WHERE id = 1');
  await big.close();
  const again = await startNetwork({ file });
  expect((await again.get('/questions', { site })).status).toBe(200);
  expect(started).toBe(1);
  process.off('worker', count);
});

test('what waits when a pool is closed is told so, and starts nothing', async () => {
  const network = await startNetwork({ readers: 2 });
  const started: Worker[] = [];
  const count = (worker: Worker) => void started.push(worker);
  process.on('worker', count);
  const asked = Array.from({ length: 8 }, () =>
    network.get('/search/advanced', { site, q: 'a' }).catch(() => undefined),
  );
  await once(process, 'worker');
  await network.close();
  await Promise.all(asked);
  const before = started.length;
  await new Promise(setImmediate);
  expect(started.length).toBe(before);
  process.off('worker', count);
});

import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ask, askInCrowd } from '../../../bench/support/http.ts';
import { measureOthers } from '../../../bench/support/other-servers.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ITEMS = JSON.stringify({ items: [{ id: 1 }] });

/** Answers every third request with an error, and the others with compressed items. */
async function served(): Promise<{ address: string; asked: string[]; sockets: Set<Socket> }> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    asked.push(request.url!);
    const isBroken = request.url!.endsWith('?3');
    response.writeHead(isBroken ? 500 : 200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
    response.end(gzipSync(ITEMS));
  });
  return { address: `http://127.0.0.1:${await listening(server)}/items`, asked, sockets };
}

it('an answer comes as it was sent, with its time', async () => {
  const { address } = await served();
  const { ms, status, headers, body } = await ask(address);
  expect([status, headers['content-encoding'], gunzipSync(body).toString()]).toEqual([200, 'gzip', ITEMS]);
  expect(ms).toBeGreaterThan(0);
});

it('each of a crowd asks one thing after the other on a connection of its own', async () => {
  const { address, asked, sockets } = await served();
  const { times, perSecond, refused } = await askInCrowd(3, 0.1, (turn) => `${address}?${turn}`);
  expect(sockets.size).toBe(3);
  expect(new Set(asked).size).toBe(asked.length);
  expect(refused).toBe(1);
  // Answers of the first fifth of the time are not counted.
  expect(times.length).toBeGreaterThan(0);
  expect(times.length).toBeLessThan(asked.length);
  expect(perSecond).toBeGreaterThan(0);
});

it('other servers are measured where they are installed, bare Node among them, and named where they are not', async () => {
  const { address } = await served();
  const file = join(temporaryFolder(), 'answer.json');
  const { perSecond, bare, missing } = await measureOthers(file, address, { readers: 1, seconds: 0.05 });
  expect(perSecond['node_http']).toBe(bare);
  expect(bare).toBeGreaterThan(0);
  expect([...Object.keys(perSecond), ...missing].toSorted()).toEqual(['json_server', 'mockoon', 'node_http', 'prism']);
});

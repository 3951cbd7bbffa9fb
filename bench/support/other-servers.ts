import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ask, askInCrowd } from './http.ts';
import { untilHolds } from './waiting.ts';

const BARE = 'node_http';
const BARE_PROGRAM = join(import.meta.dirname, 'child/main.ts');
/**
 * Command lines of servers that answer `/items` out of a file. But for Node they are no dependencies, and may be
 * missing.
 */
const SERVERS: Readonly<Record<string, (answer: string, port: string) => [program: string, ...args: string[]]>> = {
  [BARE]: (answer, port) => [process.execPath, BARE_PROGRAM, answer, port],
  json_server: (answer, port) => ['node_modules/.bin/json-server', `${answer}.data.json`, '--port', port],
  prism: (answer, port) => ['node_modules/.bin/prism', 'mock', `${answer}.api.json`, '--port', port],
  mockoon: (answer, port) => ['node_modules/.bin/mockoon-cli', 'start', '--data', `${answer}.api.json`, '--port', port],
};

/** Answers a second of other servers. */
export interface OtherServers {
  /** Of those that are installed, by their names. */
  perSecond: Record<string, number>;
  /** Of `node:http` alone, which is one of them. */
  bare: number;
  missing: string[];
}

/** Writes an answer as each of the servers takes it: as it was sent, as data, and as the example of an API. */
async function writeAnswer(file: string, address: string): Promise<void> {
  const { headers, body } = await ask(address);
  const json = (await (await fetch(address)).json()) as { items: unknown[] };
  const responses = { 200: { description: 'Items', content: { 'application/json': { example: json } } } };
  const paths = { '/items': { get: { responses } } };
  writeFileSync(file, JSON.stringify({ headers, body: body.toString('base64') }));
  writeFileSync(`${file}.data.json`, JSON.stringify({ items: json.items }));
  writeFileSync(
    `${file}.api.json`,
    JSON.stringify({ openapi: '3.0.0', info: { title: 'Items', version: '1' }, paths }),
  );
}

/** These servers take no port of the system's choice. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Measures what other servers send of an answer of ours.
 * @param file that is written for them; some further ones beside it
 * @param address of the answer, which is JSON with `items`
 */
export async function measureOthers(
  file: string,
  address: string,
  { readers, seconds }: { readers: number; seconds: number },
): Promise<OtherServers> {
  await writeAnswer(file, address);
  const perSecond: OtherServers['perSecond'] = {};
  const missing: string[] = [];
  for (const [name, command] of Object.entries(SERVERS)) {
    const port = await freePort();
    const [program, ...args] = command(file, String(port));
    if (!existsSync(program)) {
      missing.push(name);
      continue;
    }
    const child = spawn(program, args, { stdio: 'ignore' });
    const items = `http://127.0.0.1:${port}/items`;
    const isUp = () =>
      fetch(items).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      await untilHolds(`The start of ${name}`, isUp);
      perSecond[name] = (await askInCrowd(readers, seconds, () => items)).perSecond;
    } finally {
      child.kill();
    }
  }
  return { perSecond, bare: perSecond[BARE]!, missing };
}

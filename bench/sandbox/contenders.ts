import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contender } from './running.ts';
import { NOW, SITE, tagName } from './world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const peers = join(root, 'bench/peers');

/** The request that every server gets: one page of a tag's questions, the latest active first. */
export const QUESTIONS_PATH = `/2.3/questions?site=${SITE}&pagesize=30&sort=activity&order=desc`;
/** Every tag has more than a page of questions up to this rank. */
export const TAGS_IN_USE = 500;

/** Installs the peers into their own folder, unless they are there. */
export function installPeers(): void {
  const lock = join(peers, 'node_modules/.package-lock.json');
  if (existsSync(lock)) return;
  process.stderr.write('installing the peers (once)\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peers,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new Error('The peers could not be installed. Is the npm registry within reach?');
}

const peer = (path: string) => join(peers, 'node_modules', path);

/** The sandbox as packages carry it. */
export const program = join(root, 'out/app/sandbox.mjs');

/** Builds {@link program} where its sources have changed. */
export function buildSandbox(): void {
  const done = spawnSync(process.execPath, [join(root, 'build/build.ts'), '--if-stale', 'sandbox'], {
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) throw new Error('The sandbox could not be built.');
}

/** The sandbox over a database, with nothing in the way of asking fast. */
export const sandbox = (database: string): Contender => ({
  name: 'sandbox',
  path: `${QUESTIONS_PATH}&tagged=${tagName(0)}`,
  arguments: (port) => [
    program,
    '--quiet-world',
    `--port=${port}`,
    `--db=${database}`,
    `--now=${NOW}`,
    '--burst=0',
    '--quota-anonymous=1000000000',
  ],
});

/** Node's own server with one ready-made answer: a string, or its bytes compressed beforehand. */
export const bare = (bodyFile: string, isCompressed = false): Contender => ({
  name: isCompressed ? 'node:http, compressed' : 'node:http',
  path: '/',
  arguments: (port) => [join(root, 'bench/bare/main.ts'), bodyFile, String(port), ...(isCompressed ? ['gzip'] : [])],
});

/** json-server filters and sorts its own 5,000 questions, in memory. */
export function jsonServer(folder: string, items: readonly Record<string, unknown>[]): Contender {
  const questions = Array.from({ length: 5000 }, (_, index) => ({
    ...items[index % items.length],
    id: index + 1,
    last_activity_date: NOW - ((index * 7919) % 5000) * 60,
    tag: tagName(index % 50),
  }));
  const file = join(folder, 'json-server.json');
  writeFileSync(file, JSON.stringify({ questions }));
  return {
    name: 'json-server',
    path: '/questions?_limit=1',
    folder,
    arguments: (port) => [
      peer('json-server/lib/cli/bin.js'),
      '--port',
      String(port),
      '--host',
      '127.0.0.1',
      '--quiet',
      file,
    ],
  };
}

/** What json-server has for the same question: of one tag, the latest active first. */
export const jsonServerPath = (tag: string) => `/questions?tag=${tag}&_sort=last_activity_date&_order=desc&_limit=30`;

/** A description of the API, as far as it is looked at here. */
interface Description {
  servers?: unknown;
  paths: Record<string, { get?: { responses: Record<string, { content?: Record<string, Record<string, unknown>> }> } }>;
  components: Record<string, Record<string, unknown>>;
}

/** The components that a part of the description refers to, and those these refer to. */
function componentsOf(description: Description, part: unknown): Description['components'] {
  const found: Description['components'] = {};
  const look = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)) {
      const ofKind = (found[kind] ??= {});
      if (name in ofKind) continue;
      ofKind[name] = description.components[kind]?.[name];
      look(ofKind[name]);
    }
  };
  look(part);
  return found;
}

/**
 * Prism mocks an API from its description, here the one route that is measured, with the measured page as its example:
 * given the whole description it would start half as fast.
 */
export function prism(folder: string, described: string, body: string): Contender {
  const api = JSON.parse(described) as Description;
  const path = '/questions';
  const route = api.paths[path];
  const json = route?.get?.responses['200']?.content?.['application/json'];
  if (!route || !json) throw new Error('The description of the API does not say what /questions answers.');
  delete api.servers;
  delete json['examples'];
  json['example'] = JSON.parse(body);
  const paths = { [path]: route };
  const file = join(folder, 'prism.json');
  writeFileSync(file, JSON.stringify({ ...api, paths, components: componentsOf(api, paths) }));
  return {
    name: 'Prism',
    path: `${path}?site=${SITE}&pagesize=30&sort=activity&order=desc&tagged=${tagName(0)}`,
    folder,
    arguments: (port) => [
      peer('@stoplight/prism-cli/dist/index.js'),
      'mock',
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '--verboseLevel',
      'fatal',
      file,
    ],
  };
}

export function mockoon(folder: string, body: string): Contender {
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const response = {
    uuid: id(3),
    body,
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  };
  const route = {
    uuid: id(2),
    type: 'http',
    documentation: '',
    method: 'get',
    endpoint: '2.3/questions',
    responses: [response],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
  const environment = {
    uuid: id(1),
    lastMigration: 33,
    name: 'questions',
    endpointPrefix: '',
    latency: 0,
    port: 3000,
    hostname: '127.0.0.1',
    folders: [],
    routes: [route],
    rootChildren: [{ type: 'route', uuid: id(2) }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
    cors: true,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  };
  const file = join(folder, 'mockoon.json');
  writeFileSync(file, JSON.stringify(environment));
  return {
    name: 'Mockoon',
    path: '/2.3/questions',
    folder,
    arguments: (port) => [
      peer('@mockoon/cli/bin/run.js'),
      'start',
      '--data',
      file,
      '--port',
      String(port),
      '--disable-log-to-file',
    ],
  };
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askAll } from './client.ts';
import {
  bare,
  buildSandbox,
  installPeers,
  jsonServer,
  jsonServerPath,
  mockoon,
  prism,
  QUESTIONS_PATH,
  sandbox,
  TAGS_IN_USE,
} from './contenders.ts';
import { measureRounds, ratio, type Case, type Result } from './rounds.ts';
import { start, type Contender, type Running } from './running.ts';
import { measureStarts } from './starts.ts';
import { makeWorld, NOW, QUESTION_COUNT, QUESTIONS_SPAN_S, tagName } from './world.ts';

const JSON_SERVER_TAGS = 50;

export interface SpeedOptions {
  rounds: number;
  milliseconds: number;
  /** Whether json-server, Prism and Mockoon are measured too. */
  hasPeers: boolean;
}

/** Takes the figures of one case. */
export type Report = (name: 'hit' | 'miss' | 'cold' | 'start' | 'memory', measured: Record<string, number>) => void;

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** A list nobody asked for yet: a tag's questions up to a time, anywhere among all there are; each address once. */
const missPaths = () =>
  Array.from(
    { length: 400_000 },
    (_, index) =>
      `${QUESTIONS_PATH}&tagged=${tagName(index % TAGS_IN_USE)}&max=${NOW - ((index * 7919) % QUESTIONS_SPAN_S)}`,
  );

/** All questions, the latest active first, list after list: of rows that were not read before, all but a few. */
const coldPaths = () =>
  Array.from(
    { length: QUESTION_COUNT / 30 },
    (_, index) => `${QUESTIONS_PATH}&max=${NOW - Math.round((index * QUESTIONS_SPAN_S * 30) / QUESTION_COUNT)}`,
  );

async function bodyOf(port: number, path: string): Promise<{ text: string; items: Record<string, unknown>[] }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  return { text, items: (JSON.parse(text) as { items: Record<string, unknown>[] }).items };
}

/**
 * The material that the other servers give out, made by a sandbox of its own, which is not the one that is measured.
 */
async function material(
  database: string,
): Promise<{ text: string; items: Record<string, unknown>[]; description: string }> {
  const source = await start(sandbox(database));
  try {
    const { text, items } = await bodyOf(source.port, `${QUESTIONS_PATH}&tagged=${tagName(0)}`);
    const description = await (await fetch(`http://127.0.0.1:${source.port}/_sandbox/openapi.json`)).text();
    return { text, items, description };
  } finally {
    await source.stop();
  }
}

/** Servers by name, with what to stop them by. */
type Servers = ReadonlyMap<string, Running>;

const portOf = (servers: Servers, name: string) => servers.get(name)?.port ?? 0;

/** Node's own server, with a string and with bytes compressed beforehand. */
const bareCases = (servers: Servers): Case[] =>
  ['node:http', 'node:http, compressed'].map((name) => ({
    name,
    port: portOf(servers, name),
    paths: ['/'],
    gzip: true,
  }));

/** @param prismPath undefined where the peers do not run */
function warmCases(servers: Servers, prismPath: string | undefined): Case[] {
  const port = portOf(servers, 'sandbox');
  const own: Case[] = [
    { name: 'hit', port, paths: [`${QUESTIONS_PATH}&tagged=${tagName(1)}`], gzip: true },
    { name: 'miss', port, paths: missPaths(), gzip: true },
  ];
  if (prismPath === undefined) return [...bareCases(servers), ...own];
  const jsonServerPaths = Array.from({ length: JSON_SERVER_TAGS }, (_, rank) => jsonServerPath(tagName(rank)));
  return [
    ...bareCases(servers),
    ...own,
    { name: 'json-server', port: portOf(servers, 'json-server'), paths: jsonServerPaths, gzip: true },
    { name: 'Prism', port: portOf(servers, 'Prism'), paths: [prismPath], gzip: true },
    { name: 'Mockoon', port: portOf(servers, 'Mockoon'), paths: ['/2.3/questions'], gzip: true },
  ];
}

/** How many times as quick one case was as another; left out where the other was not measured. */
function ratios(results: ReadonlyMap<string, Result>, name: string): Record<string, number> {
  const own = results.get(name);
  const others = {
    vsNodeHttp: 'node:http',
    vsNodeHttpCompressed: 'node:http, compressed',
    vsJsonServer: 'json-server',
    vsPrism: 'Prism',
    vsMockoon: 'Mockoon',
  };
  const measured: Record<string, number> = {};
  for (const [key, other] of Object.entries(others)) {
    const result = results.get(other);
    if (own && result) measured[key] = ratio(own, result);
  }
  return measured;
}

async function measureRates(
  servers: Servers,
  prismPath: string | undefined,
  { rounds, milliseconds }: SpeedOptions,
  report: Report,
): Promise<void> {
  const port = portOf(servers, 'sandbox');
  const coldCase = { name: 'cold', port, paths: coldPaths(), gzip: true };
  const cold = await measureRounds([...bareCases(servers), coldCase], 5, 200, 200);
  say('reading every question once');
  await askAll(port, coldPaths());
  const warm = await measureRounds(warmCases(servers, prismPath), rounds, milliseconds, 3000);
  for (const name of ['hit', 'miss'] as const)
    report(name, {
      ...ratios(warm, name),
      perSecond: warm.get(name)?.rate ?? Number.NaN,
      bytes: warm.get(name)?.bytes ?? Number.NaN,
      nodeHttpBytes: warm.get('node:http')?.bytes ?? Number.NaN,
    });
  report('cold', { ...ratios(cold, 'cold'), perSecond: cold.get('cold')?.rate ?? Number.NaN });
}

async function reportStarts(
  own: Contender,
  peer: Contender,
  afterLoad: { own: number; peer: number },
  report: Report,
): Promise<void> {
  const [ownStart, peerStart] = await measureStarts(own, peer);
  report('start', {
    vsPrism: ownStart.milliseconds / peerStart.milliseconds,
    milliseconds: ownStart.milliseconds,
    prismMilliseconds: peerStart.milliseconds,
  });
  report('memory', {
    vsPrism: ownStart.memory / peerStart.memory,
    megabytes: ownStart.memory / 1e6,
    prismMegabytes: peerStart.memory / 1e6,
    vsPrismAfterLoad: afterLoad.own / afterLoad.peer,
    megabytesAfterLoad: afterLoad.own / 1e6,
  });
}

/**
 * Measures how many answers a second the sandbox gives, how soon the first, and in how much memory, beside the others.
 * Without peers it only measures the answers a second, beside Node's own server.
 */
export async function measureSpeed(folder: string, options: SpeedOptions, report: Report): Promise<void> {
  if (options.hasPeers) installPeers();
  buildSandbox();
  say('making 100,000 questions');
  const database = join(folder, 'measured.db');
  makeWorld(database);
  const { text, items, description } = await material(database);
  const bodyFile = join(folder, 'body.json');
  writeFileSync(bodyFile, text);
  const prismContender = options.hasPeers ? prism(folder, description, text) : undefined;
  const peers = prismContender ? [jsonServer(folder, items), prismContender, mockoon(folder, text)] : [];
  const servers = new Map<string, Running>();
  const stopAll = async () => {
    for (const server of servers.values()) await server.stop();
    servers.clear();
  };
  try {
    for (const contender of [sandbox(database), bare(bodyFile), bare(bodyFile, true), ...peers])
      servers.set(contender.name, await start(contender));
    await measureRates(servers, prismContender?.path, options, report);
    const memoryOf = (name: string) => servers.get(name)?.memory() ?? Number.NaN;
    const afterLoad = { own: memoryOf('sandbox'), peer: memoryOf('Prism') };
    await stopAll();
    if (prismContender) await reportStarts(sandbox(database), prismContender, afterLoad, report);
  } finally {
    await stopAll();
  }
}

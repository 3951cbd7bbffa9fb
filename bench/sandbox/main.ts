import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bare, buildSandbox, installPeers, jsonServer, jsonServerPath, mockoon, page, prism, sandbox, tagsInUse } from './contenders.ts';
import { loadDump } from './dump.ts';
import { measureRounds, median, ratio, type Result } from './rounds.ts';
import { isPinned, pinClient, start, type Contender, type Running } from './running.ts';
import { makeWorld, tagName } from './world.ts';

const usage = `Measures the sandbox against other servers on this machine; one JSON line for each case, progress on standard error.

Usage: npm run bench:sandbox -- [--rounds N] [--milliseconds N] [--dump-megabytes N]

Exit codes: 0 all targets reached, 1 not all, or something did not start.
`;

// Rather many rounds: what else the machine does comes and goes, and is much the same for all within one.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    milliseconds: { type: 'string', default: '600' },
    'dump-megabytes': { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
});

/** What the sandbox has to reach; ratios unless said otherwise. */
const targets = {
  hit: { vsNodeHttp: 0.9, vsJsonServer: 25, vsPrism: 3.5, vsMockoon: 6 },
  miss: { vsNodeHttp: 0.33, vsJsonServer: 25, vsPrism: 3.5, vsMockoon: 6 },
  start: { vsPrism: 0.1 },
  memory: { vsPrism: 0.35 },
  dump: { megabytesPerSecond: 20, peakMegabytes: 150 },
} as const;

let missed = 0;
const round = (value: number) => Number(value.toPrecision(3));

/** Prints one case and notes whether it reached its targets. */
function print(name: keyof typeof targets, measured: Record<string, number>, more: Record<string, unknown> = {}): void {
  const wanted: Record<string, number> = targets[name];
  // The smaller the better for what is started, held in memory or at most used.
  const isReached = Object.entries(wanted).every(([key, target]) => {
    const value = measured[key] ?? Number.NaN;
    return name === 'start' || name === 'memory' || key === 'peakMegabytes' ? value <= target : value >= target;
  });
  if (!isReached) missed += 1;
  const rounded = Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, round(value)]));
  process.stdout.write(`${JSON.stringify({ bench: 'sandbox', case: name, ...rounded, ...more, targets: wanted, reached: isReached })}\n`);
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Every address once: a tag's latest questions, before a time that is never the same twice. */
const missPaths = () => Array.from({ length: 400_000 }, (_, index) => `${page}&tagged=${tagName(index % tagsInUse)}&max=${1_900_000_000 + index}`);

async function bodyOf(port: number, path: string): Promise<{ text: string; items: Record<string, unknown>[] }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await response.text();
  return { text, items: (JSON.parse(text) as { items: Record<string, unknown>[] }).items };
}

const starts = 7;

interface Start {
  milliseconds: number;
  /** Resident after the first answer, in bytes. */
  memory: number;
}

/** Starts two servers in turn, several times. @returns the medians */
async function measureStarts(one: Contender, other: Contender): Promise<[Start, Start]> {
  const seen: [Start[], Start[]] = [[], []];
  for (let time = 0; time < starts; time += 1)
    for (const [index, contender] of [one, other].entries()) {
      const running = await start(contender);
      seen[index === 0 ? 0 : 1].push({ milliseconds: running.startedIn, memory: running.memory().now });
      await running.stop();
    }
  const middle = (all: Start[]): Start => ({ milliseconds: median(all.map(({ milliseconds }) => milliseconds)), memory: median(all.map(({ memory }) => memory)) });
  return [middle(seen[0]), middle(seen[1])];
}

async function measureSpeed(folder: string): Promise<void> {
  installPeers();
  buildSandbox();
  say('making 100,000 questions');
  const database = join(folder, 'measured.db');
  makeWorld(database);
  const running: Running[] = [];
  try {
    // The peers get their material from a sandbox of its own, which is not the one that is measured.
    const source = await start(sandbox(database));
    running.push(source);
    const { text, items } = await bodyOf(source.port, `${page}&tagged=${tagName(0)}`);
    const description = await (await fetch(`http://127.0.0.1:${source.port}/_sandbox/openapi.json`)).text();
    await source.stop();
    const own = await start(sandbox(database));
    running.push(own);
    const bodyFile = join(folder, 'body.json');
    writeFileSync(bodyFile, text);
    const prismContender = prism(folder, description, text);
    const peers = [bare(bodyFile), jsonServer(folder, items), prismContender, mockoon(folder, text)];
    for (const peer of peers) running.push(await start(peer));
    const port = (name: string) => running.find((one) => one.name === name)?.port ?? 0;
    const results = await measureRounds(
      [
        { name: 'node:http', port: port('node:http'), paths: ['/'], gzip: true },
        { name: 'hit', port: own.port, paths: [`${page}&tagged=${tagName(1)}`], gzip: true },
        { name: 'miss', port: own.port, paths: missPaths(), gzip: true },
        { name: 'json-server', port: port('json-server'), paths: Array.from({ length: 50 }, (_, rank) => jsonServerPath(tagName(rank))), gzip: true },
        { name: 'Prism', port: port('Prism'), paths: [prismContender.path], gzip: true },
        { name: 'Mockoon', port: port('Mockoon'), paths: ['/2.3/questions'], gzip: true },
      ],
      Number(values.rounds),
      Number(values.milliseconds),
      3000,
    );
    const result = (name: string) => results.get(name) as Result;
    for (const name of ['hit', 'miss'] as const)
      print(name, {
        vsNodeHttp: ratio(result(name), result('node:http')),
        vsJsonServer: ratio(result(name), result('json-server')),
        vsPrism: ratio(result(name), result('Prism')),
        vsMockoon: ratio(result(name), result('Mockoon')),
        perSecond: result(name).rate,
        bytes: result(name).bytes,
      });
    const [ours, theirs] = [own.memory(), running.find(({ name }) => name === 'Prism')?.memory() ?? { now: 0, most: 0 }];
    for (const one of running.splice(0)) await one.stop();
    const [ownStart, prismStart] = await measureStarts(sandbox(database), prismContender);
    print('start', {
      vsPrism: ownStart.milliseconds / prismStart.milliseconds,
      milliseconds: ownStart.milliseconds,
      prismMilliseconds: prismStart.milliseconds,
    });
    print('memory', {
      vsPrism: ownStart.memory / prismStart.memory,
      megabytes: ownStart.memory / 1e6,
      prismMegabytes: prismStart.memory / 1e6,
      vsPrismAfterLoad: ours.now / theirs.now,
      megabytesAfterLoad: ours.now / 1e6,
    });
  } finally {
    for (const one of running) await one.stop();
  }
}

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
  try {
    if (isPinned) pinClient();
    else say('no taskset here, or one core only: server and client share what there is');
    await measureSpeed(folder);
    const { bytes, seconds, peak } = await loadDump(join(folder, 'dump'), Number(values['dump-megabytes']));
    print('dump', { megabytesPerSecond: bytes / 1e6 / seconds, peakMegabytes: peak / 1e6, megabytes: bytes / 1e6 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (missed > 0) process.exitCode = 1;
}

await main();

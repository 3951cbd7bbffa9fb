import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../build/command-line.ts';
import { loadDump } from './dump.ts';
import { isPinned, pinClient } from './running.ts';
import { measureSpeed } from './speed.ts';

const USAGE = `Measures the sandbox against other servers on this machine; one JSON line for each case, progress on
standard error.

Usage: npm run bench:sandbox -- [--rounds N] [--milliseconds N] [--dump-megabytes N] [--no-peers]

--no-peers: only hit, miss and cold, beside Node's own server; without dumps. For a look at what a change costs.

Exit codes: 0 all targets reached, 1 not all, or something did not start.
`;

// Many rounds, because other work of the machine comes and goes, and is much the same within one round.
const { values } = readCommandLine(USAGE, {
  options: {
    rounds: { type: 'string', default: '15' },
    milliseconds: { type: 'string', default: '600' },
    'dump-megabytes': { type: 'string', default: '300' },
    'no-peers': { type: 'boolean', default: false },
  },
});

/**
 * What the sandbox has to reach; ratios unless said otherwise. The peers send what they have ready (except json-server,
 * which filters and sorts 5,000 in memory), so they are the measure of a hit. A miss is a list that nobody asked for
 * within the minute, of rows that were sent before. Its ratios to the peers are printed and not judged, and neither are
 * those of a cold list, whose rows are sent for the first time.
 */
const TARGETS = {
  hit: { vsNodeHttp: 0.9, vsJsonServer: 25, vsPrism: 3.5, vsMockoon: 6 },
  miss: { vsNodeHttp: 0.33 },
  cold: {},
  start: { vsPrism: 0.1 },
  memory: { vsPrism: 0.35 },
  dump: { megabytesPerSecond: 20, peakMegabytes: 150 },
} as const;

let missed = 0;
const round = (value: number) => Number(value.toPrecision(3));

/** Prints one case and notes whether it reached its targets. */
function print(name: keyof typeof TARGETS, measured: Record<string, number>, more: Record<string, unknown> = {}): void {
  const wanted: Record<string, number> = TARGETS[name];
  // The smaller the better for what is started, held in memory or at most used.
  const isReached = Object.entries(wanted).every(([key, target]) => {
    const value = measured[key] ?? Number.NaN;
    if (values['no-peers'] && !(key in measured)) return true;
    return name === 'start' || name === 'memory' || key === 'peakMegabytes' ? value <= target : value >= target;
  });
  if (!isReached) missed += 1;
  const rounded = Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, round(value)]));
  process.stdout.write(
    `${JSON.stringify({ bench: 'sandbox', case: name, ...rounded, ...more, targets: wanted, reached: isReached })}\n`,
  );
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Loads a dump, and a quarter of it, to see that memory does not grow with its size. */
async function measureDumps(folder: string, megabytes: number): Promise<void> {
  const small = await loadDump(join(folder, 'small'), megabytes / 4);
  const large = await loadDump(join(folder, 'large'), megabytes);
  print('dump', {
    megabytesPerSecond: large.bytes / 1e6 / large.seconds,
    peakMegabytes: large.peak / 1e6,
    megabytes: large.bytes / 1e6,
    peakMegabytesOfAQuarter: small.peak / 1e6,
  });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
  try {
    if (isPinned) pinClient();
    else say('no taskset here, or one core only: server and client share what there is');
    const [rounds, milliseconds] = [Number(values.rounds), Number(values.milliseconds)];
    await measureSpeed(folder, { rounds, milliseconds, hasPeers: !values['no-peers'] }, print);
    if (!values['no-peers']) await measureDumps(folder, Number(values['dump-megabytes']));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (missed > 0) process.exitCode = 1;
}

await main();

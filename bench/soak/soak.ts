import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import { demoDataCopy, storyStart } from '../../test/support/demo-data.ts';
import { print, say, type Summary } from '../support/command.ts';
import type { FromChild, SoakOrder } from './child/main.ts';
import { Gateway } from './network/gateway.ts';
import { LivingNetwork } from './network/living.ts';
import { growing, growthPerDay, leftBehind, MAX_GROWTH_PER_DAY, type FaultNight, type Sample } from './slopes.ts';

const CHILD = fileURLToPath(new URL('child/main.ts', import.meta.url));
const HOUR_MS = 3600_000;

/** Requests a day, as for whoever has registered nothing. */
const DAILY_QUOTA = 300;

/** Bad nights: one a week, the first after two days; eight hours each. */
const FIRST_NIGHT_HOURS = 48 + 14;
const NIGHT_EVERY_HOURS = 168;
const NIGHT_HOURS = 8;
/** What a bad night may leave behind in the heap, in MB. */
const MAX_LEFT_BEHIND_MB = 6;
/** A poll that is longer ago than this at the end: Askbell did not recover. */
const MAX_LAST_POLL_AGE_MINUTES = 180;

export interface SoakOptions {
  hours: number;
  speed: number;
  seed: number;
}

const nightsIn = (hours: number): FaultNight[] =>
  Array.from({ length: Math.ceil(Math.max(0, hours - FIRST_NIGHT_HOURS) / NIGHT_EVERY_HOURS) }, (_, index) => {
    const from = FIRST_NIGHT_HOURS + index * NIGHT_EVERY_HOURS;
    return { from, to: Math.min(from + NIGHT_HOURS, hours) };
  });

type End = Exclude<FromChild, { sample: Sample }>;

/** Runs Askbell in a process of its own and gives the samples and how it ended. @throws Error where it died */
function runAskbell(order: SoakOrder, onSample: (sample: Sample) => void): Promise<End> {
  const child = fork(CHILD, [], { silent: true, execArgv: ['--expose-gc'] });
  let words = '';
  child.stderr?.on('data', (said: Buffer) => (words += said.toString()));
  return new Promise<End>((resolve, reject) => {
    let end: End | undefined;
    child.on('message', (message: FromChild) => {
      if ('sample' in message) onSample(message.sample);
      else end = message;
    });
    child.once('exit', (code) => {
      if (end && code === 0) resolve(end);
      else reject(new Error(`Askbell ended with ${code}: ${words}`));
    });
    child.send(order);
  });
}

function summaryOf(options: SoakOptions, nights: FaultNight[], samples: Sample[], end: End) {
  const growth = growthPerDay(samples, nights);
  const left = (measure: 'heap_mb' | 'rss_mb') =>
    Math.max(0, ...nights.flatMap((night) => leftBehind(samples, night, measure) ?? []));
  const heapLeft = left('heap_mb');
  const failures = [
    ...growing(growth).map(
      (measure) => `${measure} grows by ${growth[measure].toFixed(2)} a day, over ${MAX_GROWTH_PER_DAY[measure]}`,
    ),
    ...(heapLeft > MAX_LEFT_BEHIND_MB ? [`a bad night left ${heapLeft.toFixed(1)} MB in the heap`] : []),
    ...(end.lastPollAgeMinutes > MAX_LAST_POLL_AGE_MINUTES ? ['it had stopped polling by the end'] : []),
    ...(samples.length < 3 ? ['too few samples were taken: it ran for too short'] : []),
  ];
  const last = samples.at(-1);
  return {
    passed: failures.length === 0,
    failures,
    seed: options.seed,
    hours: options.hours,
    growth_per_day: Object.fromEntries(
      Object.entries(growth).map(([measure, value]) => [measure, Math.round(value * 1000) / 1000]),
    ),
    heap_left_by_bad_nights_mb: Math.round(heapLeft * 100) / 100,
    rss_left_by_bad_nights_mb: Math.round(left('rss_mb')),
    heap_end_mb: last?.heap_mb,
    rss_end_mb: last?.rss_mb,
    rss_peak_mb: end.rss_peak_mb,
    askbell_cpu_s: end.cpu_s,
    wake_ups_per_hour: last?.wake_ups_per_hour,
    history_end_mb: last?.history_mb,
    notifications: end.notifications,
    person_refused: end.refusals,
    last_poll_age_minutes: end.lastPollAgeMinutes,
    conditions_at_end: end.conditions,
  };
}

/** Lets Askbell live for so many driven hours on a living network, and looks at what grows. */
export async function soak(options: SoakOptions): Promise<Summary> {
  const { hours, speed, seed } = options;
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'askbell-soak-'));
  const startMs = storyStart * 1000;
  let now = startMs;
  const sandbox: Sandbox = await startSandbox({
    file: await demoDataCopy(folder, storyStart),
    clock: { now: () => Math.floor(now / 1000) },
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    quota: { key: DAILY_QUOTA },
    burst: Infinity,
  });
  const nights = nightsIn(hours);
  const living = new LivingNetwork(sandbox, seed, (ms) => void (now = Math.max(now, ms)));
  const gateway = new Gateway({
    target: sandbox.apiBaseUrl,
    random: createRandom(seed),
    onTime: (ms) => living.liveUntil(ms),
    isBad: () => nights.some(({ from, to }) => now >= startMs + from * HOUR_MS && now < startMs + to * HOUR_MS),
  });
  const samples: Sample[] = [];
  try {
    const end = await runAskbell(
      {
        apiBaseUrl: await gateway.listen(),
        authUrl: sandbox.authUrl,
        dataDir: join(folder, 'data'),
        startMs,
        hours,
        speed,
        seed,
        nights,
      },
      (sample) => {
        samples.push(sample);
        print({ sample });
        if (samples.length % 12 === 0) say(`${Math.round(sample.hours)} h: heap ${sample.heap_mb} MB`);
      },
    );
    const summary = summaryOf(options, nights, samples, end);
    for (const failure of summary.failures) say(failure);
    return {
      ...summary,
      requests: sandbox.requests.length,
      happened: living.done,
      spoilt_answers: gateway.faults,
      duration_s: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await gateway.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MEMORY_FLAGS } from '../../build/start/shells.ts';
import { HOUR_MS } from '../../common/durations.ts';
import { MEMORY_GOES_BACK } from '../../electron/desktop/linux/memory.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import { demoDataCopy, storyStart } from '../../test/support/demo-data.ts';
import { print, say, type Summary } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { FromChild, SoakOrder } from './child/main.ts';
import { Gateway } from './network/gateway.ts';
import { LivingNetwork } from './network/living.ts';
import { findings, growthPerDay, leftBehind, leftByNights, type FaultNight, type Sample } from './slopes.ts';

const CHILD = fileURLToPath(new URL('child/main.ts', import.meta.url));

/** Requests a day, as for whoever has registered nothing. */
const DAILY_QUOTA = 300;

/** Bad nights: one a week, the first after two days; eight hours each. */
const FIRST_NIGHT_HOURS = 48 + 14;
const NIGHT_EVERY_HOURS = 168;
const NIGHT_HOURS = 8;
/** How long ago the last poll may be at the end; a longer time means that Askbell did not recover. */
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

/** As `npm run headless` starts it, but with V8's compilers: weeks pass here in minutes. */
const startAskbell = (): ChildProcess =>
  fork(CHILD, [], {
    silent: true,
    execArgv: ['--expose-gc', ...MEMORY_FLAGS],
    env: { ...process.env, ...MEMORY_GOES_BACK },
  });

/** Runs Askbell in a process of its own, gives its samples and how it ended. @throws Error where it died */
function runAskbell(child: ChildProcess, order: SoakOrder, onSample: (sample: Sample) => void): Promise<End> {
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
  const left = leftByNights(samples, nights);
  const failures = [
    ...findings(samples, nights),
    ...(end.lastPollAgeMinutes > MAX_LAST_POLL_AGE_MINUTES ? ['it had stopped polling by the end'] : []),
    ...(samples.length < 3 ? ['too few samples were taken: it ran for too short'] : []),
  ];
  const last = samples.at(-1);
  return {
    passed: failures.length === 0,
    failures,
    seed: options.seed,
    hours: options.hours,
    growth_per_day: rounded(growthPerDay(samples, nights)),
    bad_nights: nights.length,
    bad_nights_measured: nights.filter((night) => leftBehind(samples, night, 'heap_mb') !== undefined).length,
    // Null if no night was measured.
    left_by_bad_nights: left ? rounded(left) : null,
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

const rounded = (figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));

/** Lets Askbell live for hours of driven time on a living network, and looks at what grows. */
export async function soak(options: SoakOptions): Promise<Summary> {
  const { hours, speed, seed } = options;
  const began = performance.now();
  let child: ChildProcess | undefined;
  const folder = temporaryFolder('soak', () => child?.kill('SIGKILL'));
  const startMs = storyStart * 1000;
  let now = startMs;
  const sandbox: Sandbox = await startSandbox({
    file: await demoDataCopy(folder.path, storyStart),
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
    child = startAskbell();
    const end = await runAskbell(
      child,
      {
        apiBaseUrl: await gateway.listen(),
        authUrl: sandbox.authUrl,
        dataDir: join(folder.path, 'data'),
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
    if (summary.left_by_bad_nights === null) say('What a bad night leaves was not measured: the run was too short.');
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
    folder.remove();
  }
}

import { join } from 'node:path';
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '../../../common/durations.ts';
import { nodeFetch } from '../../../electron/api/http/node-fetch.ts';
import type { Fetch } from '../../../electron/api/network.ts';
import type { Clock } from '../../../electron/base/clock.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { openLogFile } from '../../../electron/base/log-file.ts';
import type { Desktop, DesktopEvents, Presence } from '../../../electron/desktop/desktop.ts';
import { createRandom, type Random } from '../../../sandbox/world/random.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { UnderWay } from '../../../test/support/under-way.ts';
import { TIME_HEADER } from '../bad-night.ts';
import { isWithin } from '../growth.ts';
import type { Birth, DrivenCourse } from './birth.ts';
import { assembleLife, start, tell } from './life.ts';
import { measure } from './measure.ts';
import { Person } from './person.ts';

const STEP_MS = 10 * MINUTE_MS;
const SAMPLE_EVERY_MS = 2 * HOUR_MS;

/** Returns a fetch that tells the network Askbell's time, and counts as under way until the body was read. */
const drivenFetch =
  (traffic: UnderWay, now: () => number): Fetch =>
  (address, init = {}) =>
    traffic.during(async () => {
      const headers = { ...init.headers, [TIME_HEADER]: String(now()) };
      const answer = await nodeFetch(address, { ...init, headers });
      const read = new Response(answer.body && (await new Response(answer.body).arrayBuffer()));
      const { status, ok, headers: given } = answer;
      return { status, ok, headers: given, body: read.body, text: () => read.text(), json: () => read.json() };
    });

/** A desktop with somebody at it who comes and goes. */
function createPresence(startMs: number) {
  const events = new Emitter<DesktopEvents>({
    error(message) {
      throw new Error(message);
    },
  });
  let presence: Presence = { state: 'present', since: startMs };
  events.on('presence', (detail) => (presence = detail));
  const desktopOf = (desktop: Desktop): Desktop => ({
    ...desktop,
    presence: () => presence,
    on: (event, listener) => events.on(event, listener),
  });
  return { desktopOf, events };
}

interface Running {
  clock: ManualClock;
  traffic: UnderWay;
  events: Emitter<DesktopEvents>;
  person: Person;
  random: Random;
  wakeUps: () => number;
}

/** People come and go, the machine sleeps: once an hour. */
function liveThroughHour({ clock, events, random }: Running, isBad: boolean): void {
  const hour = new Date(clock.now()).getUTCHours();
  const isAwake = isBad || (hour >= 7 && hour < 23);
  const isThere = isAwake && random.chance(0.85);
  events.emit('presence', { state: isThere ? 'present' : 'away', since: clock.now() });
  if (!isAwake && random.chance(0.05)) {
    // The lid was closed for a while.
    clock.set(clock.now() + random.integer(1, 3) * HOUR_MS);
    events.emit('woke');
  }
  if (isThere && random.chance(0.05)) events.emit('online');
}

/** Moves time on for as long as something is waited for, as a person waits. */
async function whileTimeGoesOn({ clock, traffic }: Running, waited: Promise<void>): Promise<void> {
  let isOver = false;
  const over = waited.finally(() => (isOver = true));
  const deadline = clock.elapsed!() + HOUR_MS;
  for (await traffic.idle(); !isOver; await clock.advance(SECOND_MS, traffic.idle))
    if (clock.elapsed!() > deadline) throw new Error('Something that a person asked for took more than an hour.');
  await over;
}

/** Lives for the hours of the course, and sends samples. Returns the most memory that the process had, in bytes. */
async function run(dataDir: string, course: DrivenCourse, running: Running): Promise<number> {
  const { clock, traffic, person, random, wakeUps } = running;
  let [sampledAt, wakeUpsBefore, hourBefore, peak] = [0, 0, -1, 0];
  for (let elapsed = 0; elapsed < course.hours * HOUR_MS; elapsed += STEP_MS) {
    await clock.advance(STEP_MS, traffic.idle);
    const hours = clock.elapsed!() / HOUR_MS;
    const isBad = isWithin(course.nights, hours);
    if (Math.floor(hours) > hourBefore) liveThroughHour(running, isBad);
    hourBefore = Math.floor(hours);
    if (random.chance(isBad ? 0.15 : 0.06)) await whileTimeGoesOn(running, person.visit());
    await traffic.idle();
    peak = Math.max(peak, process.memoryUsage.rss());
    if (clock.elapsed!() - sampledAt >= SAMPLE_EVERY_MS) {
      const sampleHours = (clock.elapsed!() - sampledAt) / HOUR_MS;
      tell({ sample: measure(dataDir, hours, (wakeUps() - wakeUpsBefore) / sampleHours) });
      [sampledAt, wakeUpsBefore] = [clock.elapsed!(), wakeUps()];
    }
  }
  return peak;
}

/** Lives for hours of driven time, with a person who looks at the window, and tells of samples and the end. */
export async function liveOnDrivenClock(birth: Birth, course: DrivenCourse): Promise<void> {
  const { dataDir } = birth;
  const random = createRandom(course.seed);
  const clock = createManualClock(course.startMs);
  let wakeUps = 0;
  const counted: Clock = {
    now: clock.now,
    elapsed: clock.elapsed!,
    async sleep(ms, signal) {
      await clock.sleep(ms, signal);
      if (signal?.aborted !== true) wakeUps++;
    },
  };
  const traffic = new UnderWay();
  const { desktopOf, events } = createPresence(course.startMs);
  const log = openLogFile(join(dataDir, 'askbell.log'));
  const parts = { clock: counted, random: random.fraction, fetch: drivenFetch(traffic, clock.now), log };
  const life = await assembleLife(dataDir, parts, (_notification, shown) => shown(), desktopOf);
  await start(life, birth, () => clock.advance(SECOND_MS, traffic.idle));
  const person = new Person(life.window, random);
  const peak = await run(dataDir, course, { clock, traffic, events, person, random, wakeUps: () => wakeUps });
  const { accounts } = await life.window.state.get();
  const { user, system } = process.cpuUsage();
  const lastPollAt = accounts[0]?.lastPollAt?.getTime() ?? 0;
  tell({
    end: {
      rss_peak_mb: Math.round(peak / 1024 / 1024),
      cpu_s: Math.round((user + system) / 1e6),
      refusals: person.refusals,
      conditions: accounts.flatMap(({ conditions }) => conditions.map(({ kind }) => kind)),
      lastPollAgeMinutes: Math.round((clock.now() - lastPollAt) / MINUTE_MS),
    },
  });
  await life.askbell.stop();
  process.exit(0);
}

import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '../../../common/durations.ts';
import type { Fetch, FetchAnswer } from '../../../electron/api/network.ts';
import { nodeFetch } from '../../../electron/api/http/node-fetch.ts';
import { MAX_BODY_BYTES } from '../../../electron/api/http/body.ts';
import type { Clock } from '../../../electron/base/clock.ts';
import type { Desktop, DesktopEvents, Presence } from '../../../electron/desktop/desktop.ts';
import { openLogFile } from '../../../electron/base/log-file.ts';
import { createRandom, type Random } from '../../../sandbox/world/random.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { assembleInProcess, signInAt } from '../../../test/support/process/assembled.ts';
import { createProcessDesktop } from '../../../test/support/process/process-desktop.ts';
import { untilHolds } from '../../support/waiting.ts';
import { TIME_HEADER } from '../network/gateway.ts';
import type { FaultNight, Sample } from '../slopes.ts';
import { measure } from './measure.ts';
import { Person } from './person.ts';

/** What a run is to be. */
export interface SoakOrder {
  apiBaseUrl: string;
  authUrl: string;
  dataDir: string;
  startMs: number;
  hours: number;
  /** Driven seconds in a real one; 0 for as fast as it goes. */
  speed: number;
  seed: number;
  /** Nights in which the person stays up and looks at the window all the time. */
  nights: FaultNight[];
}

/** What is told to the parent. */
export type FromChild =
  | { sample: Sample }
  | {
      rss_peak_mb: number;
      cpu_s: number;
      refusals: number;
      conditions: string[];
      lastPollAgeMinutes: number;
      notifications: number;
    };

const STEP_MS = 10 * MINUTE_MS;
const SAMPLE_EVERY_MS = 2 * HOUR_MS;
/** After this many turns of the event loop without a request under way, nothing goes on by itself any more. */
const QUIET_TURNS = 10;

/** The beginning of a body, in bytes; null where there is none. */
async function beginningOf({ body }: FetchAnswer, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces);
}

/** Requests that are under way, so that time waits for them. */
class Traffic {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly fetch: Fetch = async (address, init = {}) => {
    this.#underWay++;
    try {
      const headers = { ...init.headers, [TIME_HEADER]: String(this.#now()) };
      const answer = await nodeFetch(address, { ...init, headers });
      // The body is read here so that "under way" covers it: as far as Askbell reads it, and a little more.
      const body = await beginningOf(answer, MAX_BODY_BYTES + 1);
      const read = new Response(body);
      const { status, ok, headers: given } = answer;
      return { status, ok, headers: given, body: read.body, text: () => read.text(), json: () => read.json() };
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  };

  readonly idle = async (): Promise<void> => {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      if (this.#underWay > 0) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        turns = 0;
      }
      await turn();
    }
  };
}

/** A desktop with somebody at it who comes and goes. */
function createDesktop(dataDir: string, startMs: number, paste: (text: string) => Promise<unknown>) {
  const listeners = new Map<string, Set<(detail: never) => void>>();
  let presence: Presence = { state: 'present', since: startMs };
  const shown: number[] = [];
  const base = createProcessDesktop({ dataDir, show: ({ id }) => void shown.push(id), paste });
  const desktop: Desktop = {
    ...base,
    presence: () => presence,
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
  };
  function emit<E extends keyof DesktopEvents>(event: E, detail: DesktopEvents[E]): void {
    if (event === 'presence') presence = detail as Presence;
    for (const listener of listeners.get(event) ?? []) listener(detail as never);
  }
  return { desktop, emit, shown };
}

type Emit = ReturnType<typeof createDesktop>['emit'];

/** What happens by the hour: people come and go, the machine sleeps. */
function liveThroughHour(order: SoakOrder, { clock, emit, random }: Running): void {
  const hours = clock.elapsed!() / HOUR_MS;
  const hour = new Date(clock.now()).getUTCHours();
  const isBad = order.nights.some(({ from, to }) => hours >= from && hours < to);
  const isAwake = isBad || (hour >= 7 && hour < 23);
  const isThere = isAwake && random.chance(0.85);
  emit('presence', { state: isThere ? 'present' : 'away', since: clock.now() });
  if (!isAwake && random.chance(0.05)) {
    // The lid was closed for a while.
    clock.set(clock.now() + random.integer(1, 3) * HOUR_MS);
    emit('woke', undefined);
  }
  if (isThere && random.chance(0.05)) emit('online', undefined);
}

async function soak(order: SoakOrder): Promise<void> {
  const { dataDir, startMs, seed } = order;
  const random = createRandom(seed);
  const clock = createManualClock(startMs);
  let wakeUps = 0;
  const counted: Clock = {
    now: clock.now,
    elapsed: clock.elapsed!,
    async sleep(ms, signal) {
      await clock.sleep(ms, signal);
      if (signal?.aborted !== true) wakeUps++;
    },
  };
  const traffic = new Traffic(clock.now);
  const { desktop, emit, shown } = createDesktop(dataDir, startMs, (text) => window.session.paste({ text }));
  const { askbell, window } = await assembleInProcess({
    desktop,
    clock: counted,
    random: random.fraction,
    fetch: traffic.fetch,
    log: openLogFile(join(dataDir, 'askbell.log')),
    dataDir,
  });
  await askbell.start();
  const { apiBaseUrl, authUrl } = order;
  await signInAt(window, 'Soak', { apiBaseUrl, authUrl });
  await untilHolds('The sign-in', async () => (await window.state.get()).phase === 'running', { everyMs: 1 });
  const person = new Person(window, random);
  await run(order, { clock, traffic, emit, person, random, wakeUps: () => wakeUps });
  const state = await window.state.get();
  const [account] = state.accounts;
  const { user, system } = process.cpuUsage();
  process.send!({
    rss_peak_mb: Math.round(peak / 1024 / 1024),
    cpu_s: Math.round((user + system) / 1e6),
    refusals: person.refusals,
    conditions: state.accounts.flatMap(({ conditions }) => conditions.map(({ kind }) => kind)),
    lastPollAgeMinutes: Math.round((clock.now() - (account?.lastPollAt?.getTime() ?? 0)) / MINUTE_MS),
    notifications: shown.length,
  } satisfies FromChild);
  await askbell.stop();
  process.disconnect();
}

let peak = 0;

interface Running {
  clock: ManualClock;
  traffic: Traffic;
  emit: Emit;
  person: Person;
  random: Random;
  wakeUps: () => number;
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

async function run(order: SoakOrder, running: Running): Promise<void> {
  const { clock, traffic, person, random, wakeUps } = running;
  const began = performance.now();
  let [sampledAt, wakeUpsBefore, hourBefore] = [0, 0, -1];
  for (let elapsed = 0; elapsed < order.hours * HOUR_MS; elapsed += STEP_MS) {
    await clock.advance(STEP_MS, traffic.idle);
    const hours = clock.elapsed!() / HOUR_MS;
    if (Math.floor(hours) > hourBefore) liveThroughHour(order, running);
    hourBefore = Math.floor(hours);
    const isBad = order.nights.some(({ from, to }) => hours >= from && hours < to);
    if (random.chance(isBad ? 0.15 : 0.06)) await whileTimeGoesOn(running, person.visit());
    await traffic.idle();
    peak = Math.max(peak, process.memoryUsage.rss());
    if (clock.elapsed!() - sampledAt >= SAMPLE_EVERY_MS) {
      const sampleHours = (clock.elapsed!() - sampledAt) / HOUR_MS;
      process.send!({ sample: measure(order.dataDir, hours, (wakeUps() - wakeUpsBefore) / sampleHours) });
      [sampledAt, wakeUpsBefore] = [clock.elapsed!(), wakeUps()];
    }
    const ahead = order.speed > 0 ? clock.elapsed!() / order.speed - (performance.now() - began) : 0;
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
}

process.once('message', (order: SoakOrder) => void soak(order));
// Whoever started it is gone.
process.once('disconnect', () => process.exit());

import { describe, expect, it, beforeEach } from 'vitest';
import { ServerClock } from '../../../../electron/agent/scheduler/server-clock.ts';
import { openProfile, type History, type ProfileHistory } from '../../../support/profile.ts';
import { Gate } from '../../../../electron/agent/scheduler/gate.ts';
import { NetworkError, type Network } from '../../../../electron/api/network.ts';
import { Quota } from '../../../../electron/agent/scheduler/quota.ts';
import { Scheduler } from '../../../../electron/agent/scheduler/scheduler.ts';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import { SettingsStore } from '../../../../electron/store/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { schedulerContext } from '../../../support/scheduler-context.ts';

const [minute, hour] = [60_000, 3600_000];

/** A machine whose clock can be set and that can sleep, and the network's time, which goes on whatever happens. */
function machine(behind = 0) {
  let [truth, off, slept] = [Date.UTC(2026, 0, 5), -behind, 0];
  /** By how much what was noted is moved. */
  const moved: number[] = [];
  const clock = { now: () => truth + off, elapsed: () => truth - slept, sleep: () => Promise.resolve() };
  const time = new ServerClock(clock, openProfile().profile);
  time.follow({ shiftTimes: (by) => void moved.push(by) });
  return {
    time,
    moved,
    truth: () => truth,
    pass: (ms: number) => void (truth += ms),
    set: (by: number) => void (off += by),
    sleep(ms: number) {
      truth += ms;
      slept += ms;
    },
    answer() {
      truth += 100;
      return time.check(Math.floor(truth / 1000) * 1000, 100);
    },
    /** Expects the time to be right to a few seconds. */
    expectRight: () => expect(Math.abs(time.now() - truth)).toBeLessThan(3000),
    /** What the answer says that is written down now, once it is read. */
    ask() {
      const [written, sentAt, began] = [Math.floor(truth / 1000) * 1000, truth + off, truth - slept];
      return { read: () => time.check(written, truth - slept - began, truth + off - sentAt) };
    },
  };
}

it.each([
  ['forth', hour],
  ['back', -hour],
])('moves nothing where the clock was set %s before a sleep', (_, by) => {
  const { time, moved, pass, set, sleep, answer, expectRight } = machine();
  answer();
  set(by);
  pass(10 * minute);
  sleep(20 * minute);
  time.woke();
  answer();
  expectRight();
  expect(moved).toEqual([]);
});

const setForth = ({ time, set }: ReturnType<typeof machine>) => {
  set(15 * minute);
  expect(time.detectSleep()).toBe(true);
};
const sleepOn = ({ time, sleep }: ReturnType<typeof machine>) => {
  sleep(15 * minute);
  time.woke();
};
it.each([
  ...[-2900, -1200, 0, 1300, 2500].map((off) => ['a set clock was taken for a sleep', off, setForth] as const),
  ...[-2900, 0, 2500].map((off) => ['it really slept', off, sleepOn] as const),
])('counts what passed since a note to the second where %s, %d ms off by the network', (_, off, happens) => {
  const world = machine(-off);
  const { time, moved, truth, pass, answer } = world;
  answer();
  const [noted, at, before] = [time.now(), truth(), moved.length];
  happens(world);
  pass(10_000);
  answer();
  const passed = time.now() - (noted + moved.slice(before).reduce((sum, by) => sum + by, 0));
  expect(Math.abs(passed - (truth() - at))).toBeLessThan(5);
});

describe('an answer that is read only after a sleep', () => {
  /** A machine that has been told the time, and another answer that is on its way. */
  const asked = () => {
    const world = machine();
    world.answer();
    world.pass(minute);
    return { ...world, ...world.ask() };
  };

  it.each(['before it is read', 'after that', 'never'])('does not set the time back: a wake told of %s', (wake) => {
    const { time, moved, truth, pass, sleep, answer, read, expectRight } = asked();
    sleep(3 * hour);
    if (wake === 'before it is read') time.woke();
    expect(read()).toBe('late');
    if (wake === 'after that') time.woke();
    expectRight();
    // Until another answer tells, it may be a clock that was set.
    expect(time.uncertainMs(truth() - 3 * hour - minute)).toBe(3 * hour);
    pass(minute);
    answer();
    expect(time.uncertainMs()).toBe(0);
    expectRight();
    expect(moved).toEqual([]);
  });

  it('leaves open how long a sleep was that the clock does not show', () => {
    const { time, moved, pass, set, sleep, answer, read, expectRight } = asked();
    pass(10);
    sleep(3 * hour);
    set(-4 * hour);
    time.woke();
    read();
    pass(minute);
    answer();
    expectRight();
    expect(moved).toEqual([]);
  });

  it('tells the time where it shows a later one than was thought', () => {
    const { time, truth, set, sleep, ask, answer } = machine();
    answer();
    set(-hour);
    sleep(2 * hour);
    time.woke();
    const { read } = ask();
    sleep(minute);
    expect(read()).toBe('corrected');
    expect(Math.abs(time.now() - truth())).toBeLessThan(minute + 3000);
  });

  it('was none where the clock was set meanwhile, and what was noted before hardly moves', () => {
    const { moved, pass, set, answer, read, expectRight } = asked();
    set(3 * hour);
    pass(100);
    read();
    pass(minute);
    answer();
    expectRight();
    // By no more than the time itself was off.
    expect(moved.every((by) => Math.abs(by) < 1000)).toBe(true);
  });
});

describe('an answer whose time is far off', () => {
  /** An answer that tells the time wrong by this many ms. */
  const odd = (world: ReturnType<typeof machine>, by: number) =>
    world.time.check(Math.floor((world.truth() + by) / 1000) * 1000, 100);

  it.each([24, -24, 87_600, -87_600, 0.1])('is not believed against those before it and this clock: by %d h', (by) => {
    const world = machine();
    world.answer();
    for (let number = 0; number < 20; number++) {
      world.pass(10_000);
      expect(odd(world, by * hour)).toBe('doubted');
      world.pass(10_000);
      expect(world.answer()).toBe('confirmed');
    }
    expect(world.moved).toEqual([]);
  });

  it('is not believed at the first start against this machine’s clock and the answers after it', () => {
    const world = machine();
    odd(world, 24 * hour);
    expect(world.time.vouchedNow()).toBeLessThanOrEqual(world.truth() + 2000);
    expect(world.answer()).toBe('corrected');
    world.expectRight();
  });

  it('gives way to two that agree where this machine’s clock is wrong, too', () => {
    const world = machine(5 * hour);
    odd(world, 24 * hour);
    world.pass(1000);
    expect(world.answer()).toBe('doubted');
    world.pass(2000);
    expect(world.answer()).toBe('corrected');
    world.expectRight();
  });

  it('is believed once all answers told the same for half an hour, where this machine’s clock is wrong as well', () => {
    const world = machine(5 * hour);
    world.answer();
    world.pass(2 * hour);
    for (let passed = 0; passed < 30; passed++) {
      expect(odd(world, 3 * hour)).toBe('doubted');
      world.pass(minute);
    }
    expect(odd(world, 3 * hour)).toBe('corrected');
    // It counts for waits; this machine’s clock does not bear it out, so marks stay behind it however long it is told.
    world.pass(5 * hour);
    odd(world, 3 * hour);
    expect(world.time.vouchedNow()).toBeLessThanOrEqual(world.truth());
  });

  it('is never believed against what this machine’s clock bears out, which moves marks at once after a sleep', () => {
    const world = machine();
    world.answer();
    for (let passed = 0; passed < 120; passed++) {
      expect(odd(world, 20 * minute)).toBe('doubted');
      world.pass(minute);
    }
    // Nobody tells of it.
    world.sleep(3 * hour);
    world.answer();
    expect(Math.abs(world.time.vouchedNow() - world.truth())).toBeLessThan(3000);
  });

  it('lets no mark go past the network’s time where this machine’s clock is ahead', () => {
    const world = machine(-5 * hour);
    world.answer();
    expect(world.time.vouchedNow()).toBeLessThanOrEqual(world.truth() + 3000);
  });
});

const truth = Date.UTC(2026, 0, 5, 12);
/** After the restart the clock is so far behind, until the first answer. */
const behind = 5 * hour;

describe('once a clock that was wrong at the restart is set right', () => {
  let history: History;
  let profile: ProfileHistory;
  beforeEach(() => void ({ history, profile } = openProfile()));
  /** A gate by the clock of this machine. */
  const gateAt = (now: () => number) => {
    const states = new StreamStates(profile);
    const time = new ServerClock({ now, elapsed: () => 0, sleep: () => Promise.resolve() }, profile);
    return { time, states, gate: new Gate(profile, states, time, 'Demo') };
  };

  it('leaves the day of the quota where the earlier run saw it begin, also after a request that was not sent, and moves what was seen since', () => {
    const began = truth - 6 * hour;
    const sameDay = { windowStartedAt: began, shownAt: began };
    new Quota(profile, 0).observe({ max: 300, remaining: 100 }, began);
    const quota = new Quota(profile, 0);
    quota.sent();
    quota.notSent();
    quota.shiftTimes(behind);
    expect(quota.state()).toMatchObject({ remaining: 100, observedAt: began, ...sameDay });
    quota.observe({ max: 300, remaining: 50 }, truth - behind);
    quota.shiftTimes(behind);
    expect(quota.state()).toMatchObject({ observedAt: truth, ...sameDay });
    quota.observe({ max: 300, remaining: 299 }, truth);
    quota.shiftTimes(hour);
    expect(quota.state()!.observedAt).toBe(truth + hour);
  });

  it('leaves when a stream was asked in the earlier run, whatever else of it changed, and moves when it was asked since', () => {
    const rests = { notBefore: truth + minute, restsUntil: truth + hour };
    new StreamStates(profile).change('inbox', { lastSentAt: truth - minute, ...rests });
    const states = new StreamStates(profile);
    states.change('inbox', { wanted: true });
    states.shiftTimes(behind);
    expect(states.of('inbox')).toMatchObject({ lastSentAt: truth - minute, ...rests });
    states.change('inbox', { lastSentAt: truth });
    states.shiftTimes(hour);
    expect(states.of('inbox')).toMatchObject({ lastSentAt: truth + hour, ...rests });
    const { notBefore } = rests;
    expect(new StreamStates(profile).of('inbox')).toMatchObject({ lastSentAt: truth + hour, notBefore });
  });

  it('moves the minute of a stream whose time lay ahead', () => {
    new StreamStates(profile).change('inbox', { lastSentAt: truth - 10_000 });
    const states = new StreamStates(profile);
    states.of('inbox');
    states.correct(truth - behind);
    states.shiftTimes(behind);
    expect(states.of('inbox').lastSentAt).toBe(truth);
  });

  it('leaves a pause of the earlier run, also where a stream only now comes to wait for it', () => {
    const { gate: earlier } = gateAt(() => truth);
    earlier.pauseMethod('/questions', truth + 20 * minute);
    let off = -behind;
    const { gate, states } = gateAt(() => truth + off);
    expect(gate.streamState('questions:s').notBefore).toBe(truth + 20 * minute);
    // Another one is asked for by the wrong time, and a shorter one of the same.
    gate.pauseMethod('/inbox', truth + off + 10 * minute);
    gate.pauseMethod('/questions', truth + off + 10 * minute);
    off = 0;
    for (const holder of [states, gate]) holder.shiftTimes(behind);
    expect(states.of('questions:s').notBefore).toBe(truth + 20 * minute);
    expect(gate.methodClosedUntil('/questions')).toBe(truth + 20 * minute);
    expect(gate.methodClosedUntil('/inbox')).toBe(truth + 10 * minute);
    expect(gate.streamState('inbox').notBefore).toBe(truth + 10 * minute);
  });

  it('moves every remembered time once: no wait becomes longer or shorter, and no presence is lost', () => {
    const clock = createManualClock(truth - behind);
    const settings = new SettingsStore({ path: '', store: {} });
    const context = schedulerContext({ clock, settings, history });
    const network = {} as Network;
    const polled = { network, networkId: 'demo', networkName: 'Demo', profile };
    const scheduler = new Scheduler(context, { ...polled, announcements: { heldUntil: () => undefined } }, 0);
    const { responses } = scheduler;
    const waits = () => {
      const [method, network] = ['/inbox', '/sites'].map((route) => responses.blockedUntil(route));
      return { method, network, streams: scheduler.syncOutcome() };
    };
    scheduler.setPresence('away');
    scheduler.syncOutcome();
    const at = clock.now();
    responses.answered({ at, quota: { max: 300, remaining: 200 } });
    responses.answered({ at, method: '/inbox', backoffUntil: at + 20 * minute });
    const throttled = new NetworkError('throttled', 'Too many requests.', { retryAt: at + hour, retryNamed: true });
    responses.answered({ at, fault: throttled });
    const before = waits();
    expect(before.method).toBeGreaterThan(at + 19 * minute);
    expect(before.streams.later.map(({ stream }) => stream)).toContain('inbox');
    responses.answered({ at, networkTime: truth });
    expect(Math.abs(scheduler.networkNow()! - truth)).toBeLessThan(3000);
    expect(waits()).toEqual(before);
    expect(Math.abs(scheduler.quota()!.observedAt - truth)).toBeLessThan(3000);
    clock.set(clock.now() + 30 * minute);
    scheduler.woke();
    responses.answered({ at: clock.now(), networkTime: truth + 30 * minute });
    scheduler.setPresence('present');
    const { watched } = profile.mark('presence') as { watched: number[] };
    expect(watched.reduce((sum, hours) => sum + hours, 0)).toBeCloseTo(0.5, 1);
  });
});

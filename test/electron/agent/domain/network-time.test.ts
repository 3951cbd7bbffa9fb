import { describe, expect, it } from 'vitest';
import { NetworkTime } from '../../../../electron/agent/domain/network-time.ts';

const [minute, hour] = [60_000, 3600_000];

/** A machine whose clock can be set and that can sleep, and the network's time, which goes on whatever happens. */
function machine(behind = 0) {
  let [truth, off, slept] = [Date.UTC(2026, 0, 5), -behind, 0];
  const moved: number[] = [];
  const time = new NetworkTime(
    { now: () => truth + off, elapsed: () => truth - slept, sleep: () => Promise.resolve() },
    { skew: 0, onShift: (by) => void moved.push(by), onSkewChange: () => undefined },
  );
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
    /** What the answer says that is written down now, once it is read. */
    ask() {
      const [written, sentAt, began] = [Math.floor(truth / 1000) * 1000, truth + off, truth - slept];
      return { read: () => time.check(written, truth - slept - began, truth + off - sentAt) };
    },
  };
}

it('counts the time slept, and moves nothing that was noted before', () => {
  const { time, moved, truth, sleep, answer } = machine();
  answer();
  sleep(3 * hour);
  time.woke();
  expect(Math.abs(time.now() - truth())).toBeLessThan(3000);
  answer();
  expect(moved).toEqual([]);
});

it.each([
  ['forth', hour],
  ['back', -hour],
])('moves nothing where the clock was set %s before a sleep', (_, by) => {
  const { time, moved, truth, pass, set, sleep, answer } = machine();
  answer();
  set(by);
  pass(10 * minute);
  sleep(20 * minute);
  time.woke();
  answer();
  expect(Math.abs(time.now() - truth())).toBeLessThan(3000);
  expect(moved).toEqual([]);
});

it.each([-2900, -1200, 0, 1300, 2500])(
  'counts what passed since a note to the second where a set clock was taken for a sleep, %d ms off by the network',
  (off) => {
    const { time, moved, truth, pass, set, answer } = machine(-off);
    answer();
    const [noted, at, before] = [time.now(), truth(), moved.length];
    set(15 * minute);
    expect(time.detectSleep()).toBe(true);
    pass(10_000);
    answer();
    const passed = time.now() - (noted + moved.slice(before).reduce((sum, by) => sum + by, 0));
    expect(Math.abs(passed - (truth() - at))).toBeLessThan(5);
  },
);

it.each([-2900, 0, 2500])('does so where it really slept, %d ms off by the network', (off) => {
  const { time, moved, truth, pass, sleep, answer } = machine(-off);
  answer();
  const [noted, at, before] = [time.now(), truth(), moved.length];
  sleep(15 * minute);
  time.woke();
  pass(10_000);
  answer();
  const passed = time.now() - (noted + moved.slice(before).reduce((sum, by) => sum + by, 0));
  expect(Math.abs(passed - (truth() - at))).toBeLessThan(5);
});

it('moves what was noted by a clock that was wrong from the start', () => {
  const truth = Date.UTC(2026, 0, 5);
  const moved: number[] = [];
  const time = new NetworkTime(
    { now: () => truth + hour, elapsed: () => 0, sleep: () => Promise.resolve() },
    { skew: 0, onShift: (by) => void moved.push(by), onSkewChange: () => undefined },
  );
  time.check(truth, 100);
  expect(moved).toHaveLength(1);
  expect(Math.abs(moved[0]! + hour)).toBeLessThan(3000);
});

describe('an answer that is read only after a sleep', () => {
  it.each(['told of before it is read', 'told of after that', 'told of by nobody'])(
    'does not set the time back: a wake %s',
    (wake) => {
      const { time, moved, truth, pass, sleep, answer, ask } = machine();
      answer();
      pass(minute);
      const { read } = ask();
      sleep(3 * hour);
      if (wake === 'told of before it is read') time.woke();
      expect(read()).toBe('late');
      if (wake === 'told of after that') time.woke();
      expect(Math.abs(time.now() - truth())).toBeLessThan(3000);
      // Until another answer tells, it may be a clock that was set.
      expect(time.uncertainty()?.(truth() - 3 * hour - minute)).toBe(3 * hour);
      pass(minute);
      answer();
      expect(time.uncertainty()).toBeUndefined();
      expect(Math.abs(time.now() - truth())).toBeLessThan(3000);
      expect(moved).toEqual([]);
    },
  );

  it('leaves open how long a sleep was that the clock does not show', () => {
    const { time, moved, truth, pass, set, sleep, answer, ask } = machine();
    answer();
    pass(minute);
    const { read } = ask();
    pass(10);
    sleep(3 * hour);
    set(-4 * hour);
    time.woke();
    read();
    pass(minute);
    answer();
    expect(Math.abs(time.now() - truth())).toBeLessThan(3000);
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
    const { time, moved, truth, pass, set, answer, ask } = machine();
    answer();
    const { read } = ask();
    set(3 * hour);
    pass(100);
    read();
    pass(minute);
    answer();
    expect(Math.abs(time.now() - truth())).toBeLessThan(3000);
    // By no more than the time itself was off.
    expect(moved.every((by) => Math.abs(by) < 1000)).toBe(true);
  });
});

import { expect, test } from 'vitest';
import { createManualClock } from './manual-clock.ts';

test('wakes sleepers in the order of time, each at its own moment', async () => {
  const clock = createManualClock(1000);
  const woken: [string, number][] = [];
  const sleep = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push([name, clock.now()]);
  };
  void sleep('late', 300);
  void sleep('early', 100);
  void sleep('also early', 100);
  expect(clock.sleepers()).toBe(3);
  await clock.advance(200);
  expect(woken).toEqual([
    ['early', 1100],
    ['also early', 1100],
  ]);
  expect(clock.now()).toBe(1200);
  await clock.advance(100);
  expect(woken.at(-1)).toEqual(['late', 1300]);
});

test('a loop of sleeps runs as often as it would in real time', async () => {
  const clock = createManualClock(0);
  const rounds: number[] = [];
  void (async () => {
    for (;;) {
      await clock.sleep(60_000);
      rounds.push(clock.now());
    }
  })();
  await clock.advance(180_000);
  expect(rounds).toEqual([60_000, 120_000, 180_000]);
});

test('an aborted sleep ends at once and an aborted signal does not sleep', async () => {
  const clock = createManualClock();
  const abort = new AbortController();
  const sleeping = clock.sleep(Infinity, abort.signal);
  expect(clock.sleepers()).toBe(1);
  abort.abort();
  await sleeping;
  await clock.sleep(5, abort.signal);
  expect(clock.sleepers()).toBe(0);
});

test('setting the wall clock wakes nobody and leaves sleeps as long as they were', async () => {
  const clock = createManualClock(0);
  let awake = false;
  void clock.sleep(1000).then(() => (awake = true));
  clock.set(3_600_000);
  await clock.settle();
  expect([awake, clock.now()]).toEqual([false, 3_600_000]);
  await clock.advance(1000);
  expect([awake, clock.now()]).toEqual([true, 3_601_000]);
});

test('until waits for what happens in real time, and gives up in the end', async () => {
  const clock = createManualClock();
  let there = false;
  setTimeout(() => (there = true), 10);
  await clock.until(() => there);
  await expect(clock.until(() => false, 10)).rejects.toThrow('did not come true');
});

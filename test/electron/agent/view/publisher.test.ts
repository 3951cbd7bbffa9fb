import { describe, expect, it } from 'vitest';
import { ChangedLists, TrayCountdown } from '../../../../electron/agent/view/publisher.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

it.each([
  ['inbox', ['inbox']],
  ['accounts', ['reputation', 'sites']],
  ['sites', ['inbox', 'reputation', 'watches', 'sites']],
  ['reputation:loops', ['reputation']],
  ['history:loops', ['reputation']],
  ['badges:loops', []],
  ['questions:loops', ['watches', 'inbox']],
  ['scored:loops', ['watches', 'inbox']],
  ['featured:loops', ['watches', 'inbox']],
] as const)('the poll of %s changes %j', (stream, lists) => {
  let version = 1;
  const changed = new ChangedLists({ version: () => version });
  version = 2;
  expect(changed.changedBy(stream)).toEqual(lists);
});

it('leaves out lists of the history alone while no row there has changed', () => {
  let version = 1;
  const lists = new ChangedLists({ version: () => version });
  expect(lists.changedBy('inbox')).toEqual([]);
  expect(lists.changedBy('questions:loops')).toEqual(['watches']);
  expect(lists.changedBy('sites')).toEqual(['reputation', 'watches']);
  version = 2;
  expect(lists.changedBy('questions:loops')).toEqual(['watches', 'inbox']);
  expect(lists.changedBy('questions:loops')).toEqual(['watches']);
});

it('tells of a list what changed while others were polled that do not list it', () => {
  let version = 1;
  const lists = new ChangedLists({ version: () => version });
  version = 2;
  expect(lists.changedBy('badges:loops')).toEqual([]);
  expect(lists.changedBy('reputation:loops')).toEqual(['reputation']);
  expect(lists.changedBy('inbox')).toEqual(['inbox']);
  expect(lists.changedBy('inbox')).toEqual([]);
});

describe('a countdown', () => {
  it('is drawn again until there is nothing to count', async () => {
    const clock = createManualClock();
    let left = 3;
    const countdown = new TrayCountdown(clock, () => --left > 0);
    countdown.start();
    countdown.start();
    await clock.advance(60_000);
    expect(left).toBe(1);
    await clock.advance(600_000);
    expect([left, clock.sleepers()]).toEqual([0, 0]);
    left = 2;
    countdown.start();
    await clock.advance(600_000);
    expect(left).toBe(0);
  });

  it('ends when told, for good', async () => {
    const clock = createManualClock();
    let drawn = 0;
    const countdown = new TrayCountdown(clock, () => ++drawn > 0);
    countdown.start();
    countdown.stop();
    countdown.start();
    await clock.advance(600_000);
    expect([drawn, clock.sleepers()]).toEqual([0, 0]);
  });
});

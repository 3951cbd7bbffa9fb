import { beforeEach, describe, expect, it } from 'vitest';
import { PollRounds } from '../../../../electron/agent/notifications/poll-rounds.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

describe('a round of polls', () => {
  let clock: ManualClock;
  let rounds: PollRounds;
  let isWindowFocused: boolean;
  let nextPollAt: number;
  let ended: number;
  /** A poll is recorded, and the next one planned. */
  const poll = (nextInMs: number) => {
    nextPollAt = clock.now() + nextInMs;
    rounds.recorded();
    rounds.planned();
  };

  beforeEach(() => {
    clock = createManualClock(0);
    ended = 0;
    isWindowFocused = false;
    nextPollAt = Infinity;
    rounds = new PollRounds({
      clock,
      nextPollAt: () => nextPollAt,
      isWindowFocused: () => isWindowFocused,
      onOver: () => ended++,
    });
  });

  it('is over with the last poll for a while, and after 15 s in any case', async () => {
    for (let polls = 0; polls < 3; polls++) {
      poll(1000);
      await clock.advance(1000);
      expect([ended, rounds.isOpen()]).toEqual([0, true]);
    }
    poll(60_000);
    expect([ended, rounds.isOpen()]).toEqual([1, false]);
    await clock.advance(60_000);
    for (let polls = 0; polls < 14; polls++) {
      poll(1000);
      await clock.advance(1000);
    }
    expect(ended).toBe(1);
    poll(1000);
    await clock.advance(1000);
    expect(ended).toBe(2);
  });

  it('leaves a focused window two seconds to list what came, from the last poll on', async () => {
    isWindowFocused = true;
    poll(60_000);
    await clock.advance(1500);
    poll(60_000);
    rounds.planned();
    await clock.advance(1999);
    expect([ended, rounds.isOpen()]).toEqual([0, true]);
    await clock.advance(1);
    expect([ended, rounds.isOpen()]).toEqual([1, false]);
    await clock.advance(60_000);
    expect(ended).toBe(1);
  });

  it('ends with no word once it is stopped', async () => {
    isWindowFocused = true;
    poll(60_000);
    rounds.stop();
    await clock.advance(60_000);
    expect(ended).toBe(0);
  });
});

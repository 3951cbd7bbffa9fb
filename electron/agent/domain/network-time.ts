import type { Clock } from '../../clock.ts';

/** Answers tell the time in whole seconds. */
const second = 1000;
/** Differences below are left alone: the network's machines differ by as much among themselves. */
const tolerable = 2000;

/** A wall clock this far ahead of what has run off since means a sleep, or a clock that was set. */
const noticeable = 5000;

/** Of what was noted at a moment, so many ms since may not have passed: sleeps that no answer has told of. */
export type ClockUncertainty = (noted: number) => number;

/** What an answer tells of the time that was thought; `late`: nothing, as the machine slept before it was read. */
export type TimeCheck = 'as-thought' | 'another' | 'late';

interface NetworkTimeParts {
  skew: number;
  /** It was so late by the network's clock at least when it was last heard of. */
  heardAt?: number | undefined;
  relabelled: (by: number) => void;
  slept?: (ms: number) => void;
  keep: (skew: number) => void;
}

/** By how much a sleep was longer than `guessed`, where the time is `off`: what is not noticeable is no sleep, but the time's own error. */
function notAsGuessed(off: number, guessed: number): number {
  if (Math.abs(off) < noticeable) return 0;
  return Math.abs(off + guessed) < noticeable ? -guessed : Math.max(-guessed, off);
}

/**
 * Time as the network counts it, in ms since the epoch: what quota, pauses and the minute between equal requests are
 * kept by. It runs on by itself between answers, so that a machine clock that is set back or forth moves nothing.
 * `relabelled` is told when the time turns out to be another although no time has passed: what was noted before moves
 * along by so many ms. `slept` is told how long the machine slept, once it woke. `keep` is told how far the machine's clock is behind, for the next start: whenever that has changed.
 */
export function createNetworkTime(
  clock: Clock,
  { skew: kept, heardAt = -Infinity, relabelled, slept: tellSleep, keep }: NetworkTimeParts,
) {
  const elapsed = (): number => clock.elapsed?.() ?? clock.now();
  // A clock that was set back while nothing ran must have nobody wait for the time it was set by.
  let offset = Math.max(clock.now() + kept, heardAt) - elapsed();
  let wall = clock.now();
  let steady = elapsed();
  /** So much time was taken to have passed in a sleep since the last answer, if there was one; a clock that was set looks the same. */
  let guessed: number | undefined;
  /** Those that were taken to be sleeps, and the time each made it. */
  let guesses: { by: number; since: number }[] = [];
  /** When it was last told of a wake, by what has run off. */
  let wokeAt = -Infinity;
  const now = (): number => Math.floor(elapsed() + offset);

  /** How much further the wall clock has come than what has run off: the machine slept, or its clock was set. */
  function gap(): number {
    const ahead = clock.now() - wall - (elapsed() - steady);
    [wall, steady] = [clock.now(), elapsed()];
    return ahead > noticeable ? ahead : 0;
  }

  /** It slept for so many ms, as far as can be told. */
  function guess(slept: number): void {
    offset += slept;
    guessed = (guessed ?? 0) + slept;
    if (slept > 0) guesses.push({ by: slept, since: now() });
  }

  const skew = (): number => now() - clock.now();

  /** Also a machine clock that was set changes it, while the network's time goes on. */
  function flush(noLessThan = 1): void {
    // A sleep that no answer has told of is no more than a guess.
    const surely = skew() - Math.max(0, guessed ?? 0);
    if (Math.abs(surely - kept) >= noLessThan) keep((kept = surely));
  }

  return {
    now,
    elapsed,
    /** The machine's time for a moment of the network's. */
    toMachine: (at: number): number => Math.ceil(at - now() + clock.now()),
    fromMachine: (at: number): number => Math.ceil(at - clock.now() + now()),
    /**
     * An answer told the time; all of it `took` so many ms of what runs off, and `byClock` so many by this machine's clock.
     * Gives what that tells of the time thought: whether it was another, or nothing, as the answer was read late.
     */
    heard(networkTime: number, took: number, byClock: number = took): TimeCheck {
      if (byClock - took > noticeable || elapsed() - took < wokeAt) {
        // It may have been written down before a sleep and read after it: it tells no more than that it is not earlier.
        guess(gap());
        if (now() >= networkTime - tolerable) return 'late';
      }
      // It was written down somewhere between question and answer.
      const [earliest, latest] = [networkTime, networkTime + took + second];
      const thought = now();
      const off =
        thought < earliest - tolerable
          ? earliest + second / 2 - thought
          : thought > latest + tolerable
            ? latest - second / 2 - thought
            : 0;
      offset += off;
      // What was noted before a sleep was noted by the right time, however long it was guessed to be.
      const slept = guessed === undefined ? Math.max(0, Math.min(gap(), off)) : notAsGuessed(off, guessed);
      [wall, steady] = [clock.now(), elapsed()];
      const surely = (guessed ?? 0) + slept;
      guessed = undefined;
      guesses = [];
      if (off !== slept) relabelled(off - slept);
      if (surely > 0) tellSleep?.(surely);
      flush(second);
      return off === 0 ? 'as-thought' : 'another';
    },
    /** The machine woke from sleep: time has passed that was not counted. */
    woke(): void {
      wokeAt = elapsed();
      guess(gap());
    },
    /** Nobody told of a wake, yet it may have slept. Gives true where it seems so. */
    seemsToHaveSlept(): boolean {
      const slept = gap();
      if (slept > 0) guess(slept);
      return slept > 0;
    },
    /** How much of the time since a moment is no more than a guess; undefined where all is known. */
    doubt: (): ClockUncertainty | undefined =>
      guesses.length === 0
        ? undefined
        : (noted) => guesses.reduce((sum, { by, since }) => (since > noted ? sum + by : sum), 0),
    /** Before the end: whatever the machine's clock was set to since the last answer, the next start goes on where this one stops. */
    flush: (): void => flush(),
  };
}

export type NetworkTime = ReturnType<typeof createNetworkTime>;

/** Chance that a seed decides: the same seed gives the same numbers on every machine (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 (inclusive) to 1 (exclusive). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low: number, high: number): number => low + next() * (high - low),
    /** A wait whose mean is given. */
    wait: (mean: number): number => -Math.log(1 - next()) * mean,
    chance: (probability: number): boolean => next() < probability,
  };
}
export type Random = ReturnType<typeof createRandom>;

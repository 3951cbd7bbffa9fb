/** A source of chance that gives the same draws for the same seed, everywhere. */
export type Random = ReturnType<typeof createRandom>;

/**
 * Mulberry32: 32 bits of state are plenty for made-up text, and it is fast.
 * @param seed any number; only its low 32 bits count
 */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1));
  return {
    /** A fraction, 0 ≤ x < 1. */
    fraction,
    /** An integer from `from` to `to`, both included. */
    integer,
    /** True in `probability` of the cases. */
    chance: (probability: number): boolean => fraction() < probability,
    /** One of the list; throws on an empty one. */
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('Nothing to pick from: the list is empty');
      return list[integer(0, list.length - 1)] as T;
    },
    /** Up to `count` different ones of the list, in the order drawn. */
    some<T>(list: readonly T[], count: number): T[] {
      const left = [...list];
      const drawn: T[] = [];
      while (drawn.length < count && left.length > 0) drawn.push(...left.splice(integer(0, left.length - 1), 1));
      return drawn;
    },
    /** An exponentially distributed span with this mean, in the mean's own unit. */
    span: (mean: number): number => -Math.log(1 - fraction()) * mean,
  };
}

/** Draws one of the first `count` indexes (of all, if left out), as often as its weight says. */
export type WeightedDraw = (random: Random, count?: number) => number;

/** @param weights positive numbers, at least one */
export function createWeightedDraw(weights: readonly number[]): WeightedDraw {
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  return (random, count = weights.length) => {
    if (count < 1 || count > weights.length)
      throw new RangeError(`Cannot draw among ${count} of ${weights.length} weights`);
    const target = random.fraction() * (sums[count - 1] ?? 0);
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

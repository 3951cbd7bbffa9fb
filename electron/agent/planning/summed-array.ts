/** Numbers are added up in pieces of so many. */
const piece = 256;

/**
 * So many numbers, 0 at first, with their sum. Of thousands hardly any changes between two sums, so only the pieces that
 * changed are added up anew; the sum is the same, to the last digit, however the numbers came about.
 */
export function createSummedArray(length: number) {
  const values = new Float64Array(length);
  const sums = new Float64Array(Math.ceil(length / piece));
  const stale = new Set<number>();
  return {
    /** To be read only. */
    values,
    set(place: number, value: number): void {
      if (values[place] === value) return;
      values[place] = value;
      stale.add(Math.floor(place / piece));
    },
    sum(): number {
      for (const at of stale) {
        let total = 0;
        for (let place = at * piece; place < Math.min(length, (at + 1) * piece); place++) total += values[place]!;
        sums[at] = total;
      }
      stale.clear();
      return sums.reduce((total, each) => total + each, 0);
    },
  };
}

export type SummedArray = ReturnType<typeof createSummedArray>;

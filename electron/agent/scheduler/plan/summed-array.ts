/** Length of a piece; each piece is summed on its own. */
const PIECE_LENGTH = 256;

/**
 * An array of numbers, initially 0, with their sum. Few of thousands change between two sums, so only changed pieces
 * are summed again. The sum is exactly the same for any order of changes.
 */
export class SummedArray {
  /** Read-only; use `set` to change a number. */
  readonly values: Float64Array;
  readonly #sums: Float64Array;
  readonly #stalePieces = new Set<number>();

  constructor(length: number) {
    this.values = new Float64Array(length);
    this.#sums = new Float64Array(Math.ceil(length / PIECE_LENGTH));
  }

  set(index: number, value: number): void {
    if (this.values[index] === value) return;
    this.values[index] = value;
    this.#stalePieces.add(Math.floor(index / PIECE_LENGTH));
  }

  sum(): number {
    for (const piece of this.#stalePieces) {
      let total = 0;
      const end = Math.min(this.values.length, (piece + 1) * PIECE_LENGTH);
      for (let index = piece * PIECE_LENGTH; index < end; index++) total += this.values[index]!;
      this.#sums[piece] = total;
    }
    this.#stalePieces.clear();
    return this.#sums.reduce((total, each) => total + each, 0);
  }
}

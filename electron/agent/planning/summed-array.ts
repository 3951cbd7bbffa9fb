/** How many numbers a piece has; each piece is added up on its own. */
const PIECE_LENGTH = 256;

/**
 * An array of numbers, 0 at first, with their sum. Of thousands hardly any changes between two sums, so only the pieces
 * that changed are added up again. The sum is the same to the last digit, whatever the order of the changes.
 */
export class SummedArray {
  /** To be read only; use `set` to change a number. */
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

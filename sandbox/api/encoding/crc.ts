/** The polynomial of CRC-32, its bits in the order in which gzip has them (RFC 1952 section 8). */
const POLYNOMIAL = 0xedb88320;
const POLYNOMIAL_ONE = 0x80000000;

/** Multiplies two polynomials modulo {@link POLYNOMIAL}. */
function multiply(left: number, right: number): number {
  let factor = right;
  let product = 0;
  for (let bit = POLYNOMIAL_ONE; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}

/** x to the power of 2^n. */
const powers: number[] = [0x40000000];
for (let n = 1; n < 32; n += 1) powers.push(multiply(powers[n - 1] ?? 0, powers[n - 1] ?? 0));

/** x to the power of the number of bits in `bytes` bytes. */
function power(bytes: number): number {
  let product = POLYNOMIAL_ONE;
  for (let bits = bytes * 8, n = 0; bits > 0; bits = Math.floor(bits / 2), n += 1)
    if (bits % 2 === 1) product = multiply(powers[n] ?? 0, product);
  return product >>> 0;
}

/** What the lowest four bits become when a product moves on by four. */
const carried = Uint32Array.from({ length: 16 }, (_, bits) => multiply(POLYNOMIAL_ONE >>> 4, bits));

/**
 * Moves a CRC-32 past a number of bytes; see {@link joinCrc}. It holds the products with all sixteen values of four
 * bits, so that a multiplication takes eight steps.
 */
export type CrcShift = Uint32Array;

/** @param bytes less than 2^28 */
export function crcShift(bytes: number): CrcShift {
  const factor = power(bytes);
  return Uint32Array.from({ length: 16 }, (_, bits) => multiply(factor, (bits << 28) >>> 0));
}

/**
 * The CRC-32 of two texts in a row, from that of each.
 * @param shift {@link crcShift} of the second one's length
 */
export function joinCrc(first: number, second: number, shift: CrcShift): number {
  let product = 0;
  // The lowest four bits are the highest powers: they go first and are moved on the most.
  for (let bits = first, step = 0; step < 8; bits >>>= 4, step += 1)
    product = (product >>> 4) ^ (carried[product & 15] ?? 0) ^ (shift[bits & 15] ?? 0);
  return (product ^ second) >>> 0;
}

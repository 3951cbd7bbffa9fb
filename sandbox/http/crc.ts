/** The polynomial of CRC-32, its bits in the order in which gzip has them (RFC 1952 section 8). */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** Multiplies two polynomials modulo {@link polynomial}. */
function multiply(left: number, right: number): number {
  let factor = right;
  let product = 0;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

/** x to the power of 2^n. */
const powers: number[] = [0x40000000];
for (let n = 1; n < 32; n += 1) powers.push(multiply(powers[n - 1] ?? 0, powers[n - 1] ?? 0));

/**
 * What moves a CRC-32 past so many bytes; see {@link joinCrc}.
 * @param bytes less than 2^28
 */
export function crcShift(bytes: number): number {
  let shift = one;
  for (let bits = bytes * 8, n = 0; bits > 0; bits = Math.floor(bits / 2), n += 1)
    if (bits % 2 === 1) shift = multiply(powers[n] ?? 0, shift);
  return shift >>> 0;
}

/**
 * The CRC-32 of two texts in a row, from that of each.
 * @param shift {@link crcShift} of the second one's length
 */
export const joinCrc = (first: number, second: number, shift: number): number => (multiply(shift, first) ^ second) >>> 0;

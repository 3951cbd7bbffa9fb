import { inflateSync } from 'node:zlib';

/** Pixels of an image, four bytes each: red, green, blue, alpha, unpremultiplied. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Buffer;
}

const SIGNATURE_BYTES = 8;
const BYTES_PER_PIXEL = 4;
/** Bit depth 8, colour type 6 (with alpha), and the only compression, filter set and interlacing of Askbell's icons. */
const RGBA_HEADER = Buffer.from([8, 6, 0, 0, 0]);

/**
 * Decodes a PNG as written by build/icons/render.ts: 8 bits per channel, with alpha, not interlaced
 * (https://www.w3.org/TR/png-3/).
 * @throws Error for any other format
 */
export function decodePng(file: Buffer): Pixels {
  let header: Buffer | undefined;
  const compressed: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = data;
    if (type === 'IDAT') compressed.push(data);
    at += length + 12;
  }
  if (!header?.subarray(8).equals(RGBA_HEADER)) throw new Error('This PNG is not one of Askbell’s icons.');
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  return { width, height, rgba: unfilter(inflateSync(Buffer.concat(compressed)), width * BYTES_PER_PIXEL, height) };
}

/** Reverses the filter of each row (PNG, "Filtering"): bytes are differences from their neighbours. */
function unfilter(filtered: Buffer, rowBytes: number, height: number): Buffer {
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (rowBytes + 1)] ?? 0;
    for (let column = 0; column < rowBytes; column++) {
      const at = row * rowBytes + column;
      const isFirst = column < BYTES_PER_PIXEL;
      const left = isFirst ? 0 : (pixels[at - BYTES_PER_PIXEL] ?? 0);
      const above = pixels[at - rowBytes] ?? 0;
      const aboveLeft = isFirst ? 0 : (pixels[at - rowBytes - BYTES_PER_PIXEL] ?? 0);
      const difference = filtered[row * (rowBytes + 1) + 1 + column] ?? 0;
      pixels[at] = difference + predicted(filter, left, above, aboveLeft);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, aboveLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return Math.floor((left + above) / 2);
    case 4:
      return paeth(left, above, aboveLeft);
    default:
      return 0;
  }
}

/** Returns the neighbour that is nearest to left + above − aboveLeft. */
function paeth(left: number, above: number, aboveLeft: number): number {
  const estimate = left + above - aboveLeft;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toAboveLeft = Math.abs(estimate - aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

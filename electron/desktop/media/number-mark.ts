import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { TrayStatus, TrayView } from '../desktop.ts';

/**
 * Draws a number on an icon, for trays that show none of their own. The digits are bitmaps, because nothing else stays
 * legible at 16 px.
 */

/** Numbers above this are shown as `99+`. */
const MOST_SHOWN = 99;

interface Font {
  /** Rows of each character, `#` for a dot. */
  figures: Record<string, readonly string[]>;
  height: number;
}

const figures = (drawing: string): Record<string, readonly string[]> => {
  const rows = drawing
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ +/));
  return Object.fromEntries(Array.from('0123456789+', (name, index) => [name, rows.map((row) => row[index] ?? '')]));
};

const SMALL: Font = {
  height: 7,
  figures: figures(`
    .##. .#. .##. #### ..#. #### .##. #### .##. .##. ...
    #..# ##. #..# ...# .##. #... #... ...# #..# #..# ...
    #..# .#. ...# ..#. .##. ###. #... ...# #..# #..# .#.
    #..# .#. ..#. .##. #.#. ...# ###. ..#. .##. .### ###
    #..# .#. .#.. ...# #### ...# #..# ..#. #..# ...# .#.
    #..# .#. #... #..# ..#. #..# #..# .#.. #..# ...# ...
    .##. ### #### .##. ..#. .##. .##. .#.. .##. .##. ...`),
};

const BOLD: Font = {
  height: 9,
  figures: figures(`
    .####. ..## .####. .####. ...##. ###### .####. ###### .####. .####. ......
    ##..## .### ##..## ##..## ..###. ##.... ##..## ....## ##..## ##..## ......
    ##..## #### ....## ....## ..###. ##.... ##.... ....## ##..## ##..## ..##..
    ##..## ..## ....## ....## .####. #####. ##.... ...##. ##..## ##..## ..##..
    ##..## ..## ...##. ..###. .#.##. ....## #####. ...##. .####. .##### ######
    ##..## ..## ..##.. ....## ##.##. ....## ##..## ..##.. ##..## ....## ######
    ##..## ..## .##... ....## ###### ....## ##..## ..##.. ##..## ....## ..##..
    ##..## ..## ##.... ##..## ...##. ##..## ##..## .##... ##..## ##..## ..##..
    .####. ..## ###### .####. ...##. .####. .####. .##... .####. .####. ......`),
};

/** Returns the font of an icon's size, and the size of each dot in pixels. */
function fontOf(size: number): Font & { dot: number } {
  if (size < 22) return { ...SMALL, dot: 1 };
  if (size < 32) return { ...BOLD, dot: 1 };
  return size < 48 ? { ...SMALL, dot: 2 } : { ...BOLD, dot: Math.floor(size / 24) };
}

const BYTES_PER_PIXEL = 4;
/** Corner radius of the mark, in dots of its digits. */
const RADIUS_DOTS = 1.5;

type Colour = readonly [red: number, green: number, blue: number];
/**
 * As in build/icons/svg/tray-unread.svg: the digits need a contrast of 4.5 to the mark, and the mark one of 3 to panels
 * from white to dark grey (#2a2e32).
 */
const MARK: Colour = [0x1e, 0x74, 0xe0];
const FIGURE: Colour = [0xff, 0xff, 0xff];

/** Returns the share of a pixel within a box with rounded corners, 0 to 1. */
function coverage(
  x: number,
  y: number,
  box: { left: number; top: number; right: number; bottom: number },
  radius: number,
) {
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const outX = Math.abs(x + 0.5 - middleX) - (box.right - box.left) / 2 + radius;
  const outY = Math.abs(y + 0.5 - middleY) - (box.bottom - box.top) / 2 + radius;
  const distance = Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - radius;
  return Math.min(1, Math.max(0, 0.5 - distance));
}

/** Returns the displayed text of a number; empty for 0. */
export const numberText = (count: number): string => {
  if (count <= 0) return '';
  return count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
};

/** Returns the name of a tray icon: its status and, for `unread`, the number on it. */
export const pictureName = ({ status, unread }: Pick<TrayView, 'status' | 'unread'>): string =>
  status === 'unread' ? `${status} ${numberText(unread)}` : status;

/** Paints pixels of an image; `share` is the covered part of a pixel, 0 to 1. */
class Painter {
  readonly #size: number;
  readonly rgba: Buffer;

  constructor({ width, rgba }: Pixels) {
    this.#size = width;
    this.rgba = Buffer.from(rgba);
  }

  paint(x: number, y: number, colour: Colour, share: number): void {
    const at = (y * this.#size + x) * BYTES_PER_PIXEL;
    const below = (this.#byte(at + 3) / 255) * (1 - share);
    const alpha = share + below;
    if (alpha === 0) return;
    for (const [channel, value] of colour.entries())
      this.rgba[at + channel] = Math.round((value * share + this.#byte(at + channel) * below) / alpha);
    this.rgba[at + 3] = Math.round(alpha * 255);
  }

  clear(x: number, y: number, share: number): void {
    const at = (y * this.#size + x) * BYTES_PER_PIXEL + 3;
    this.rgba[at] = Math.round(this.#byte(at) * (1 - share));
  }

  #byte(at: number): number {
    return this.rgba[at] ?? 0;
  }
}

/** Yields the position of each dot of some digits; `left` and `top` are those of the first digit. */
function* dots(drawn: readonly (readonly string[])[], dot: number, left: number, top: number) {
  let at = left;
  for (const figure of drawn) {
    for (const [row, line] of figure.entries())
      for (const [column, mark] of Array.from(line).entries())
        if (mark === '#')
          for (let part = 0; part < dot * dot; part++)
            yield { x: at + column * dot + (part % dot), y: top + row * dot + Math.floor(part / dot) };
    at += ((figure[0] ?? '').length + 1) * dot;
  }
}

/** Returns the padding of the mark on each side of the digits, in pixels; three digits need the full width. */
function sidePad(text: string, size: number, dot: number): number {
  if (text.length > 2 && size < 32) return 1;
  return size < 22 ? 1 : Math.max(dot, 2);
}

/** Returns a square image with a number on a mark in the lower right corner; unchanged for 0. */
export function withNumber(picture: Pixels, count: number): Pixels {
  const text = numberText(count);
  if (text === '') return picture;
  const { width: size } = picture;
  const { dot, height, figures: all } = fontOf(size);
  const drawn = Array.from(text, (name) => all[name] ?? []);
  const figuresWidth = drawn.reduce((sum, [row = '']) => sum + row.length + 1, -1) * dot;
  const markHeight = (height + 2) * dot;
  const markWidth = Math.max(figuresWidth + 2 * sidePad(text, size, dot), markHeight - dot);
  const mark = { left: Math.max(0, size - markWidth), top: size - markHeight, right: size, bottom: size };
  // A gap between image and mark, so that the two do not merge.
  const gap = { left: mark.left - dot, top: mark.top - dot, right: size + dot, bottom: size + dot };
  const painter = new Painter(picture);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      painter.clear(x, y, coverage(x, y, gap, RADIUS_DOTS * dot + dot));
      painter.paint(x, y, MARK, coverage(x, y, mark, RADIUS_DOTS * dot));
    }
  const left = mark.left + Math.floor((size - mark.left - figuresWidth) / 2);
  for (const { x, y } of dots(drawn, dot, left, mark.top + dot)) painter.paint(x, y, FIGURE, 1);
  return { ...picture, rgba: painter.rgba };
}

/**
 * Returns the tray's icon, `size` pixels square, from the images made by build/icons/render.ts. For the status
 * `unread`, shows the number in place of the dot; 0: only the dot.
 */
export function trayPixels(
  iconsDir: string,
  { status, unread }: Pick<TrayView, 'status' | 'unread'>,
  size: number,
): Pixels {
  const drawn = (name: TrayStatus) => decodePng(readFileSync(join(iconsDir, `tray-${name}-${size}px.png`)));
  return status === 'unread' && unread > 0 ? withNumber(drawn('idle'), unread) : drawn(status);
}

/** Pixels of an image, four bytes each: red, green, blue, alpha, unpremultiplied. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Buffer;
}

const SIGNATURE_BYTES = 8;
/** Bit depth 8, colour type 6 (with alpha), and the only compression, filter set and interlacing of Askbell's icons. */
const RGBA_HEADER = Buffer.from([8, 6, 0, 0, 0]);
/** The only filter of rows in Askbell's icons. */
const SUB_FILTER = 1;
const foreignPng = (): Error => new Error('This PNG is not one of Askbell’s icons.');

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
  if (!header?.subarray(8).equals(RGBA_HEADER)) throw foreignPng();
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  return { width, height, rgba: unfilter(inflateSync(Buffer.concat(compressed)), width * BYTES_PER_PIXEL, height) };
}

/** Reverses the filter of each row (PNG, "Filter types"): bytes are differences from the pixel to the left. */
function unfilter(filtered: Buffer, rowBytes: number, height: number): Buffer {
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const start = row * (rowBytes + 1);
    if (filtered[start] !== SUB_FILTER) throw foreignPng();
    for (let column = 0; column < rowBytes; column++) {
      const at = row * rowBytes + column;
      const left = column < BYTES_PER_PIXEL ? 0 : (pixels[at - BYTES_PER_PIXEL] ?? 0);
      pixels[at] = left + (filtered[start + 1 + column] ?? 0);
    }
  }
  return pixels;
}

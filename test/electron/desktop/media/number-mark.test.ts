import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { decodePng, numberText, pictureName, withNumber } from '../../../../electron/desktop/media/number-mark.ts';
import type { Pixels } from '../../../../electron/desktop/media/number-mark.ts';
import { contrast } from '../../../support/contrast.ts';

const bell = (size: number): Pixels =>
  decodePng(readFileSync(new URL(`../../../../build/icons/app/tray-idle-${size}px.png`, import.meta.url)));
const sizes = [16, 20, 22, 24, 32, 40, 48] as const;

const pixel = ({ width, rgba }: Pixels, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
/** The lightest panel, of GNOME, and the dark one that is nearest to the mark, of KDE's Breeze. */
const PANELS = { light: [0xfa, 0xfa, 0xfb], dark: [0x2a, 0x2e, 0x32] };
const SHOWN = [1, 9, 10, 99, 100];
/** One of each font, neither of which is scaled by the panel. */
const SEEN_SIZES = [16, 24] as const;

interface Place {
  x: number;
  y: number;
}

/** A picture as a person sees it on a panel, with the places of its figures and of the mark they stand on. */
class Seen {
  readonly #picture: Pixels;
  readonly #panel: number[];
  readonly figures: Place[];
  readonly mark: { left: number; top: number; right: number; bottom: number; colour: number[] };

  constructor(picture: Pixels, panel: number[]) {
    this.#picture = picture;
    this.#panel = panel;
    const { width } = picture;
    const places = Array.from({ length: width * width }, (_, at) => ({ x: at % width, y: Math.floor(at / width) }));
    this.figures = places.filter(({ x, y }) => pixel(picture, x, y).every((channel) => channel === 255));
    const marked = places.filter(({ x, y }) => {
      const [red = 0, , blue = 0, alpha] = pixel(picture, x, y);
      return alpha === 255 && blue > red + 100;
    });
    const [xs, ys] = [marked.map(({ x }) => x), marked.map(({ y }) => y)];
    const bounds = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    this.mark = { ...bounds, colour: pixel(picture, marked[0]!.x, marked[0]!.y).slice(0, 3) };
  }

  colour({ x, y }: Place): number[] {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel(this.#picture, x, y);
    const share = alpha / 255;
    return [red, green, blue].map((channel, index) => channel * share + (this.#panel[index] ?? 0) * (1 - share));
  }

  /** What lies around the figures, above, below and beside them. */
  aroundFigures(): Place[] {
    const own = new Set(this.figures.map(({ x, y }) => `${x},${y}`));
    return this.figures
      .flatMap(({ x, y }) => [
        { x: x - 1, y },
        { x: x + 1, y },
        { x, y: y - 1 },
        { x, y: y + 1 },
      ])
      .filter(({ x, y }) => !own.has(`${x},${y}`));
  }

  /** What lies next to the mark above and, where there is anything, to its left: there it could run into the bell. */
  besideMark(): Place[] {
    const { left, top, right, bottom } = this.mark;
    const middle = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
    return [{ x: middle.x, y: top - 1 }, ...(left > 0 ? [{ x: left - 1, y: middle.y }] : [])];
  }
}

/** By how many pixels two pictures' figures differ. */
function differing(one: Seen, other: Seen): number {
  const places = ({ figures }: Seen) => figures.map(({ x, y }) => `${x},${y}`);
  const [first, second] = [places(one), places(other)];
  return new Set([...first, ...second]).size * 2 - first.length - second.length;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/><circle r="7" fill="teal"/></svg>';
const drawn = new Resvg(svg, { background: 'gold' }).render();

it('reading an icon gives the pixels that were drawn', () => {
  expect(decodePng(drawn.asPng())).toEqual({ width: drawn.width, height: drawn.height, rgba: drawn.pixels });
});

it('reading an icon refuses a picture without alpha', () => {
  const [file, colourTypeAt] = [drawn.asPng(), 25];
  file[colourTypeAt] = 2;
  expect(() => decodePng(file)).toThrow('not one of Askbell’s icons');
});

describe('a number in the tray’s picture', () => {
  it('is exact up to 99 and says that there are more above', () => {
    expect([0, 1, 42, 99, 100, 5000].map(numberText)).toEqual(['', '1', '42', '99', '99+', '99+']);
  });

  it.each(sizes)('is another picture for each number at %i px', (size) => {
    const pictures = Array.from({ length: 101 }, (_, count) => withNumber(bell(size), count).rgba.toString('base64'));
    expect(new Set(pictures).size).toBe(101);
    expect(pictures[0]).toBe(bell(size).rgba.toString('base64'));
  });

  it.each(sizes)('leaves some bell at %i px', (size) => {
    for (const count of [1, 100]) {
      const { width, rgba } = withNumber(bell(size), count);
      const all = Array.from({ length: width * width }, (_, at) => [...rgba.subarray(at * 4, at * 4 + 4)]);
      const orange = all.filter(([red, , blue, alpha]) => alpha! > 128 && red! > 200 && blue! < 100);
      expect(orange.length).toBeGreaterThan((size * size) / 12);
    }
  });

  describe.each(Object.entries(PANELS))('on a panel of %s', (_name, panel) => {
    it.each(SEEN_SIZES)('is read at %i px', (size) => {
      for (const count of SHOWN) {
        const seen = new Seen(withNumber(bell(size), count), panel);
        const { left, top, right, bottom, colour } = seen.mark;
        // No figure is cut off: each stands within its mark, which is within the picture.
        for (const { x, y } of seen.figures) {
          expect(x > left && x < right, `${count}: ${x} in ${left} to ${right}`).toBe(true);
          expect(y > top && y < bottom, `${count}: ${y} in ${top} to ${bottom}`).toBe(true);
        }
        // WCAG 1.4.3 for the figures, 1.4.11 for the mark on the panel.
        for (const place of seen.aroundFigures())
          expect(contrast(seen.colour(place), [255, 255, 255]), `${count}: ${place.x},${place.y}`).toBeGreaterThan(4.5);
        expect(contrast(colour, panel)).toBeGreaterThanOrEqual(3);
        for (const place of seen.besideMark())
          expect(contrast(seen.colour(place), colour), `${count}: ${place.x},${place.y}`).toBeGreaterThanOrEqual(3);
      }
    });
  });

  it.each(SEEN_SIZES)('has figures that are not taken for one another at %i px', (size) => {
    const seen = Array.from({ length: 9 }, (_, index) => new Seen(withNumber(bell(size), index + 1), [0, 0, 0]));
    const least = Math.min(...seen.flatMap((one, at) => seen.slice(at + 1).map((other) => differing(one, other))));
    expect(least).toBeGreaterThanOrEqual(size < 22 ? 3 : 5);
    const [one, nine, ten, most, more] = SHOWN.map((count) => new Seen(withNumber(bell(size), count), [0, 0, 0]));
    const apart = [differing(one!, ten!), differing(nine!, most!), differing(most!, more!)];
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(8);
  });

  it('is drawn anew only where it says something else', () => {
    const name = (status: 'unread' | 'offline', unread: number) => pictureName({ status, unread });
    expect(name('unread', 120)).toBe(name('unread', 130));
    expect(name('unread', 2)).not.toBe(name('unread', 3));
    expect(name('offline', 2)).toBe(name('offline', 3));
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberText, pictureName, withNumber } from '../../../../electron/desktop/picture/number-mark.ts';
import { decodePng, type Pixels } from '../../../../electron/desktop/picture/png.ts';

const FILES = { 16: 'tray-idle', 22: 'tray-idle-22px', 24: 'tray-idle-24px', 32: 'tray-idle@2x', 48: 'tray-idle-48px' };
const bell = (size: keyof typeof FILES): Pixels =>
  decodePng(readFileSync(new URL(`../../../../build/icons/png/${FILES[size]}.png`, import.meta.url)));
const sizes = [16, 22, 24, 32, 48] as const;

const pixel = ({ width, rgba }: Pixels, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const light = ([red = 0, green = 0, blue = 0]: number[]): number => {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

describe('a number in the tray’s picture', () => {
  it('is exact up to 99 and says that there are more above', () => {
    expect([0, 1, 42, 99, 100, 5000].map(numberText)).toEqual(['', '1', '42', '99', '99+', '99+']);
  });

  it.each(sizes)('is another picture for each number at %i px', (size) => {
    const pictures = Array.from({ length: 101 }, (_, count) => withNumber(bell(size), count).rgba.toString('base64'));
    expect(new Set(pictures).size).toBe(101);
    expect(pictures[0]).toBe(bell(size).rgba.toString('base64'));
  });

  it.each(sizes)('stands out from its mark, whatever the panel’s colour, and leaves some bell at %i px', (size) => {
    for (const count of [1, 8, 38, 100]) {
      const picture = withNumber(bell(size), count);
      const all = Array.from({ length: size * size }, (_, at) => pixel(picture, at % size, Math.floor(at / size)));
      const figures = all.filter(([red, green, blue]) => red === 255 && green === 255 && blue === 255);
      const mark = all.filter(([red, , blue, alpha]) => alpha === 255 && blue! > 180 && red! < 60);
      // WCAG 1.4.3 asks 4.5 for text; the mark is opaque below each figure, so no panel shines through.
      expect((1 + 0.05) / (light(mark[0]!) + 0.05)).toBeGreaterThan(4.5);
      expect(figures.every(([, , , alpha]) => alpha === 255)).toBe(true);
      expect(figures.length).toBeGreaterThan(7);
      expect(mark.length).toBeGreaterThan(figures.length / 2);
      const orange = all.filter(([red, , blue, alpha]) => alpha! > 128 && red! > 200 && blue! < 100);
      expect(orange.length).toBeGreaterThan((size * size) / 12);
    }
  });

  it('is drawn anew only where it says something else', () => {
    const name = (status: 'unread' | 'offline', unread: number) => pictureName({ status, unread });
    expect(name('unread', 120)).toBe(name('unread', 130));
    expect(name('unread', 2)).not.toBe(name('unread', 3));
    expect(name('offline', 2)).toBe(name('offline', 3));
  });
});

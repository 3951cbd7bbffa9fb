import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TrayStatus } from '../../../electron/desktop/desktop.ts';
import { decodePng, type Pixels } from '../../../electron/desktop/media/number-mark.ts';
import { contrast } from '../../support/contrast.ts';

/** What a person sees of the tray on panels of different colours. */
const picture = (name: string): Pixels => decodePng(readFileSync(`build/icons/app/${name}.png`));

const STATUSES: TrayStatus[] = ['idle', 'unread', 'paused', 'offline', 'attention'];
const SIZES_PX = [16, 20, 22, 24, 32, 40, 48] as const;
/** Of Windows 11, of KDE's Breeze and of GNOME, light and dark. */
const PANELS = {
  'Windows light': [0xf3, 0xf3, 0xf3],
  'Windows dark': [0x20, 0x20, 0x20],
  'Breeze light': [0xef, 0xf0, 0xf1],
  'Breeze dark': [0x2a, 0x2e, 0x32],
  'GNOME light': [0xfa, 0xfa, 0xfb],
  'GNOME dark': [0, 0, 0],
};

/** The colours of a picture's solid pixels, each with how many there are. */
function colours({ rgba }: Pixels): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] !== 255) continue;
    const colour = [...rgba.subarray(at, at + 3)].join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

const parsed = (colour: string) => colour.split(',').map(Number);

describe.each(Object.entries(PANELS))('the tray’s picture on a panel of %s', (_name, panel) => {
  it.each(STATUSES)('is seen where it says "%s", in each size', (status) => {
    for (const sizePx of SIZES_PX) {
      const all = [...colours(picture(`tray-${status}-${sizePx}px`))];
      const solid = all.reduce((sum, [, count]) => sum + count, 0);
      // White, and what it blends into, stands upon a mark only, and is measured with it below.
      const seen = all.filter(([colour, count]) => colour !== '255,255,255' && count > solid / 10);
      expect(seen.length, `${status} at ${sizePx} px`).toBe(status === 'unread' || status === 'attention' ? 2 : 1);
      for (const [colour] of seen)
        expect(contrast(parsed(colour), panel), `${status} at ${sizePx} px, ${colour}`).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the tray’s picture', () => {
  it.each(SIZES_PX)('has a shape of its own in every state at %i px, also for who sees no colours', (sizePx) => {
    const shapes = STATUSES.map((status) => {
      const { rgba } = picture(`tray-${status}-${sizePx}px`);
      return Array.from({ length: rgba.length / 4 }, (_, at) => rgba[at * 4 + 3]! > 127);
    });
    for (const [index, shape] of shapes.entries())
      for (const other of shapes.slice(index + 1)) {
        const differing = shape.filter((covered, pixel) => covered !== other[pixel]).length;
        expect(differing / shape.length).toBeGreaterThan(0.05);
      }
  });

  it('has a mark of exclamation that is read upon red', () => {
    const found = colours(picture('tray-attention-32px'));
    const red = parsed([...found.keys()].find((colour) => parsed(colour)[0]! > 200 && parsed(colour)[2]! < 80)!);
    expect(found.get('255,255,255')).toBeGreaterThan(20);
    expect(contrast(red, [255, 255, 255])).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['', 16],
    ['@2x', 32],
  ] as const)('is black and clear for macOS, which tints it (%s)', (suffix, sizePx) => {
    for (const status of STATUSES) {
      const template = picture(`${status}Template${suffix}`);
      expect(template.width).toBe(sizePx);
      const drawn = Array.from({ length: template.rgba.length / 4 }, (_, at) => [
        ...template.rgba.subarray(at * 4, at * 4 + 4),
      ]).filter(([, , , alpha]) => alpha! > 0);
      expect(drawn.length).toBeGreaterThan((sizePx * sizePx) / 5);
      expect(drawn.every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true);
    }
  });
});

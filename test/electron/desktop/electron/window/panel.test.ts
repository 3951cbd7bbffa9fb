import fc from 'fast-check';
import type { Rectangle } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { panelBounds, type Screen } from '../../../../../electron/desktop/electron/window/panel.ts';

vi.mock('electron', () => ({}));

const area = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height });

/** A screen of 1920 × 1080 with a bar of 40 at one edge. */
const withBar = (edge: 'top' | 'bottom' | 'left' | 'right' | 'none', x = 0, y = 0): Screen => {
  const bounds = area(x, y, 1920, 1080);
  const workArea = {
    top: area(x, y + 40, 1920, 1040),
    bottom: area(x, y, 1920, 1040),
    left: area(x + 40, y, 1880, 1080),
    right: area(x, y, 1880, 1080),
    none: bounds,
  }[edge];
  return { bounds, workArea };
};
const nowhere = { x: 0, y: 0 };

describe('where the panel opens', () => {
  it.each([
    // A bar below, the tray at its right end: right above the picture, kept on the screen.
    ['bottom', area(1800, 1044, 24, 32), area(1512, 472, 400, 560)],
    // A menu bar above, the picture in its middle: below it, centred on it.
    ['top', area(900, 4, 24, 32), area(712, 48, 400, 560)],
    ['left', area(4, 1000, 32, 24), area(48, 512, 400, 560)],
    ['right', area(1884, 500, 32, 24), area(1472, 232, 400, 560)],
  ] as const)('beside the tray’s picture in a bar at the %s', (edge, tray, expected) => {
    expect(panelBounds({ tray, cursor: nowhere }, [withBar(edge)])).toEqual(expected);
  });

  it('over a bar that hides itself, above its picture', () => {
    // Such a bar takes nothing of the work area, and lies in it while it is shown.
    expect(panelBounds({ tray: area(1800, 1044, 24, 32), cursor: nowhere }, [withBar('none')])).toEqual(
      area(1512, 1044 - 8 - 560, 400, 560),
    );
  });

  it('on the screen that the tray is on, wherever the pointer is', () => {
    const screens = [withBar('none'), withBar('bottom', 1920, -200), withBar('top', -1920, 0)];
    const right = panelBounds({ tray: area(3700, 850, 24, 24), cursor: nowhere }, screens);
    expect(right).toEqual(area(1920 + 1920 - 8 - 400, -200 + 1040 - 8 - 560, 400, 560));
    const left = panelBounds({ tray: area(-1000, 8, 24, 24), cursor: nowhere }, screens);
    expect(left).toEqual(area(-1000 + 12 - 200, 48, 400, 560));
  });

  it('in the corner by the pointer where the system does not tell where the tray is', () => {
    const screens = [withBar('top'), withBar('bottom', 1920, 0)];
    for (const tray of [undefined, area(0, 0, 0, 0)]) {
      expect(panelBounds({ tray, cursor: { x: 1900, y: 10 } }, screens)).toEqual(area(1512, 48, 400, 560));
      expect(panelBounds({ tray, cursor: { x: 30, y: 1070 } }, screens)).toEqual(area(8, 512, 400, 560));
      expect(panelBounds({ tray, cursor: { x: 3800, y: 1060 } }, screens)).toEqual(area(3432, 472, 400, 560));
    }
  });

  it('as large as everything is drawn, and smaller where the screen is', () => {
    const at = { cursor: { x: 1900, y: 1070 } };
    expect(panelBounds(at, [withBar('none')], { width: 600, height: 840 })).toEqual(area(1312, 232, 600, 840));
    expect(panelBounds(at, [withBar('none')], { width: 800, height: 1120 })).toEqual(area(1112, 8, 800, 1064));
    const phone = area(0, 0, 360, 480);
    expect(panelBounds(at, [{ bounds: phone, workArea: phone }])).toEqual(area(8, 8, 344, 464));
  });

  it('nowhere without a screen', () => expect(panelBounds({ cursor: nowhere }, [])).toBeUndefined());

  it('always whole within what is free on one screen, so never over a bar', () => {
    const edge = fc.constantFrom('top', 'bottom', 'left', 'right', 'none');
    const screens = fc
      .array(edge, { minLength: 1, maxLength: 3 })
      .map((edges) => edges.map((each, index) => withBar(each, index * 1920, index * 100)));
    const point = fc.record({ x: fc.integer({ min: -500, max: 6500 }), y: fc.integer({ min: -500, max: 1800 }) });
    const wants = fc.record({ width: fc.integer({ min: 320, max: 800 }), height: fc.integer({ min: 160, max: 1120 }) });
    fc.assert(
      fc.property(screens, point, point, fc.boolean(), wants, (all, at, cursor, told, size) => {
        const tray = told ? { ...at, width: 24, height: 24 } : undefined;
        const bounds = panelBounds({ tray, cursor }, all, size)!;
        const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
        const holds = ({ x, y, width, height }: Rectangle) =>
          bounds.x >= x && bounds.y >= y && right <= x + width && bottom <= y + height;
        expect(all.filter(({ workArea }) => holds(workArea))).toHaveLength(1);
        expect(bounds.width).toBeLessThanOrEqual(size.width);
      }),
    );
  });
});

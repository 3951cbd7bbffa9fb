import { describe, expect, test, vi } from 'vitest';
import { usableBounds } from '../../../../../electron/desktop/electron/window/windows.ts';

vi.mock('electron', () => ({
  app: {},
  protocol: {},
  session: {},
  shell: {},
  BrowserWindow: undefined,
  nativeTheme: {},
  screen: {},
}));

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const external = { x: 1440, y: 0, width: 1920, height: 1080 };

describe('the remembered place of the window', () => {
  test('is used while its screen is there', () => {
    const bounds = { x: 1600, y: 100, width: 900, height: 600 };
    expect(usableBounds(bounds, [laptop, external])).toEqual(bounds);
  });

  test('is dropped when the screen is gone', () => {
    expect(usableBounds({ x: 1600, y: 100, width: 900, height: 600 }, [laptop])).toBeUndefined();
  });

  test('may reach over an edge as long as it can be grabbed', () => {
    expect(usableBounds({ x: -500, y: 10, width: 900, height: 600 }, [laptop])).toBeDefined();
    expect(usableBounds({ x: -850, y: 10, width: 900, height: 600 }, [laptop])).toBeUndefined();
  });

  test('nonsense and nothing are dropped', () => {
    expect(usableBounds(undefined, [laptop])).toBeUndefined();
    expect(usableBounds({ x: 0, y: 0, width: 1, height: 1 }, [laptop])).toBeUndefined();
    expect(usableBounds({ x: 0, y: 0, width: Number.NaN, height: 600 }, [laptop])).toBeUndefined();
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createShortcut } from '../../../../electron/desktop/electron/shortcut.ts';

/**
 * Electron's global shortcuts, as its documentation describes them: false for keys that are taken, an error for no
 * keys.
 */
const keyboard = vi.hoisted(() => ({ registered: new Map<string, () => void>(), taken: new Set<string>() }));
vi.mock('electron', () => ({
  globalShortcut: {
    register(accelerator: string, pressed: () => void) {
      if (!/\+?[A-Z0-9]+$/i.test(accelerator)) throw new TypeError('conversion failure');
      if (keyboard.taken.has(accelerator)) return false;
      keyboard.registered.set(accelerator, pressed);
      return true;
    },
    unregister: (accelerator: string) => void keyboard.registered.delete(accelerator),
  },
}));

describe('the global shortcut', () => {
  beforeEach(() => {
    keyboard.registered.clear();
    keyboard.taken.clear();
  });

  test('is registered, pressed, exchanged for another, and given back', async () => {
    let presses = 0;
    const shortcut = createShortcut(() => presses++);
    expect(await shortcut.set('CommandOrControl+Shift+A')).toBe('registered');
    keyboard.registered.get('CommandOrControl+Shift+A')!();
    expect(presses).toBe(1);
    expect(await shortcut.set('Alt+B')).toBe('registered');
    expect([...keyboard.registered.keys()]).toEqual(['Alt+B']);
    expect(await shortcut.set('')).toBe('off');
    expect(keyboard.registered.size).toBe(0);
  });

  test('that another program has, or that is none, is told apart', async () => {
    keyboard.taken.add('Alt+B');
    const shortcut = createShortcut(() => undefined);
    expect(await shortcut.set('Alt+B')).toBe('taken');
    expect(await shortcut.set('Alt+')).toBe('invalid');
    shortcut.release();
    expect(keyboard.registered.size).toBe(0);
  });
});

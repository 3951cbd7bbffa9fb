import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import type { DesktopEvents } from '../../../../electron/desktop/desktop.ts';
import { Shortcuts } from '../../../../electron/desktop/electron/system.ts';

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

describe('global shortcuts', () => {
  let presses: string[];
  let shortcuts: Shortcuts;
  beforeEach(() => {
    keyboard.registered.clear();
    keyboard.taken.clear();
    presses = [];
    const events = new Emitter<DesktopEvents>(silentLog);
    events.on('shortcut', (opens) => presses.push(opens));
    shortcuts = new Shortcuts(events);
  });

  test('are registered, pressed, exchanged for others, and given back', async () => {
    expect(await shortcuts.set('window', 'CommandOrControl+Shift+A')).toBe('registered');
    keyboard.registered.get('CommandOrControl+Shift+A')!();
    expect(presses).toEqual(['window']);
    expect(await shortcuts.set('window', 'Alt+B')).toBe('registered');
    expect([...keyboard.registered.keys()]).toEqual(['Alt+B']);
    expect(await shortcuts.set('window', '')).toBe('off');
    expect(keyboard.registered.size).toBe(0);
  });

  test('of window and panel are held side by side, and neither takes the other’s keys', async () => {
    expect(await shortcuts.set('window', 'Alt+B')).toBe('registered');
    expect(await shortcuts.set('panel', 'Alt+B')).toBe('taken');
    expect(await shortcuts.set('panel', 'Alt+P')).toBe('registered');
    for (const keys of ['Alt+P', 'Alt+B']) keyboard.registered.get(keys)!();
    expect(presses).toEqual(['panel', 'window']);
    expect(await shortcuts.set('window', '')).toBe('off');
    expect([...keyboard.registered.keys()]).toEqual(['Alt+P']);
    shortcuts.releaseAll();
    expect(keyboard.registered.size).toBe(0);
  });

  test('that another program has, or that are none, are told apart', async () => {
    keyboard.taken.add('Alt+B');
    expect(await shortcuts.set('window', 'Alt+B')).toBe('taken');
    expect(await shortcuts.set('window', 'Alt+')).toBe('invalid');
    expect(keyboard.registered.size).toBe(0);
  });
});

import { globalShortcut } from 'electron';
import type { ShortcutOutcome } from '../desktop.ts';

/** Holds one global shortcut at a time; `pressed` is told of each press. */
export function createShortcut(pressed: () => void) {
  let registered = '';
  const release = (): void => {
    if (registered !== '') globalShortcut.unregister(registered);
    registered = '';
  };
  return {
    release,
    async set(accelerator: string): Promise<ShortcutOutcome> {
      release();
      if (accelerator === '') return 'off';
      try {
        if (!globalShortcut.register(accelerator, pressed)) return 'taken';
      } catch {
        // Electron throws on text that names no keys.
        return 'invalid';
      }
      registered = accelerator;
      return 'registered';
    },
  };
}

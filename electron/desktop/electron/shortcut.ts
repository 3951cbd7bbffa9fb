import { globalShortcut } from 'electron';
import type { ShortcutOutcome, ShortcutTarget } from '../desktop.ts';

/** Registers one global shortcut per target; calls `pressed` on each press. */
export function createShortcuts(pressed: (opens: ShortcutTarget) => void) {
  const registered = new Map<ShortcutTarget, string>();
  const release = (opens: ShortcutTarget): void => {
    const accelerator = registered.get(opens);
    if (accelerator !== undefined) globalShortcut.unregister(accelerator);
    registered.delete(opens);
  };
  return {
    releaseAll(): void {
      for (const opens of registered.keys()) release(opens);
    },
    async set(opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome> {
      release(opens);
      if (accelerator === '') return 'off';
      // Electron would replace the other listener.
      if ([...registered.values()].includes(accelerator)) return 'taken';
      try {
        if (!globalShortcut.register(accelerator, () => pressed(opens))) return 'taken';
      } catch {
        // Electron throws on an invalid accelerator.
        return 'invalid';
      }
      registered.set(opens, accelerator);
      return 'registered';
    },
  };
}

import type { KeyPress } from '../../commands/key-names.ts';

/** Names that differ between a key press and Electron's accelerators. */
const ELECTRON_KEY_NAMES: Record<string, string> = {
  ' ': 'Space',
  '+': 'Plus',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/**
 * Keys pressed together, as Electron writes them (`CommandOrControl+Shift+A`); undefined while they are not a shortcut:
 * no key besides modifiers yet, or none of Ctrl, Command and Alt, without which typing would set it off. `code` names
 * the key whatever Shift or Alt make of it.
 */
export function acceleratorOf(press: KeyPress & { code: string }): string | undefined {
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Unidentified', 'Process'].includes(press.key))
    return undefined;
  if (!press.ctrlKey && !press.metaKey && !press.altKey) return undefined;
  const letterOrDigit = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code);
  const key = letterOrDigit
    ? (letterOrDigit[1] ?? letterOrDigit[2])
    : (ELECTRON_KEY_NAMES[press.key] ?? press.key.toUpperCase().slice(0, 1) + press.key.slice(1));
  return [(press.ctrlKey || press.metaKey) && 'CommandOrControl', press.altKey && 'Alt', press.shiftKey && 'Shift', key]
    .filter(Boolean)
    .join('+');
}

/** An accelerator in the spelling of the window's own shortcuts, for drawing it as keys. */
export function asKeys(accelerator: string): string {
  return accelerator
    .split('+')
    .map(
      (part) =>
        ({
          CommandOrControl: 'Mod',
          CmdOrCtrl: 'Mod',
          Control: 'Mod',
          Ctrl: 'Mod',
          Plus: '+',
          Up: 'ArrowUp',
          Down: 'ArrowDown',
          Left: 'ArrowLeft',
          Right: 'ArrowRight',
        })[part] ?? part,
    )
    .join('+');
}

/** The parts of a key press that are read. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/**
 * A key press as shortcuts are written: `j`, `Shift+a`, `Mod+k` (Ctrl, on a Mac Command), `?`, `Enter`. Shift is named
 * with letters and named keys only: with signs it depends on the keyboard.
 */
export function keyStroke(press: KeyPress, mac = onMac()): string {
  const { key } = press;
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  const single = [...key].length === 1;
  const letter = single && key.toLowerCase() !== key.toUpperCase();
  const named = key === ' ' ? 'Space' : letter ? key.toLowerCase() : key;
  // Many keyboards write signs with AltGr, which some systems report as Ctrl and Alt.
  const written = single && !letter && mod && press.altKey;
  return [
    other && 'Other',
    mod && !written && 'Mod',
    press.altKey && !written && 'Alt',
    press.shiftKey && (letter || !single || key === ' ') && 'Shift',
    named,
  ]
    .filter(Boolean)
    .join('+');
}

/** A shortcut as it was given to `pressed`'s spelling: `Shift+A` means `Shift+a`. */
export function normalizeShortcut(key: string): string {
  return key
    .split(' ')
    .map((stroke) =>
      stroke.replace(
        /(^|\+)([^+]+)$/,
        (_, plus: string, last: string) => plus + ([...last].length === 1 ? last.toLowerCase() : last),
      ),
    )
    .join(' ');
}

const KEY_SYMBOLS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/**
 * Whether a shortcut begins with a letter or sign by itself: speech input and stray fingers set such ones off (WCAG
 * 2.1.4).
 */
export function isSingleKey(key: string): boolean {
  const [stroke = ''] = normalizeShortcut(key).split(' ');
  return [...stroke.replace(/^Shift\+/, '')].length === 1;
}

/** A shortcut's strokes, each as the labels of its keys: `Mod+k` is `[['Ctrl', 'K']]`, `g i` is `[['G'], ['I']]`. */
export function keyLabels(
  key: string,
  names: Record<'mod' | 'shift' | 'alt' | 'enter' | 'escape' | 'space', string>,
  mac = onMac(),
): string[][] {
  const label = (part: string): string =>
    ({
      Mod: mac ? '⌘' : names.mod,
      Shift: names.shift,
      Alt: names.alt,
      Enter: names.enter,
      Escape: names.escape,
      Space: names.space,
      ...KEY_SYMBOLS,
    })[part] ?? ([...part].length === 1 ? part.toUpperCase() : part);
  return key.split(' ').map((stroke) => (stroke === '+' ? ['+'] : stroke.split('+').map(label)));
}

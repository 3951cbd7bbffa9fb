import { useShortcut } from '../commands/shortcuts.tsx';
import { useWords } from '../appearance/language.tsx';

/** What the keys of a feed do. */
export interface FeedKeys {
  next: () => unknown;
  previous: () => unknown;
  open: () => unknown;
  browser: () => unknown;
  done: () => unknown;
  save: () => unknown;
  read: () => unknown;
  snooze: () => unknown;
  mute: () => unknown;
  tick: () => unknown;
  thread: () => unknown;
  markAll: () => unknown;
  search: () => unknown;
  close: () => unknown;
}

/** Also the panel's, as far as it has them. */
export const KEYS = {
  next: 'j',
  previous: 'k',
  open: 'Enter',
  browser: 'o',
  done: 'e',
  save: 's',
  read: 'u',
  snooze: 'h',
  mute: 'm',
  tick: 'x',
  thread: 't',
  markAll: 'Shift+A',
  search: '/',
  close: 'Escape',
} as const;

interface KeyFacts {
  /** The view that the feed stands in. */
  name: 'inbox' | 'watches';
  any: boolean;
  current: string | undefined;
  markAll: string | undefined;
  closes: boolean;
}

/**
 * Registers the keys of a feed. `any`: there are items to act on; `current`: the title of the one that they act on,
 * where it is known beforehand, for the palette; `markAll`: what marking all read covers, where anything is unread;
 * `closes`: something is open that Escape closes.
 */
export function useFeedKeys(keys: FeedKeys, { name, any, current, markAll, closes }: KeyFacts): void {
  const words = useWords();
  const group = words(`common.views.${name}`);
  useShortcut(KEYS.next, words('inbox.keys.next'), keys.next, { group, when: any });
  useShortcut(KEYS.previous, words('inbox.keys.previous'), keys.previous, { group, when: any });
  const withItem = { group, when: any, inPalette: true, detail: current };
  useShortcut(KEYS.open, words('inbox.keys.open'), keys.open, withItem);
  useShortcut(KEYS.browser, words('inbox.keys.browser'), keys.browser, withItem);
  useShortcut(KEYS.done, words('inbox.keys.done'), keys.done, withItem);
  useShortcut(KEYS.save, words('inbox.keys.save'), keys.save, withItem);
  useShortcut(KEYS.read, words('inbox.keys.read'), keys.read, withItem);
  useShortcut(KEYS.snooze, words('inbox.keys.snooze'), keys.snooze, withItem);
  useShortcut(KEYS.mute, words('inbox.keys.mute'), keys.mute, withItem);
  useShortcut(KEYS.tick, words('inbox.keys.tick'), keys.tick, { group, when: any });
  useShortcut(KEYS.thread, words('inbox.keys.thread'), keys.thread, { group, when: any });
  useShortcut(KEYS.markAll, markAll ?? '', keys.markAll, { group, when: markAll !== undefined, inPalette: true });
  useShortcut(KEYS.search, words('inbox.keys.search'), keys.search, { group });
  useShortcut(KEYS.close, words('inbox.keys.close'), keys.close, { group, when: closes });
}

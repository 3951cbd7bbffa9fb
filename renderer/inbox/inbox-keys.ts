import { useShortcut } from '../commands/shortcuts.tsx';
import { useWords } from '../appearance/language.tsx';

/** What the keys of the inbox do. */
export interface InboxKeys {
  next: () => unknown;
  previous: () => unknown;
  open: () => unknown;
  browser: () => unknown;
  read: () => unknown;
  unread: () => unknown;
  snooze: () => unknown;
  mute: () => unknown;
  search: () => unknown;
  close: () => unknown;
}

const KEYS = {
  next: 'j',
  previous: 'k',
  open: 'Enter',
  browser: 'o',
  read: 'e',
  unread: 'u',
  snooze: 's',
  mute: 'm',
  search: '/',
  close: 'Escape',
} as const;

/**
 * Registers the keys of the inbox. `any`: there are items to act on; `closes`: something is open that Escape closes.
 */
export function useInboxKeys(keys: InboxKeys, { any, closes }: { any: boolean; closes: boolean }): void {
  const words = useWords();
  const group = words('inbox.group');
  useShortcut(KEYS.next, words('inbox.keys.next'), keys.next, { group, when: any });
  useShortcut(KEYS.previous, words('inbox.keys.previous'), keys.previous, { group, when: any });
  useShortcut(KEYS.open, words('inbox.keys.open'), keys.open, { group, when: any });
  useShortcut(KEYS.browser, words('inbox.keys.browser'), keys.browser, { group, when: any });
  useShortcut(KEYS.read, words('inbox.keys.read'), keys.read, { group, when: any });
  useShortcut(KEYS.unread, words('inbox.keys.unread'), keys.unread, { group, when: any });
  useShortcut(KEYS.snooze, words('inbox.keys.snooze'), keys.snooze, { group, when: any });
  useShortcut(KEYS.mute, words('inbox.keys.mute'), keys.mute, { group, when: any });
  useShortcut(KEYS.search, words('inbox.keys.search'), keys.search, { group });
  useShortcut(KEYS.close, words('inbox.keys.close'), keys.close, { group, when: closes });
}

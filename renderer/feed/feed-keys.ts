import type { InboxEntry } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useWords } from '../appearance/language.tsx';
import { useShortcut } from '../commands/shortcuts.tsx';
import type { FeedModel } from './use-feed.ts';

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

/** Registers the keys of a feed, which act on it as it is at present. */
export function useFeedKeys(feed: FeedModel): void {
  const { act, actions, cursor, field, items, markAll, open, search, selected } = feed;
  const words = useWords();
  // Nobody acts on rows that what is read covers.
  const isSelecting = selected.keys.length > 0 && !cursor.over;
  const withTarget = (run: (entry: InboxEntry) => void) => () => {
    const target = cursor.target();
    if (target) run(target);
  };
  const openInBrowser = (entry: InboxEntry) => {
    if (!IN_ELECTRON && isWebAddress(entry.link)) window.open(entry.link, '_blank', 'noopener,noreferrer');
    actions.open(entry.key, !IN_ELECTRON, feed.unreadOf(entry));
  };
  const group = words(`common.views.${feed.name}`);
  const inList = { group, when: items.length > 0 };
  // The palette says what they act on, where that is known beforehand.
  const isKnown = open === undefined || open.key === cursor.activeEntry?.key;
  const withItem = { ...inList, inPalette: true, detail: isKnown ? cursor.activeEntry?.title : undefined };
  const closes = isSelecting || open !== undefined || feed.leadItem !== undefined || search.text !== '';
  const close = () => (open || search.text === '' ? cursor.close() : search.setText(''));
  useShortcut(KEYS.next, words('inbox.actions.next'), () => cursor.step(1), inList);
  useShortcut(KEYS.previous, words('inbox.actions.previous'), () => cursor.step(-1), inList);
  useShortcut(
    KEYS.open,
    words('inbox.keys.open'),
    withTarget(({ key }) => cursor.read(key)),
    withItem,
  );
  useShortcut(KEYS.browser, words('inbox.actions.open'), withTarget(openInBrowser), withItem);
  useShortcut(KEYS.done, words('inbox.keys.done'), () => act('done'), withItem);
  useShortcut(KEYS.save, words('inbox.keys.save'), () => act('save'), withItem);
  useShortcut(KEYS.read, words('inbox.keys.read'), () => act('read'), withItem);
  useShortcut(KEYS.snooze, words('inbox.actions.snooze'), () => act('snooze'), withItem);
  useShortcut(KEYS.mute, words('inbox.keys.mute'), () => act('mute'), withItem);
  const tick = withTarget(({ key }) => selected.tick(key, false));
  useShortcut(KEYS.tick, words('inbox.keys.tick'), () => cursor.over || tick(), inList);
  useShortcut(
    KEYS.thread,
    words('inbox.keys.thread'),
    withTarget(({ key }) => feed.toggle(key)),
    inList,
  );
  useShortcut(KEYS.markAll, markAll.label, markAll.run, { group, when: markAll.any, inPalette: true });
  const find = () => (isSelecting ? selected.clear() : field.current?.focus());
  useShortcut(KEYS.search, words('inbox.keys.search'), find, { group });
  useShortcut(KEYS.close, words('inbox.keys.close'), () => (isSelecting ? selected.clear() : close()), {
    group,
    when: closes,
  });
}

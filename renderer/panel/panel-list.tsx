import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useShortcut } from '../commands/shortcuts.tsx';
import { useWords } from '../appearance/language.tsx';
import { NewerButton } from '../feed/list/newer-button.tsx';
import { useNow } from '../widgets/use-now.ts';
import type { PanelItem } from './panel-item.ts';
import { useStillList } from './use-still-list.ts';

const titleOf = (list: HTMLElement | null, key: string | undefined): HTMLElement | undefined =>
  [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].find((title) => title.dataset['item'] === key);

/**
 * Which row one is at. An item that is dealt with leaves the list; the next one takes its place, and the focus where
 * the item had it.
 */
function useActiveRow(items: readonly PanelItem[]) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<{ key: string; index: number }>();
  const found = items.findIndex(({ key }) => key === active?.key);
  const index = found === -1 ? Math.min(active?.index ?? 0, items.length - 1) : found;
  const key = items[index]?.key;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isLost) titleOf(list.current, key)?.focus();
  }, [key]);
  const focus = (to: number) => {
    const target = items[to];
    if (target) titleOf(list.current, target.key)?.focus();
  };
  return {
    list,
    index,
    focus,
    onFocus(at: number) {
      hadFocus.current = true;
      const item = items[at];
      if (item) setActive({ key: item.key, index: at });
    },
    onBlur() {
      // Removing a row takes the focus away without an event; moving it elsewhere sends one.
      hadFocus.current = false;
    },
  };
}

interface Props {
  label: string;
  items: readonly PanelItem[];
  /** Gives what is new its place among the others. */
  settle: (order: string) => void;
  /** The keys in the order in which they stand once settled, where known rows can change places. */
  order?: string | undefined;
}

/** The rows of a tab. Arrow keys, j and k move; every other key acts on the row that one is at. */
export function PanelList({ label, items, settle, order }: Props) {
  const words = useWords();
  const now = useNow(20_000);
  const { list, index, focus, onFocus, onBlur } = useActiveRow(items);
  const { newer, showNewer } = useStillList(list, items, settle, order);
  const current = items[index];
  const group = words('panel.group');
  const isInList = () => list.current?.contains(document.activeElement) === true;
  const step = (by: number) => focus(isInList() ? index + by : index);
  useShortcut('j', words('inbox.keys.next'), () => step(1), { group, when: items.length > 0 });
  useShortcut('k', words('inbox.keys.previous'), () => step(-1), { group, when: items.length > 0 });
  useShortcut('o', words('inbox.keys.browser'), () => current?.open(), { group, when: current !== undefined });
  useShortcut('e', words('inbox.keys.read'), () => current?.markRead?.(), { group, when: !!current?.markRead });
  useShortcut('m', words('inbox.keys.mute'), () => current?.mute?.(), { group, when: !!current?.mute });
  useShortcut('s', words('inbox.keys.snooze'), () => current?.snooze?.(), { group, when: !!current?.snooze });
  useShortcut('t', words('inbox.keys.thread'), () => current?.thread?.onToggle(), { group, when: !!current?.thread });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const folds = { ArrowRight: false, ArrowLeft: true }[event.key];
    if (current?.thread && current.thread.isUnfolded === folds) {
      event.preventDefault();
      current.thread.onToggle();
      return;
    }
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || !items[to]) return;
    event.preventDefault();
    focus(to);
  };
  return (
    <>
      {newer > 0 && (
        <div className="panel--newer">
          <NewerButton count={newer} onClick={showNewer} />
        </div>
      )}
      {/* Arrow keys move the focus among the rows; what is pressed there is a link or a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className="panel--rows" aria-label={label} ref={list} onKeyDown={onKeyDown} onBlur={onBlur}>
        {items.map((item, at) => (
          <li key={item.key} data-key={item.key}>
            {item.row({ now, isActive: at === index, onFocus: () => onFocus(at) })}
          </li>
        ))}
      </ul>
    </>
  );
}

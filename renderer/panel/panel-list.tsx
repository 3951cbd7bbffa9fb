import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useShortcut } from '../commands/shortcuts.tsx';
import { useLocale, useWords } from '../appearance/language.tsx';
import { KEYS } from '../feed/feed-keys.ts';
import { ItemRow } from '../feed/list/row/item-row.tsx';
import { NewerButton } from '../feed/list/newer-button.tsx';
import { RowActions } from '../feed/list/row/row-actions.tsx';
import { useNow } from '../widgets/use-now.ts';
import { STREAMS, type PanelActions, type PanelItem, type Stream } from './panel-items.ts';
import { useStillList } from './use-still-list.ts';

const titleOf = (list: HTMLElement | null, key: string | undefined): HTMLElement | undefined =>
  [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].find((title) => title.dataset['item'] === key);

/**
 * Which row one is at. An item that is dealt with leaves the list; the next one takes its place, and the focus where
 * the item had it.
 */
function useActiveRow(items: readonly PanelItem[]) {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ key: string; index: number }>();
  const found = items.findIndex(({ entry }) => entry.key === active?.key);
  const index = found === -1 ? Math.min(active?.index ?? 0, items.length - 1) : found;
  const key = items[index]?.entry.key;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isLost) titleOf(list.current, key)?.focus();
  }, [key]);
  return {
    list,
    index,
    focus: (to: number) => titleOf(list.current, items[to]?.entry.key)?.focus(),
    onFocus(at: number) {
      hadFocus.current = true;
      const item = items[at];
      if (item) setActive({ key: item.entry.key, index: at });
    },
    onBlur() {
      // Removing a row takes the focus away without an event; moving it elsewhere sends one.
      hadFocus.current = false;
    },
  };
}

interface GroupProps {
  stream: Stream;
  digit: number;
  count: number;
  onGo: () => void;
}

/** Label of a stream with its unread count; its digit leads to its first row. */
function GroupLabel({ stream, digit, count, onGo }: GroupProps) {
  const { words, number } = useLocale();
  const label = words(`panel.streams.${stream}`);
  useShortcut(String(digit), words('shortcuts.goTo', { view: label }), onGo, { group: words('panel.group') });
  return (
    <h2 className="panel--label">
      {label} <span>{number(count)}</span>
    </h2>
  );
}

/** The keys that act on the row one is at. */
function useRowKeys(current: PanelItem | undefined, actions: PanelActions) {
  const words = useWords();
  const group = words('panel.group');
  const act = (run: (item: PanelItem) => void) => () => current && run(current);
  const there = current !== undefined;
  useShortcut(KEYS.browser, words('inbox.actions.open'), act(actions.open), { group, when: there });
  useShortcut(KEYS.done, words('inbox.keys.done'), act(actions.done), { group, when: there });
  useShortcut(KEYS.save, words('inbox.keys.save'), act(actions.save), { group, when: there });
  useShortcut(KEYS.read, words('inbox.actions.read'), act(actions.read), { group, when: there });
  useShortcut(KEYS.mute, words('inbox.keys.mute'), act(actions.mute), { group, when: !!current?.entry.question });
  useShortcut(KEYS.snooze, words('inbox.actions.snooze'), act(actions.snooze), { group, when: there });
  useShortcut(KEYS.thread, words('inbox.keys.thread'), () => current?.thread?.onToggle(), {
    group,
    when: !!current?.thread,
  });
}

interface Props {
  items: Record<Stream, PanelItem[]>;
  /** Unread in each stream, more than are listed. */
  counts: Record<Stream, number>;
  actions: PanelActions;
  /** Gives new items their places among the others. */
  settle: () => void;
}

/** The rows of both streams. Arrow keys, j and k move; every other key acts on the row that one is at. */
export function PanelList({ items, counts, actions, settle }: Props) {
  const words = useWords();
  const now = useNow(20_000);
  const all = STREAMS.flatMap((stream) => items[stream]);
  const { list, index, focus, onFocus, onBlur } = useActiveRow(all);
  const { newer, showNewer } = useStillList(list, all, settle);
  const current = all[index];
  const group = words('panel.group');
  const isInList = () => list.current?.contains(document.activeElement) === true;
  const step = (by: number) => focus(isInList() ? index + by : index);
  useShortcut(KEYS.next, words('inbox.actions.next'), () => step(1), { group });
  useShortcut(KEYS.previous, words('inbox.actions.previous'), () => step(-1), { group });
  useRowKeys(current, actions);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const folds = { ArrowRight: false, ArrowLeft: true }[event.key];
    if (current?.thread && current.thread.isUnfolded === folds) {
      event.preventDefault();
      current.thread.onToggle();
      return;
    }
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    focus(to);
  };
  const rowOf = (item: PanelItem) => {
    const at = all.indexOf(item);
    return (
      <li key={item.entry.key} data-key={item.entry.key}>
        <ItemRow
          {...item}
          now={now}
          isActive={at === index}
          isOpen={false}
          onOpen={() => actions.open(item)}
          onBrowser={() => actions.open(item, true)}
          onFocus={() => onFocus(at)}
        >
          <RowActions entry={item.entry} onAct={(what) => actions[what](item)} />
        </ItemRow>
      </li>
    );
  };
  return (
    <>
      {newer > 0 && (
        <div className="panel--newer">
          <NewerButton count={newer} onClick={showNewer} />
        </div>
      )}
      {/* Arrow keys move the focus among the rows; what is pressed there is a link or a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="panel--list" ref={list} onKeyDown={onKeyDown} onBlur={onBlur}>
        {STREAMS.map(
          (stream, at) =>
            items[stream].length > 0 && (
              <div key={stream}>
                <GroupLabel
                  stream={stream}
                  digit={at + 1}
                  count={counts[stream]}
                  onGo={() => focus(all.indexOf(items[stream][0]!))}
                />
                <ul aria-label={words(`panel.streams.${stream}`)}>{items[stream].map(rowOf)}</ul>
              </div>
            ),
        )}
      </div>
    </>
  );
}

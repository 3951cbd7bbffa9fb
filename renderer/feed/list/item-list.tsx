import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useLocale } from '../../appearance/language.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { isThreadUnfolded, type FeedRow } from './threads.ts';
import { NewerButton } from './newer-button.tsx';
import { RowInList, type RowHandlers } from './row-in-list.tsx';
import { groupName } from './groups.ts';
import { useOneLine } from './row-height.ts';
import { useFocusItem, useItemRows, useNewerCount, useSettling, useStillRows } from './use-item-rows.ts';

/** What others can have the list do. */
export interface ItemListHandle {
  /** Gives the focus to an item and shows it. */
  focus(key: string): void;
  /** Goes to the top and puts everything in its place. */
  toTop(): void;
}

interface Props extends RowHandlers {
  ref?: Ref<ItemListHandle>;
  /** What the list is called. */
  label: string;
  items: readonly FeedRow[];
  /** How many there are in all, where that is known. */
  total: number | undefined;
  openKey: string | undefined;
  activeKey: string | undefined;
  /** The keys of the rows that are ticked. */
  ticked: readonly string[];
  /** The keys of what the threads had that were unfolded. */
  unfolded: ReadonlySet<string>;
  /** The place of the newest item that has its place in the order; undefined until one has. */
  settled: number | undefined;
  /** Nobody looks at the list: everything may take its place in the order. */
  onSettle: () => void;
  /** The end is near: more should be asked for. */
  onNearEnd: () => void;
}

/** More is asked for when a row this close to the end comes into the page. */
const LOAD_MORE_ROWS_BEFORE_END = 20;

/** Goes on among the rows by arrows, Home and End; right and left unfold and fold a thread. */
function takeKey(
  event: KeyboardEvent,
  { items, unfolded, onToggleThread, active, focus }: Props & { active: number; focus: (key: string) => void },
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const current = items[active];
  const folds = { ArrowRight: false, ArrowLeft: true }[event.key];
  const isUnfolded = current && isThreadUnfolded(current.entry, current.older, unfolded);
  if (current && folds === isUnfolded && current.older.length > 0) {
    event.preventDefault();
    onToggleThread(current.entry.key);
    return;
  }
  const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key];
  const target = to === undefined ? undefined : items[to];
  if (!target) return;
  event.preventDefault();
  focus(target.entry.key);
}

/**
 * A list of any length, of which only what is visible is in the page. One row can be reached with Tab; arrows, Home and
 * End go on from there, right and left unfold and fold a thread. Where the person is
 * (scrolled, focus or pointer in it) nothing moves when newer items come.
 */
export function ItemList(props: Props) {
  const { ref, items, onActive, onNearEnd } = props;
  const locale = useLocale();
  const { words } = locale;
  const now = useNow(20_000);
  const scroller = useRef<HTMLDivElement>(null);
  const active = Math.max(
    0,
    items.findIndex(({ entry }) => entry.key === props.activeKey),
  );
  const isOneLine = useOneLine(scroller);
  const rows = useItemRows(scroller, items, { active, isOneLine });
  const actions = useRef<RowHandlers>(props);
  useLayoutEffect(() => {
    actions.current = props;
  });
  const inPage = rows.getVirtualItems();
  const leavePlace = useStillRows(scroller, items, rows);
  const roomAbove = useSettling(scroller, items, rows, props);
  const newer = useNewerCount(items, rows, props.settled);
  const last = inPage.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - LOAD_MORE_ROWS_BEFORE_END) onNearEnd();
  }, [last, items.length, onNearEnd]);
  const focus = useFocusItem(scroller, items, rows, onActive);
  const { onSettle } = props;
  const toTop = useCallback(() => {
    leavePlace();
    onSettle();
    rows.scrollToOffset(0);
  }, [leavePlace, onSettle, rows]);
  useImperativeHandle(ref, () => ({ focus, toTop }), [focus, toTop]);

  const onKeyDown = (event: KeyboardEvent) => takeKey(event, { ...props, active, focus });
  return (
    <div className={`items ${isOneLine ? 'is-one-line' : ''}`}>
      {newer > 0 && <NewerButton count={newer} onClick={toTop} />}
      <div className="items--scroll" ref={scroller}>
        {/* Arrow keys move the focus among the rows; what is pressed there is a link or a button. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          className="items--list"
          aria-label={props.label}
          style={{ height: rows.getTotalSize(), minHeight: `calc(100% + ${roomAbove}px)` }}
          onKeyDown={onKeyDown}
        >
          {inPage.map(({ index, key, start }) => {
            const item = items[index];
            if (!item) return null;
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={props.total ?? -1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {item.isNewer && <h2 className="items--day">{words('inbox.newGroup')}</h2>}
                {item.group && <h2 className="items--day">{groupName(locale, item.group, now)}</h2>}
                {item.site && <h3 className="items--site">{item.site.name}</h3>}
                <RowInList
                  item={item}
                  now={now}
                  isActive={index === active}
                  isOpen={item.entry.key === props.openKey}
                  isTicked={props.ticked.includes(item.entry.key)}
                  isTicking={props.ticked.length > 0}
                  isUnfolded={isThreadUnfolded(item.entry, item.older, props.unfolded)}
                  actions={actions}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

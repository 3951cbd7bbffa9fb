import { useEffect, useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { useNow } from '../../widgets/use-now.ts';
import type { GroupedEntry } from './group-by-day.ts';
import { ItemRow } from './item-row.tsx';
import { ReadButton } from './read-button.tsx';
import { useFocusItem, useItemRows, useNewerCount, useStillRows } from './use-item-rows.ts';

/** What others can have the list do. */
export interface ItemListHandle {
  /** Gives the focus to an item and shows it. */
  focus(key: string): void;
}

interface Props {
  ref?: Ref<ItemListHandle>;
  items: readonly GroupedEntry[];
  /** How many there are in all, where that is known. */
  total: number | undefined;
  openKey: string | undefined;
  activeKey: string | undefined;
  withSite: boolean;
  onActive: (key: string) => void;
  onOpen: (key: string) => void;
  onBrowser: (key: string) => void;
  onToggleRead: (item: GroupedEntry) => void;
  /** The end is near: more should be asked for. */
  onNearEnd: () => void;
}

/** More is asked for when a row this close to the end comes into the page. */
const LOAD_MORE_ROWS_BEFORE_END = 20;

function NewerButton({ count, onClick }: { count: number; onClick: () => void }) {
  const words = useWords();
  return (
    <button type="button" className="s-btn s-btn__filled s-btn__sm items--newer" onClick={onClick}>
      ↑ {words('inbox.newer', { count })}
    </button>
  );
}

/**
 * A list of any length, of which only what is visible is in the page. One row can be reached with Tab; arrows, Home and
 * End go on from there. Where the person is (scrolled, focus or pointer in it) nothing moves when newer items come.
 */
export function ItemList(props: Props) {
  const { ref, items, openKey, onActive, onNearEnd } = props;
  const { words, dayName } = useLocale();
  const now = useNow(20_000);
  const scroller = useRef<HTMLDivElement>(null);
  const active = Math.max(
    0,
    items.findIndex(({ entry }) => entry.key === props.activeKey),
  );
  const rows = useItemRows(scroller, items, active);
  const inPage = rows.getVirtualItems();
  useStillRows(scroller, items, rows, active);
  const newer = useNewerCount(items, rows);
  const last = inPage.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - LOAD_MORE_ROWS_BEFORE_END) onNearEnd();
  }, [last, items.length, onNearEnd]);
  const focus = useFocusItem(scroller, items, rows, onActive);
  useImperativeHandle(ref, () => ({ focus }), [focus]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key];
    const target = to === undefined ? undefined : items[to];
    if (!target) return;
    event.preventDefault();
    focus(target.entry.key);
  };

  return (
    <div className="items">
      {newer > 0 && <NewerButton count={newer} onClick={() => rows.scrollToOffset(0)} />}
      <div className="items--scroll" ref={scroller}>
        {/* Arrow keys move the focus among the rows; what is pressed there is a link or a button. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          className="items--list"
          aria-label={words('inbox.items')}
          style={{ height: rows.getTotalSize() }}
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
                {item.day && <h2 className="items--day">{dayName(item.day, now)}</h2>}
                {item.site && <h3 className="items--site">{item.site.name}</h3>}
                <ItemRow
                  entry={item.entry}
                  now={now}
                  isActive={index === active}
                  isOpen={item.entry.key === openKey}
                  withoutSite={!props.withSite}
                  onOpen={() => props.onOpen(item.entry.key)}
                  onBrowser={() => props.onBrowser(item.entry.key)}
                  onFocus={() => onActive(item.entry.key)}
                >
                  <ReadButton entry={item.entry} onToggle={() => props.onToggleRead(item)} />
                </ItemRow>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

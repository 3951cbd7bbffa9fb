import { IconInbox, IconSearch } from '@stackoverflow/stacks-icons/icons';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AppState, InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import { IN_ELECTRON } from '../agent/bridge.ts';
import { Empty, Failed, Loading, ViewHead } from '../feedback/states.tsx';
import { useWords } from '../appearance/language.tsx';
import { countActiveFilters, FilterBar } from './filter/filter-bar.tsx';
import { groupByDay } from './list/group-by-day.ts';
import { useInboxKeys } from './inbox-keys.ts';
import { useInboxActions, useSavedFilter, useInboxCounts, useInboxList, usePersistentState } from './inbox-queries.ts';
import { ItemList, type ItemListHandle } from './list/item-list.tsx';
import { MutedList } from './muted-list.tsx';
import { ReadingPane } from './reading/reading-pane.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { useWideLayout } from './use-wide-layout.ts';

/** Whether a filter leaves an item for all but that it was read. */
const leavesWhenUnread = ({ site, kind, tag, snoozed, text }: InboxFilter, entry: InboxEntry): boolean =>
  (text ?? '') === '' &&
  snoozed !== true &&
  (site ?? entry.site.id) === entry.site.id &&
  (kind ?? entry.itemType) === entry.itemType &&
  (tag === undefined || entry.tags.includes(tag));

/** What is open stays in its place, also when only unread items are listed: reading makes it read. */
function withOpen(
  entries: readonly InboxEntry[],
  open: InboxEntry | undefined,
  filter: InboxFilter,
): readonly InboxEntry[] {
  if (!open || filter.unread !== true || !leavesWhenUnread(filter, open) || entries.some(({ key }) => key === open.key))
    return entries;
  const at = entries.findIndex(({ place }) => place < open.place);
  return at === -1 ? [...entries, open] : entries.toSpliced(at, 0, open);
}

function NothingHere({ filter, text, onClear }: { filter: InboxFilter; text: string; onClear: () => void }) {
  const words = useWords();
  if (text.trim() === '' && countActiveFilters(filter) === 0) {
    return (
      <Empty icon={IconInbox} title={words('inbox.empty.title')}>
        <p>{words('inbox.empty.text')}</p>
      </Empty>
    );
  }
  const onlyUnread = countActiveFilters(filter) === 1 && filter.unread === true;
  const onlySnoozed = countActiveFilters(filter) === 1 && filter.snoozed === true;
  const why = text.trim() !== '' ? 'search' : onlyUnread ? 'allRead' : onlySnoozed ? 'snoozed' : 'filters';
  return (
    <Empty icon={IconSearch} title={words('inbox.noMatch.title')}>
      <p>{words(`inbox.noMatch.${why}`)}</p>
      <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={onClear}>
        {words('inbox.noMatch.clear')}
      </button>
    </Empty>
  );
}

/** Everything that came in for the person: found, filtered, read and put in order without leaving it. */
export function Inbox({ state }: { state: AppState }) {
  const words = useWords();
  const wide = useWideLayout();
  const actions = useInboxActions();
  const [kept, keepFilter] = useSavedFilter();
  const [text, setText] = useState('');
  const sought = useDeferredValue(text).trim() === '' ? '' : text;
  const filter = useMemo<InboxFilter | undefined>(
    () => kept && { ...kept, ...(sought !== '' && { text: sought }) },
    [kept, sought],
  );
  const list = useInboxList(filter);
  const counts = useInboxCounts(filter).data;
  const [staying, setOpen] = usePersistentState<InboxEntry>('inbox-open');
  // Who signs out takes along what is being read.
  const open = staying && state.accounts.some(({ id }) => id === staying.account) ? staying : undefined;
  const [activeKey, setActiveKey] = useState<string | undefined>(open?.key);
  const [snoozing, setSnoozing] = useState<string>();
  const [listsMuted, setListsMuted] = useState(false);
  const rows = useRef<ItemListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const inSearch = sought !== '';
  const { data } = list;
  const items = useMemo(
    () => groupByDay(withOpen(data?.pages.flatMap((page) => page.entries) ?? [], open, filter ?? {}), inSearch),
    [data, open, filter, inSearch],
  );
  const current = items.find(({ entry }) => entry.key === activeKey)?.entry ?? items[0]?.entry;
  // The list knows the newest of what is open: its marks change.
  const shown = open && (items.find(({ entry }) => entry.key === open.key)?.entry ?? open);
  const over = shown !== undefined && !wide;

  const read = useCallback(
    (key: string) => {
      const entry = items.find((item) => item.entry.key === key)?.entry;
      if (!entry) return;
      setActiveKey(key);
      setOpen({ ...entry, unread: false });
      if (entry.unread) actions.setRead([key], true, true);
    },
    [items, actions, setOpen],
  );
  const openedByHand = useRef(false);
  const readNow = (key: string) => {
    openedByHand.current = true;
    read(key);
  };
  // Who opens an item wants to read it, so the focus goes there; Escape brings it back.
  useEffect(() => {
    if (!openedByHand.current || !open) return;
    openedByHand.current = false;
    heading.current?.focus();
  }, [open]);
  const closed = useRef<string>(undefined);
  // With the list that can have the focus again, not a frame later: the person may have gone elsewhere by then.
  useLayoutEffect(() => {
    const { current: key } = closed;
    closed.current = undefined;
    if (!open && key !== undefined) rows.current?.focus(key);
  }, [open]);
  // The window became so narrow that what is read lies over the list, with whatever had the focus there.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (
      over &&
      (activeElement === null || activeElement === document.body || activeElement.closest('[inert]') !== null)
    )
      heading.current?.focus();
  }, [over]);
  const close = () => {
    closed.current = open?.key;
    setOpen(undefined);
  };
  const step = (by: number) => {
    const at = items.findIndex(({ entry }) => entry.key === target()?.key);
    // The first press goes to where one is; from there on to the next.
    const to = items[isInList() || open ? at + by : at];
    if (!to) return;
    if (open) readNow(to.entry.key);
    else rows.current?.focus(to.entry.key);
  };
  /** Where to go on from once an item has left the list: its next, or the last that is left. */
  const goOn = useRef<{ to: string | undefined }>(undefined);
  const putOff = (key: string, until: Parameters<typeof actions.snooze>[1]) => {
    const at = items.findIndex(({ entry }) => entry.key === key);
    const to = (items[at + 1] ?? items[at - 1])?.entry.key;
    if (open?.key === key && to !== undefined) readNow(to);
    else {
      if (open?.key === key) setOpen(undefined);
      goOn.current = { to };
    }
    if (to !== undefined) setActiveKey(to);
    actions.snooze(key, until);
    setSnoozing(undefined);
  };
  const intoList = useCallback((key: string | undefined) => {
    if (key === undefined) document.querySelector<HTMLElement>('main')?.focus();
    else rows.current?.focus(key);
  }, []);
  // After the dialog has given back the focus to what is about to go.
  useEffect(() => {
    const { current: after } = goOn;
    goOn.current = undefined;
    if (snoozing === undefined && after) intoList(after.to);
  }, [snoozing, intoList]);
  const toggleRead = (entry: InboxEntry) => actions.setRead([entry.key], entry.unread);
  const isInList = () => document.activeElement?.closest('.items--list') != null;
  /** What a key is meant for: the row that has the focus, or what is being read. */
  const target = () => (isInList() ? current : (shown ?? current));
  const withTarget = (act: (entry: InboxEntry) => unknown) => {
    const meant = target();
    if (meant) act(meant);
  };
  const inBrowser = (entry: InboxEntry) => {
    if (!IN_ELECTRON && entry.link !== undefined) window.open(entry.link, '_blank', 'noopener,noreferrer');
    actions.open(entry.key, !IN_ELECTRON);
  };

  useInboxKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      open: () => withTarget(({ key }) => readNow(key)),
      browser: () => withTarget(inBrowser),
      read() {
        withTarget(({ key, unread }) => unread && actions.setRead([key], true));
        step(1);
      },
      unread: () => withTarget(({ key, unread }) => !unread && actions.setRead([key], false)),
      snooze: () => setSnoozing(target()?.key),
      mute: () => withTarget(({ key, muted }) => actions.mute(key, !muted)),
      search: () => search.current?.focus(),
      close: () => (open ? close() : setText('')),
    },
    { any: items.length > 0, closes: open !== undefined || text !== '' },
  );

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const clear = () => {
    setText('');
    keepFilter({});
  };
  const isFiltered = inSearch || countActiveFilters(kept ?? {}) > 0;

  return (
    <div className={`inbox ${wide ? 'is-wide' : ''}`}>
      <div className="inbox--head" inert={over}>
        <ViewHead title={words('inbox.title')}>
          <button type="button" className="s-btn s-btn__muted s-btn__sm" onClick={() => setListsMuted(true)}>
            {words('inbox.mutedList.open')}
          </button>
          <button
            type="button"
            className="s-btn s-btn__outlined s-btn__sm"
            disabled={isFiltered ? counts?.unread === 0 : state.unread === 0}
            onClick={() => actions.markAllRead(filter ?? {})}
          >
            {words(isFiltered ? 'inbox.markShown' : 'inbox.markAll')}
          </button>
        </ViewHead>
        <FilterBar
          ref={search}
          text={text}
          filter={kept ?? {}}
          counts={counts}
          onText={setText}
          onFilter={keepFilter}
          onLeave={() => intoList(current?.key)}
        />
        {isFiltered && (
          <p className="visually-hidden" role="status">
            {counts && words('inbox.filters.found', { count: counts.total })}
          </p>
        )}
      </div>
      <div className="inbox--columns">
        <div className="inbox--list" inert={over}>
          {list.isPending && <Loading label={words('inbox.loading')} />}
          {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
          {list.isSuccess && items.length === 0 && <NothingHere filter={kept ?? {}} text={text} onClear={clear} />}
          {items.length > 0 && (
            <ItemList
              ref={rows}
              items={items}
              total={counts?.total}
              openKey={open?.key}
              activeKey={current?.key}
              withSite={inSearch}
              onActive={setActiveKey}
              onOpen={readNow}
              onBrowser={(key) => actions.open(key, true)}
              onToggleRead={({ entry }) => toggleRead(entry)}
              onNearEnd={more}
            />
          )}
        </div>
        {shown && (
          <ReadingPane
            ref={heading}
            entry={shown}
            actions={actions}
            over={over}
            onClose={close}
            onSnooze={() => setSnoozing(shown.key)}
          />
        )}
        {!shown && wide && items.length > 0 && (
          <div className="reading reading__none">
            <p>{words('inbox.reading.choose')}</p>
          </div>
        )}
      </div>
      {snoozing !== undefined && (
        <SnoozeDialog onClose={() => setSnoozing(undefined)} onChoose={(until) => putOff(snoozing, until)} />
      )}
      {listsMuted && <MutedList actions={actions} onClose={() => setListsMuted(false)} />}
    </div>
  );
}

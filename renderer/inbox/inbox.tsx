/**
 * The inbox's room: `filter/` is the search field and the filters, `list/` the items by day and site, `reading/` the
 * item that is open, with its post. The hooks beside this file hold the state that these share: which items there are
 * (use-inbox-items), where the person is among them (use-inbox-cursor), what can be done with them (inbox-actions).
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AppState, InboxEntry } from '../../common/contract/contract.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useWatches } from '../agent/queries.ts';
import { useLocale, useWords } from '../appearance/language.tsx';
import { Failed, Loading } from '../feedback/states.tsx';
import { filterParts, markReadWords } from './filter/filter-parts.ts';
import { useInboxActions } from './inbox-actions.ts';
import { InboxHead } from './inbox-head.tsx';
import { useInboxKeys, type InboxKeys } from './inbox-keys.ts';
import { ItemList } from './list/item-list.tsx';
import { NoItems } from './list/no-items.tsx';
import { MutedList, SnoozeDialog } from './dialogs/later-dialogs.ts';
import { useVisit } from './list/use-visit.ts';
import { ReadingPane } from './reading/reading-pane.tsx';
import { Today } from './reading/later-today.ts';
import { usePreview } from './reading/use-preview.ts';
import { useInboxCursor, useOpenEntry } from './use-inbox-cursor.ts';
import { keysOf, useInboxFilter, useInboxItems } from './use-inbox-items.ts';
import { useItemSnooze } from './use-item-snooze.ts';
import { useWideLayout } from './use-wide-layout.ts';

/** All that the parts of the inbox share. */
function useInbox(state: AppState) {
  const wide = useWideLayout();
  const actions = useInboxActions();
  const search = useInboxFilter();
  const [open, setOpen] = useOpenEntry([...state.accounts, ...state.signedOut]);
  const feed = useInboxItems(search.filter, search.order, open);
  const { items, counts, list } = feed;
  const locale = useLocale();
  const watches = useWatches().data?.watches;
  const parts = filterParts(search.saved, search.text, locale, { counts, watches });
  const unread = counts?.unread ?? 0;
  /** Marking read covers what the list shows, and says so. */
  const markAll = {
    label: markReadWords(unread, parts, locale),
    any: unread > 0,
    run: () => actions.markAllRead(search.filter ?? {}),
  };
  const visit = useVisit();
  const { preview, endPreview } = usePreview({
    rows: items,
    wide,
    visit,
    isReady: list.isSuccess && !list.isPlaceholderData,
    isOpen: open !== undefined,
  });
  const cursor = useInboxCursor({ items, open, setOpen, preview, endPreview, wide, actions });
  const snooze = useItemSnooze({ items, open, actions, cursor, onLeave: () => setOpen(undefined) });
  const beginAtTop = useEffectEvent(() => open ?? cursor.toTop());
  useEffect(() => {
    if (visit > 0) beginAtTop();
  }, [visit]);
  return { ...feed, parts, markAll, wide, actions, search, open, preview, visit, cursor, snooze };
}

type InboxModel = ReturnType<typeof useInbox>;

/** Has the keys act on the inbox as it is at present. */
function useKeyActions(inbox: InboxModel, focusSearch: () => void): void {
  const { actions, search, open, items, cursor, snooze } = inbox;
  const withTarget = (act: (entry: InboxEntry) => unknown) => {
    const target = cursor.target();
    if (target) act(target);
  };
  const unreadOf = (key: string) => {
    const row = items.find(({ entry }) => entry.key === key);
    const keys = new Set(keysOf(items, key, inbox.unfolded));
    const all = row ? [row.entry, ...row.older] : [cursor.target()];
    return all.flatMap((entry) => (entry?.unread === true && keys.has(entry.key) ? [entry.key] : []));
  };
  const openInBrowser = (entry: InboxEntry) => {
    if (!IN_ELECTRON && entry.link !== undefined) window.open(entry.link, '_blank', 'noopener,noreferrer');
    actions.open(entry.key, !IN_ELECTRON);
  };
  const keys: InboxKeys = {
    next: () => cursor.step(1),
    previous: () => cursor.step(-1),
    open: () => withTarget(({ key }) => cursor.read(key)),
    browser: () => withTarget(openInBrowser),
    read() {
      withTarget(({ key }) => {
        const unread = unreadOf(key);
        if (unread.length > 0) actions.setRead(unread, true);
      });
      cursor.step(1);
    },
    unread: () => withTarget(({ key, unread }) => !unread && actions.setRead([key], false)),
    snooze: () => snooze.ask(cursor.target()?.key),
    mute: () => withTarget(({ key, muted }) => actions.mute(key, !muted)),
    thread: () => withTarget(({ key }) => inbox.toggle(key)),
    search: focusSearch,
    markAll: inbox.markAll.run,
    close: () => (open || search.text === '' ? cursor.close() : search.setText('')),
  };
  useInboxKeys(keys, {
    any: items.length > 0,
    current: open === undefined || open.key === cursor.activeEntry?.key ? cursor.activeEntry?.title : undefined,
    markAll: inbox.markAll.any ? inbox.markAll.label : undefined,
    closes: open !== undefined || inbox.preview !== undefined || search.text !== '',
  });
}

/** The list of items, or what stands in its place. */
function InboxList({ inbox }: { inbox: InboxModel }) {
  const words = useWords();
  const { actions, search, open, list, items, unfolded } = inbox;
  const { rows, activeEntry, over, setActiveKey, read } = inbox.cursor;
  return (
    <div className="inbox--list" inert={over}>
      {list.isPending && <Loading label={words('inbox.loading')} />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && (
        <NoItems
          filter={search.saved}
          text={search.text}
          parts={inbox.parts}
          onDrop={search.drop}
          onClear={search.clear}
        />
      )}
      {items.length > 0 && (
        <ItemList
          ref={rows}
          items={items}
          total={inbox.total}
          openKey={open?.key ?? inbox.preview?.key}
          activeKey={activeEntry?.key}
          withoutSite={search.order === 'site'}
          unfolded={unfolded}
          settled={inbox.settled}
          onSettle={inbox.settle}
          onToggleThread={inbox.toggle}
          onActive={setActiveKey}
          onOpen={read}
          onBrowser={(key) => actions.open(key, true)}
          onToggleRead={(key, isRead) => actions.setRead(isRead ? keysOf(items, key, unfolded) : [key], isRead)}
          onNearEnd={inbox.loadMore}
        />
      )}
    </div>
  );
}

/** Everything that came in for the person: found, filtered, read and put in order without leaving it. */
export function Inbox({ state }: { state: AppState }) {
  const inbox = useInbox(state);
  const { wide, actions, search, items, preview, snooze } = inbox;
  const { heading, activeEntry, shown, over, close, focusList, readEntry, readPreview } = inbox.cursor;
  const beside = shown ?? preview;
  const [showsMuted, setShowsMuted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useKeyActions(inbox, () => field.current?.focus());
  return (
    <div className={`inbox ${wide ? 'is-wide' : ''}`}>
      <InboxHead
        search={search}
        counts={inbox.counts}
        markAll={inbox.markAll}
        field={field}
        inert={over}
        onShowMuted={() => setShowsMuted(true)}
        onLeave={() => focusList(activeEntry?.key)}
      />
      <div className="inbox--columns">
        <InboxList inbox={inbox} />
        {beside && (
          <ReadingPane
            ref={heading}
            entry={beside}
            actions={actions}
            over={over}
            onClose={close}
            onSnooze={() => snooze.ask(beside.key)}
            onUse={shown ? undefined : readPreview}
          />
        )}
        {!beside && wide && (items.length > 0 || search.isFiltered) && (
          <Today
            onUnread={(site) => search.saveFilter({ grouping: search.saved.grouping, unread: true, site })}
            onOpen={readEntry}
            onBrowser={(key) => actions.open(key, true)}
          />
        )}
      </div>
      {snooze.asking !== undefined && (
        <SnoozeDialog onClose={snooze.cancel} onChoose={(until) => snooze.snooze(snooze.asking ?? '', until)} />
      )}
      {showsMuted && <MutedList actions={actions} onClose={() => setShowsMuted(false)} />}
    </div>
  );
}

import { useRef, useState } from 'react';
import type { AppState, InboxEntry } from '../../common/contract/contract.ts';
import { IN_ELECTRON } from '../agent/bridge.ts';
import { useWords } from '../appearance/language.tsx';
import { Failed, Loading } from '../feedback/states.tsx';
import { useInboxActions } from './inbox-actions.ts';
import { InboxHead } from './inbox-head.tsx';
import { useInboxKeys, type InboxKeys } from './inbox-keys.ts';
import { ItemList } from './list/item-list.tsx';
import { NoItems } from './list/no-items.tsx';
import { MutedList } from './dialogs/muted-list.tsx';
import { ReadingPane } from './reading/reading-pane.tsx';
import { SnoozeDialog } from './dialogs/snooze-dialog.tsx';
import { useInboxCursor, useOpenEntry } from './use-inbox-cursor.ts';
import { useInboxFilter, useInboxItems } from './use-inbox-items.ts';
import { useItemSnooze } from './use-item-snooze.ts';
import { useWideLayout } from './use-wide-layout.ts';

/**
 * The inbox's room: `filter/` is the search field and the filters, `list/` the items by day and site, `reading/` the
 * item that is open, with its post. The hooks beside this file hold the state that these share: which items there are
 * (use-inbox-items), where the person is among them (use-inbox-cursor), what can be done with them (inbox-actions).
 */
function useInbox(state: AppState) {
  const wide = useWideLayout();
  const actions = useInboxActions();
  const search = useInboxFilter();
  const [open, setOpen] = useOpenEntry(state.accounts);
  const { list, counts, items, loadMore } = useInboxItems(search.filter, search.inSearch, open);
  const cursor = useInboxCursor({ items, open, setOpen, wide, actions });
  const snooze = useItemSnooze({ items, open, actions, cursor, onLeave: () => setOpen(undefined) });
  return { wide, actions, search, open, list, counts, items, loadMore, cursor, snooze };
}

type InboxModel = ReturnType<typeof useInbox>;

/** What the keys of the inbox do at present. */
function keyActions({ actions, search, open, cursor, snooze }: InboxModel, focusSearch: () => void): InboxKeys {
  const withTarget = (act: (entry: InboxEntry) => unknown) => {
    const target = cursor.target();
    if (target) act(target);
  };
  const openInBrowser = (entry: InboxEntry) => {
    if (!IN_ELECTRON && entry.link !== undefined) window.open(entry.link, '_blank', 'noopener,noreferrer');
    actions.open(entry.key, !IN_ELECTRON);
  };
  return {
    next: () => cursor.step(1),
    previous: () => cursor.step(-1),
    open: () => withTarget(({ key }) => cursor.read(key)),
    browser: () => withTarget(openInBrowser),
    read() {
      withTarget(({ key, unread }) => unread && actions.setRead([key], true));
      cursor.step(1);
    },
    unread: () => withTarget(({ key, unread }) => !unread && actions.setRead([key], false)),
    snooze: () => snooze.ask(cursor.target()?.key),
    mute: () => withTarget(({ key, muted }) => actions.mute(key, !muted)),
    search: focusSearch,
    close: () => (open ? cursor.close() : search.setText('')),
  };
}

/** The list of items, or what stands in its place. */
function InboxList({ inbox }: { inbox: InboxModel }) {
  const words = useWords();
  const { actions, search, open, list, counts, items, loadMore, cursor } = inbox;
  return (
    <div className="inbox--list" inert={cursor.over}>
      {list.isPending && <Loading label={words('inbox.loading')} />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && (
        <NoItems filter={search.saved} text={search.text} onClear={search.clear} />
      )}
      {items.length > 0 && (
        <ItemList
          ref={cursor.rows}
          items={items}
          total={counts?.total}
          openKey={open?.key}
          activeKey={cursor.current?.key}
          withSite={search.inSearch}
          onActive={cursor.setActiveKey}
          onOpen={cursor.read}
          onBrowser={(key) => actions.open(key, true)}
          onToggleRead={({ entry }) => actions.setRead([entry.key], entry.unread)}
          onNearEnd={loadMore}
        />
      )}
    </div>
  );
}

/** Everything that came in for the person: found, filtered, read and put in order without leaving it. */
export function Inbox({ state }: { state: AppState }) {
  const words = useWords();
  const inbox = useInbox(state);
  const { wide, actions, search, open, items, cursor, snooze } = inbox;
  const [showsMuted, setShowsMuted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useInboxKeys(
    keyActions(inbox, () => field.current?.focus()),
    { any: items.length > 0, closes: open !== undefined || search.text !== '' },
  );
  const { shown } = cursor;
  return (
    <div className={`inbox ${wide ? 'is-wide' : ''}`}>
      <InboxHead
        search={search}
        counts={inbox.counts}
        unread={state.unread}
        actions={actions}
        field={field}
        inert={cursor.over}
        onShowMuted={() => setShowsMuted(true)}
        onLeave={() => cursor.focusList(cursor.current?.key)}
      />
      <div className="inbox--columns">
        <InboxList inbox={inbox} />
        {shown && (
          <ReadingPane
            ref={cursor.heading}
            entry={shown}
            actions={actions}
            over={cursor.over}
            onClose={cursor.close}
            onSnooze={() => snooze.ask(shown.key)}
          />
        )}
        {!shown && wide && items.length > 0 && (
          <div className="reading reading__none">
            <p>{words('inbox.reading.choose')}</p>
          </div>
        )}
      </div>
      {snooze.asking !== undefined && (
        <SnoozeDialog onClose={snooze.cancel} onChoose={(until) => snooze.snooze(snooze.asking ?? '', until)} />
      )}
      {showsMuted && <MutedList actions={actions} onClose={() => setShowsMuted(false)} />}
    </div>
  );
}

/**
 * The room of the feed, which the inbox, the watches and the panel share: `filter/` is the search field and the
 * filters, `list/` the items in their order, `reading/` the item that is open, with its post. The hooks beside this
 * file hold the state that these share: which items there are (use-feed-items), where the person is among them
 * (use-feed-cursor), what can be done with them (feed-actions); `use-feed` joins them.
 */

import { useState, type ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';
import { Failed, Loading } from '../feedback/states.tsx';
import { MutedList, SnoozeDialog } from './dialogs/later-dialogs.ts';
import { FeedHead } from './feed-head.tsx';
import { useFeedKeys } from './feed-keys.ts';
import { EmptyList } from './list/empty-list.tsx';
import { ListEdge } from './reading/list-edge.tsx';
import { ItemList } from './list/item-list.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { ReadingPane } from './reading/reading-pane.tsx';
import type { FeedModel } from './use-feed.ts';

interface Props {
  feed: FeedModel;
  /** What the list is called. */
  label: string;
  title: string;
  /** The id of the title, where the feed is a section of its view. */
  sectionId?: string;
  /** Stands in the place of the list where nothing came in yet. */
  empty: ReactNode;
}

/** The list of items, or what stands in its place. */
function FeedList({ feed, label, empty }: Pick<Props, 'feed' | 'label' | 'empty'>) {
  const words = useWords();
  const { actions, search, open, list, items, unfolded, keysOf, counts } = feed;
  const { rows, activeEntry, setActiveKey, read } = feed.cursor;
  return (
    <>
      {list.isPending && <Loading label={words('inbox.loading')} />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.isSuccess &&
        items.length === 0 &&
        (search.isFiltered || (counts && counts.done + counts.snoozed > 0) ? (
          <EmptyList search={search} counts={counts} />
        ) : (
          empty
        ))}
      {items.length > 0 && (
        <ItemList
          ref={rows}
          label={label}
          items={items}
          total={feed.total}
          openKey={open?.key ?? feed.leadItem?.key}
          activeKey={activeEntry?.key}
          ticked={feed.selected.keys}
          onTick={feed.selected.tick}
          unfolded={unfolded}
          settled={feed.settled}
          onSettle={feed.settle}
          onToggleThread={feed.toggle}
          onActive={setActiveKey}
          onOpen={read}
          onBrowser={(key) => actions.open(key, true, keysOf(key))}
          onAct={feed.act}
          onNearEnd={feed.loadMore}
        />
      )}
    </>
  );
}

/** What came in: found, filtered, read and put in order without leaving it. */
export function Feed({ feed, label, title, sectionId, empty }: Props) {
  const { wide, actions, search, leadItem, acts, items, selected } = feed;
  const { heading, activeEntry, shown, over, close, focusList, readLeadItem, step } = feed.cursor;
  const read = shown ?? leadItem;
  const [showsMuted, setShowsMuted] = useState(false);
  useFeedKeys(feed);
  return (
    <div className={`feed ${wide ? 'is-beside' : ''}`}>
      <div className="feed--list" inert={over}>
        <FeedHead
          title={title}
          sectionId={sectionId}
          search={search}
          counts={feed.counts}
          parts={feed.parts}
          markAll={feed.markAll}
          field={feed.field}
          onShowMuted={() => setShowsMuted(true)}
          onLeave={() => focusList(activeEntry?.key)}
          selected={selected.keys.length}
        >
          {selected.keys.length > 0 && (
            <SelectionBar entries={selected.entries} onAct={feed.act} onClear={() => selected.clear()} />
          )}
        </FeedHead>
        <FeedList feed={feed} label={label} empty={empty} />
        {read && wide && <ListEdge />}
      </div>
      {read && (
        <ReadingPane
          ref={heading}
          entry={read}
          keys={feed.keysOf(read.key)}
          actions={actions}
          over={over}
          position={{ at: items.findIndex(({ entry }) => entry.key === read.key) + 1, of: feed.total ?? items.length }}
          onStep={step}
          onClose={close}
          onAct={(act) => feed.act(act, read.key)}
          onUse={shown ? undefined : readLeadItem}
        />
      )}
      {acts.asking !== undefined && (
        <SnoozeDialog awaitsReply={acts.awaitsReply} onClose={acts.cancelSnooze} onChoose={acts.chooseSnooze} />
      )}
      {showsMuted && <MutedList actions={actions} onClose={() => setShowsMuted(false)} />}
    </div>
  );
}

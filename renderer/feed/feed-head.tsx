import type { ReactNode, RefObject } from 'react';
import type { InboxCounts } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { ViewHead } from '../feedback/states.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import type { FeedFilter } from './use-feed-items.ts';

interface Props {
  title: string;
  /** The id of the title, where the feed is a section of its view. */
  sectionId: string | undefined;
  search: FeedFilter;
  counts: InboxCounts | undefined;
  /** Marks read what the list shows; `any`: there is something unread in it. */
  markAll: { label: string; any: boolean; run: () => void };
  field: RefObject<HTMLInputElement | null>;
  /** Further buttons, beside the search. */
  buttons: ReactNode;
  /** The opened item lies over it. */
  inert: boolean;
  onShowMuted: () => void;
  /** Out of the search field, into the list. */
  onLeave: () => void;
}

/** The head of a feed: what concerns the whole list, the search and the filters. */
export function FeedHead(props: Props) {
  const { title, sectionId, search, counts, markAll, field, buttons, inert, onShowMuted, onLeave } = props;
  const words = useWords();
  const { isFiltered } = search;
  return (
    <div className="feed--head" inert={inert}>
      <ViewHead title={title} sectionId={sectionId}>
        <button type="button" className="s-btn s-btn__muted s-btn__sm" onClick={onShowMuted}>
          {words('inbox.mutedList.open')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm feed--mark-all"
          disabled={!markAll.any}
          title={markAll.label}
          onClick={markAll.run}
        >
          {markAll.label}
        </button>
      </ViewHead>
      <FilterBar
        ref={field}
        text={search.text}
        filter={search.saved}
        source={search.source}
        counts={counts}
        onText={search.setText}
        onFilter={search.saveFilter}
        onLeave={onLeave}
      >
        {buttons}
      </FilterBar>
      {isFiltered && (
        <p className="visually-hidden" role="status">
          {counts && words('inbox.filters.found', { count: counts.total })}
        </p>
      )}
    </div>
  );
}

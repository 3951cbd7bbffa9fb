import type { RefObject } from 'react';
import type { InboxCounts } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { ViewHead } from '../feedback/states.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import type { useInboxFilter } from './use-inbox-items.ts';

interface Props {
  search: ReturnType<typeof useInboxFilter>;
  counts: InboxCounts | undefined;
  /** Marks read what the list shows; `any`: there is something unread in it. */
  markAll: { label: string; any: boolean; run: () => void };
  field: RefObject<HTMLInputElement | null>;
  /** What is read lies over it. */
  inert: boolean;
  onShowMuted: () => void;
  /** Out of the search field, into the list. */
  onLeave: () => void;
}

/** The head of the inbox: what concerns the whole list, the search and the filters. */
export function InboxHead({ search, counts, markAll, field, inert, onShowMuted, onLeave }: Props) {
  const words = useWords();
  const { isFiltered } = search;
  return (
    <div className="inbox--head" inert={inert}>
      <ViewHead title={words('inbox.title')}>
        <button type="button" className="s-btn s-btn__muted s-btn__sm" onClick={onShowMuted}>
          {words('inbox.mutedList.open')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__outlined s-btn__sm inbox--mark-all"
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
        counts={counts}
        onText={search.setText}
        onFilter={search.saveFilter}
        onLeave={onLeave}
      />
      {isFiltered && (
        <p className="visually-hidden" role="status">
          {counts && words('inbox.filters.found', { count: counts.total })}
        </p>
      )}
    </div>
  );
}

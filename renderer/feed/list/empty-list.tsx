import { IconCheckmarkLg, IconSearch } from '@stackoverflow/stacks-icons/icons';
import type { InboxCounts } from '../../../common/contract/contract.ts';
import { useReputation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Empty } from '../../feedback/states.tsx';
import { Change } from '../../widgets/change.tsx';
import { countActiveFilters } from '../filter/filter-parts.ts';
import type { FeedFilter } from '../use-feed-items.ts';

interface Props {
  search: FeedFilter;
  counts: InboxCounts | undefined;
}

/** Everything is read or done: what else today brought, and what is still to come back. */
function CaughtUp({ search, counts }: Props) {
  const { words } = useLocale();
  const today = (useReputation().data?.accounts ?? []).reduce((sum, account) => sum + account.today, 0);
  const { snoozed = 0, done = 0 } = counts ?? {};
  const showDone = () => search.saveFilter({ ...search.saved, state: 'done' });
  return (
    <Empty icon={IconCheckmarkLg} title={words('inbox.noMatch.allRead')} tone="good">
      {today !== 0 && (
        <p>
          <Change change={today} /> {words('panel.today')}
        </p>
      )}
      {snoozed > 0 && <p>{words('inbox.noMatch.comeBack', { count: snoozed })}</p>}
      {(search.isFiltered || done > 0) && (
        <button type="button" className="btn btn__line" onClick={search.isFiltered ? search.clear : showDone}>
          {words(search.isFiltered ? 'watches.matchesShowAll' : 'inbox.noMatch.showDone')}
        </button>
      )}
    </Empty>
  );
}

/** Says why nothing is listed that came in: all of it is read or done, or what the search and the filters leave. */
export function EmptyList({ search, counts }: Props) {
  const words = useWords();
  const { saved: filter, text } = search;
  const isSearch = text.trim() !== '';
  const isOnlyFilter = !isSearch && countActiveFilters(filter) === 1;
  if (!search.isFiltered || (isOnlyFilter && filter.unread === true))
    return <CaughtUp search={search} counts={counts} />;
  const { state } = filter;
  return (
    <Empty icon={IconSearch} title={words(`inbox.noMatch.${isOnlyFilter && state ? state : 'title'}`)}>
      {!(isOnlyFilter && state) && <p>{words(isSearch ? 'inbox.noMatch.search' : 'inbox.noMatch.filters')}</p>}
      <button type="button" className="btn btn__line" onClick={search.clear}>
        {words('inbox.noMatch.clear')}
      </button>
    </Empty>
  );
}

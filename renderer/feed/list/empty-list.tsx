import { IconCheckmarkLg, IconSearch } from '@stackoverflow/stacks-icons/icons';
import type { InboxFilter } from '../../../common/contract/contract.ts';
import { useReputation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Empty } from '../../feedback/states.tsx';
import { Change } from '../../widgets/change.tsx';
import { countActiveFilters } from '../filter/filter-parts.ts';

interface Props {
  filter: InboxFilter;
  text: string;
  /** Not yet come back from a snooze. */
  snoozed: number;
  onClear: () => void;
}

/** Everything is read: what else today brought, and what is still to come back. */
function CaughtUp({ snoozed, onClear }: Pick<Props, 'snoozed' | 'onClear'>) {
  const { words } = useLocale();
  const today = (useReputation().data?.accounts ?? []).reduce((sum, account) => sum + account.today, 0);
  return (
    <Empty icon={IconCheckmarkLg} title={words('inbox.noMatch.allRead')} tone="good">
      {today !== 0 && (
        <p>
          <Change change={today} /> {words('panel.today')}
        </p>
      )}
      {snoozed > 0 && <p>{words('inbox.noMatch.comeBack', { count: snoozed })}</p>}
      <button type="button" className="btn btn__line" onClick={onClear}>
        {words('inbox.noMatch.showAll')}
      </button>
    </Empty>
  );
}

/** Says why nothing is listed that came in: all of it is read, or what the search and the filters leave. */
export function EmptyList({ filter, text, snoozed, onClear }: Props) {
  const words = useWords();
  const isSearch = text.trim() !== '';
  const isOnlyFilter = !isSearch && countActiveFilters(filter) === 1;
  if (isOnlyFilter && filter.unread === true) return <CaughtUp snoozed={snoozed} onClear={onClear} />;
  const { state } = filter;
  return (
    <Empty icon={IconSearch} title={words(`inbox.noMatch.${isOnlyFilter && state ? state : 'title'}`)}>
      {!(isOnlyFilter && state) && <p>{words(isSearch ? 'inbox.noMatch.search' : 'inbox.noMatch.filters')}</p>}
      <button type="button" className="btn btn__line" onClick={onClear}>
        {words('inbox.noMatch.clear')}
      </button>
    </Empty>
  );
}

import { IconInbox, IconSearch } from '@stackoverflow/stacks-icons/icons';
import type { InboxFilter } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { Empty } from '../../feedback/states.tsx';
import { countActiveFilters } from '../filter/filter-bar.tsx';

/** Says why nothing is listed: nothing came in yet, or the search or the filters leave nothing. */
export function NoItems({ filter, text, onClear }: { filter: InboxFilter; text: string; onClear: () => void }) {
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

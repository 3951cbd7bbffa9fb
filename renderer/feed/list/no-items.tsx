import { IconClear, IconSearch } from '@stackoverflow/stacks-icons/icons';
import type { InboxFilter } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { Empty } from '../../feedback/states.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { countActiveFilters } from '../filter/filter-bar.tsx';
import type { FilterPart } from '../filter/filter-parts.ts';

interface Props {
  filter: InboxFilter;
  text: string;
  /** The filters in force, in words. */
  parts: readonly FilterPart[];
  onDrop: (field: FilterPart['field']) => void;
  onClear: () => void;
}

/** Says why nothing is listed that came in: what the search and the filters leave. */
export function NoItems({ filter, text, parts, onDrop, onClear }: Props) {
  const words = useWords();
  const onlyUnread = countActiveFilters(filter) === 1 && filter.unread === true;
  const onlySnoozed = countActiveFilters(filter) === 1 && filter.snoozed === true;
  const isSearch = text.trim() !== '';
  const title = isSearch || !(onlyUnread || onlySnoozed) ? 'title' : onlyUnread ? 'allRead' : 'snoozed';
  return (
    <Empty icon={IconSearch} title={words(`inbox.noMatch.${title}`)}>
      {title === 'title' && <p>{words(`inbox.noMatch.${isSearch ? 'search' : 'filters'}`)}</p>}
      <ul className="filters-in-force" aria-label={words('inbox.noMatch.inForce')}>
        {parts.map(({ field, filter: name, value }) => {
          const part = value === undefined ? name : words('inbox.filters.part', { filter: name, value });
          return (
            <li key={field}>
              <button
                type="button"
                className="s-btn s-btn__sm s-btn__outlined"
                aria-label={words('inbox.noMatch.drop', { filter: part })}
                onClick={() => onDrop(field)}
              >
                <span className="filters-in-force--name">{part}</span> <Icon svg={IconClear} />
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" className="s-btn s-btn__link s-btn__sm" onClick={onClear}>
        {words('inbox.noMatch.clear')}
      </button>
    </Empty>
  );
}

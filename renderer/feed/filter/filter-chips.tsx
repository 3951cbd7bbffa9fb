import { IconClearSm } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import type { InboxCounts } from '../../../common/contract/contract.ts';
import { useLocale } from '../../appearance/language.tsx';
import { Icon } from '../../widgets/icon.tsx';
import type { FilterPart } from './filter-parts.ts';

interface Props {
  parts: readonly FilterPart[];
  counts: InboxCounts | undefined;
  onDrop: (field: FilterPart['field']) => void;
  onClear: () => void;
  /** What saves the filters, or changes what is saved. */
  children: ReactNode;
}

/** The filters in force, each with what takes it away, and how much they leave; nothing where none is set. */
export function FilterChips({ parts, counts, onDrop, onClear, children }: Props) {
  const { words } = useLocale();
  // The words stand in their own field, and whether only unread ones are listed in the head.
  const chips = parts.filter(({ field }) => field !== 'text' && field !== 'unread');
  if (chips.length === 0) return null;
  return (
    <div className="chips-line">
      <ul className="chips-line--chips" aria-label={words('inbox.noMatch.inForce')}>
        {chips.map(({ field, filter, value }) => (
          <li key={field} className="chip">
            <span className="chip--name">{value ?? filter}</span>
            <button
              type="button"
              aria-label={words('inbox.noMatch.drop', {
                filter: value === undefined ? filter : words('inbox.filters.part', { filter, value }),
              })}
              onClick={() => onDrop(field)}
            >
              <Icon svg={IconClearSm} />
            </button>
          </li>
        ))}
      </ul>
      <span className="chips-line--count">{counts && words('inbox.filters.found', { count: counts.total })}</span>
      {children}
      <button type="button" className="btn" onClick={onClear}>
        {words('inbox.filters.clear')}
      </button>
    </div>
  );
}

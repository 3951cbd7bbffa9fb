import { IconCheckmark, IconClear, IconFilter, IconSearch } from '@stackoverflow/stacks-icons/icons';
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { InboxCounts } from '../../common/contract/contract.ts';
import { useLocale } from '../appearance/language.tsx';
import { useShortcut } from '../commands/shortcuts.tsx';
import { Icon, IconButton } from '../widgets/icon.tsx';
import { FilterChips } from './filter/filter-chips.tsx';
import { SavedView } from './filter/saved-view.tsx';
import { FilterMenu } from './dialogs/later-dialogs.ts';
import type { FilterPart } from './filter/filter-parts.ts';
import type { FeedFilter } from './use-feed-items.ts';

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  search: FeedFilter;
  onLeave: () => void;
}

/**
 * The field for words to find. Escape empties it first; from an empty field it leads into the list, as Enter and ↓ do.
 */
function SearchField({ field, label, search: { text, setText }, onLeave }: SearchFieldProps) {
  const { words } = useLocale();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      onLeave();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (text === '') onLeave();
      else setText('');
    }
  };
  return (
    <search className={`head--search ${text === '' ? '' : 'is-used'}`}>
      <Icon svg={IconSearch} />
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && <IconButton label={words('inbox.search.clear')} icon={IconClear} onClick={() => setText('')} />}
    </search>
  );
}

/** Only what is unread, or all. */
function UnreadOrAll({
  search: { saved, saveFilter },
  counts,
}: {
  search: FeedFilter;
  counts: InboxCounts | undefined;
}) {
  const { words, number } = useLocale();
  const choose = (unread: true | undefined) => saveFilter({ ...saved, unread, state: undefined });
  const isUnread = saved.unread === true;
  return (
    <div className="segments">
      <button type="button" aria-pressed={isUnread} onClick={() => choose(true)}>
        {words('inbox.filters.unread')}
        {counts && counts.unread > 0 && <span className="head--count">{number(counts.unread)}</span>}
      </button>
      <button type="button" aria-pressed={!isUnread} onClick={() => choose(undefined)}>
        {words('inbox.filters.all')}
      </button>
    </div>
  );
}

interface Props {
  title: string;
  /** The id of the title, where the feed is a section of its view. */
  sectionId: string | undefined;
  search: FeedFilter;
  counts: InboxCounts | undefined;
  parts: readonly FilterPart[];
  /** Marks read what the list shows; `any`: there is something unread in it. */
  markAll: { label: string; any: boolean; run: () => void };
  field: RefObject<HTMLInputElement | null>;
  onShowMuted: () => void;
  /** Out of the search field, into the list. */
  onLeave: () => void;
  /** How many rows are ticked. */
  selected: number;
  /** What can be done with the rows that are ticked, in the place of the rest. */
  children: ReactNode;
}

/** The head of a feed: what concerns the whole list, the search, and the filters in force. */
export function FeedHead(props: Props) {
  const { title, sectionId, search, counts, parts, markAll, field, onShowMuted, onLeave, selected, children } = props;
  const { words } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const group = words(`common.views.${search.source ?? 'inbox'}`);
  useShortcut('f', words('inbox.filters.find'), () => setOpen(true), { group, when: selected === 0, inPalette: true });
  return (
    <>
      <div className="head">
        {sectionId === undefined ? <h1>{title}</h1> : <h2 id={sectionId}>{title}</h2>}
        {children || (
          <>
            <UnreadOrAll search={search} counts={counts} />
            <SearchField
              field={field}
              label={words(search.source === 'watches' ? 'watches.matchesSearch' : 'inbox.search.label')}
              search={search}
              onLeave={onLeave}
            />
            <div className="head--menu">
              <IconButton
                label={words('inbox.filters.label')}
                icon={IconFilter}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              />
              {isOpen && (
                <FilterMenu
                  search={search}
                  counts={counts}
                  parts={parts}
                  onShowMuted={onShowMuted}
                  onClose={() => setOpen(false)}
                />
              )}
            </div>
            <IconButton label={markAll.label} icon={IconCheckmark} disabled={!markAll.any} onClick={markAll.run} />
          </>
        )}
      </div>
      <FilterChips parts={parts} counts={counts} onDrop={search.drop} onClear={search.clear}>
        {search.source === 'inbox' && <SavedView view={search.saved} />}
      </FilterChips>
      <p className="visually-hidden" role="status">
        {selected > 0
          ? words('inbox.selectionCount', { count: selected })
          : search.isFiltered && counts && words('inbox.filters.found', { count: counts.total })}
      </p>
    </>
  );
}

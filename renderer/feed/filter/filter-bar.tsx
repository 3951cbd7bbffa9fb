import { IconClear, IconFilter, IconSearch } from '@stackoverflow/stacks-icons/icons';
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { Grouping, InboxCounts, InboxFilter, InboxView } from '../../../common/contract/contract.ts';
import { Icon } from '../../widgets/icon.tsx';
import { useWatches } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { ruleName } from '../../../common/i18n/rule-words.ts';
import { kindName } from '../../../common/i18n/network-names.ts';

interface Props {
  ref?: Ref<HTMLInputElement>;
  text: string;
  filter: InboxView;
  /** The only source there is to choose from; all where it is left out. */
  source: InboxFilter['source'];
  counts: InboxCounts | undefined;
  onText: (text: string) => void;
  onFilter: (filter: InboxView) => void;
  /** Out of the field, into the list. */
  onLeave: () => void;
  /** Further buttons, beside the field. */
  children?: ReactNode;
}

/** How many filters are set; the words to find are not counted. */
export const countActiveFilters = ({ source, watch, site, kind, tag, unread, snoozed }: InboxFilter): number =>
  [source, watch, site, kind, tag, unread, snoozed].filter((value) => value !== undefined && value !== false).length;

interface SelectProps {
  label: string;
  all: string;
  value: string | undefined;
  choices: InboxCounts['sites'];
  /** What a value is called that is not among the choices; its own name where it is left out. */
  nameOf?: (value: string) => string;
  onChoose: (value: string | undefined) => void;
}

function Select({ label, all, value, choices, nameOf = (name) => name, onChoose }: SelectProps) {
  const words = useWords();
  // What was chosen stays in sight when the other filters leave nothing of it.
  const listed =
    value === undefined || choices.some((choice) => choice.value === value)
      ? choices
      : [{ value, name: nameOf(value), count: 0 }, ...choices];
  return (
    <select
      className={`s-select s-select__sm filters--select ${value === undefined ? '' : 'is-set'}`}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{all}</option>
      {listed.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {words('inbox.filters.choice', { name: choice.name, count: choice.count })}
        </option>
      ))}
    </select>
  );
}

interface SearchFieldProps {
  ref: Ref<HTMLInputElement> | undefined;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
}

/**
 * The field for words to find. Escape empties it first; from an empty field it leads into the list, as Enter and ↓ do.
 */
function SearchField({ ref, label, placeholder, text, onText, onLeave }: SearchFieldProps) {
  const words = useWords();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      onLeave();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (text === '') onLeave();
      else onText('');
    }
  };
  return (
    <div className="filters--search">
      <Icon svg={IconSearch} className="filters--glass" />
      <input
        ref={ref}
        type="search"
        className="s-input s-input__sm"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button
          type="button"
          className="s-btn s-btn__muted s-btn__sm filters--clear-search"
          aria-label={words('inbox.search.clear')}
          onClick={() => onText('')}
        >
          <Icon svg={IconClear} />
        </button>
      )}
    </div>
  );
}

interface ChoicesProps {
  id: string;
  filter: InboxView;
  source: InboxFilter['source'];
  counts: InboxCounts | undefined;
  onFilter: (filter: InboxView) => void;
}

/** Only unread, or only snoozed items: one excludes the other. */
function Toggle({
  name,
  filter,
  counts,
  onFilter,
}: Omit<ChoicesProps, 'id' | 'source'> & { name: 'unread' | 'snoozed' }) {
  const words = useWords();
  const isOn = filter[name] === true;
  const toggle = () => onFilter({ ...filter, unread: undefined, snoozed: undefined, [name]: isOn ? undefined : true });
  return (
    <button
      type="button"
      className={`s-btn s-btn__sm s-btn__outlined ${isOn ? 'is-selected' : ''}`}
      aria-pressed={isOn}
      onClick={toggle}
    >
      {words(`inbox.filters.${name}`)} <span className="filters--count">{counts?.[name]}</span>
    </button>
  );
}

const GROUPINGS: readonly Grouping[] = ['time', 'site', 'question'];

/** What the list is put in order by. */
function GroupBy({ filter, onFilter }: Pick<ChoicesProps, 'filter' | 'onFilter'>) {
  const words = useWords();
  return (
    <select
      className="filters--select filters--grouping"
      aria-label={words('inbox.grouping.label')}
      title={words('inbox.grouping.label')}
      value={filter.grouping ?? 'time'}
      onChange={(event) =>
        onFilter({ ...filter, grouping: GROUPINGS.find((grouping) => grouping === event.target.value) })
      }
    >
      {GROUPINGS.map((grouping) => (
        <option key={grouping} value={grouping}>
          {words(`inbox.grouping.${grouping}`)}
        </option>
      ))}
    </select>
  );
}

const SOURCES = ['inbox', 'watches'] as const;

/** Where it comes from: the inbox, all watches, or one of them. */
function SourceSelect({ filter, source: only, onFilter }: Pick<ChoicesProps, 'filter' | 'source' | 'onFilter'>) {
  const locale = useLocale();
  const { words } = locale;
  const watches = useWatches().data?.watches ?? [];
  const chosen = filter.watch ?? filter.source;
  const choose = (value: string) => {
    const source = SOURCES.find((one) => one === value);
    onFilter({ ...filter, source, watch: source || value === '' ? undefined : value });
  };
  return (
    <select
      className={`s-select s-select__sm filters--select ${chosen === undefined ? '' : 'is-set'}`}
      aria-label={words(only === 'watches' ? 'inbox.filters.watch' : 'inbox.filters.source')}
      value={chosen ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{words(only === 'watches' ? 'inbox.filters.allWatches' : 'inbox.filters.allSources')}</option>
      {only === undefined && <option value="inbox">{words('common.views.inbox')}</option>}
      {only === undefined && <option value="watches">{words('inbox.filters.allWatches')}</option>}
      {watches.map(({ id, rule, site }) => (
        <option key={id} value={id}>
          {words('watches.row.what', { name: ruleName(rule, locale), site: site.name })}
        </option>
      ))}
    </select>
  );
}

/** The filters themselves, each with how many items it would leave. */
function FilterChoices({ id, filter, source, counts, onFilter }: ChoicesProps) {
  const words = useWords();
  return (
    <div className="filters--choices" id={id} role="group" aria-label={words('inbox.filters.label')}>
      <Toggle name="unread" filter={filter} counts={counts} onFilter={onFilter} />
      <SourceSelect filter={filter} source={source} onFilter={onFilter} />
      <Select
        label={words('inbox.filters.site')}
        all={words('inbox.filters.allSites')}
        value={filter.site}
        choices={counts?.sites ?? []}
        nameOf={() => '…'}
        onChoose={(site) => onFilter({ ...filter, site })}
      />
      {/* What watches found is all of one kind. */}
      {source !== 'watches' && (
        <Select
          label={words('inbox.filters.kind')}
          all={words('inbox.filters.allKinds')}
          value={filter.kind}
          choices={(counts?.kinds ?? []).map((kind) => ({ ...kind, name: kindName(words, kind.value) }))}
          nameOf={(kind) => kindName(words, kind)}
          onChoose={(kind) => onFilter({ ...filter, kind })}
        />
      )}
      <Select
        label={words('inbox.filters.tag')}
        all={words('inbox.filters.allTags')}
        value={filter.tag}
        choices={counts?.tags ?? []}
        onChoose={(tag) => onFilter({ ...filter, tag })}
      />
      {((counts?.snoozed ?? 0) > 0 || filter.snoozed === true) && (
        <Toggle name="snoozed" filter={filter} counts={counts} onFilter={onFilter} />
      )}
      <GroupBy filter={filter} onFilter={onFilter} />
      <button
        type="button"
        className="s-btn s-btn__sm s-btn__muted filters--clear"
        disabled={countActiveFilters(filter) === 0}
        onClick={() => onFilter({ grouping: filter.grouping })}
      >
        <Icon svg={IconClear} /> {words('inbox.filters.clear')}
      </button>
    </div>
  );
}

/** Words to find, and filters that combine; each says how many items it would leave. */
export function FilterBar(props: Props) {
  const { ref, text, filter, source, counts, onText, onFilter, onLeave, children } = props;
  const words = useWords();
  const id = useId();
  const [shown, setShown] = useState(false);
  const set = countActiveFilters(filter);
  return (
    <search className="filters" data-shown={shown}>
      <SearchField
        ref={ref}
        label={words(source === 'watches' ? 'watches.matches.search' : 'inbox.search.label')}
        placeholder={words(source === 'watches' ? 'watches.matches.search' : 'inbox.search.placeholder')}
        text={text}
        onText={onText}
        onLeave={onLeave}
      />
      <button
        type="button"
        className="s-btn s-btn__outlined s-btn__sm filters--toggle"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        <Icon svg={IconFilter} />{' '}
        {set === 0 ? words('inbox.filters.show') : words('inbox.filters.showActive', { count: set })}
      </button>
      {children !== undefined && <div className="filters--more">{children}</div>}
      <FilterChoices id={id} filter={filter} source={source} counts={counts} onFilter={onFilter} />
    </search>
  );
}

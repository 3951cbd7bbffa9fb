import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  useComboboxStore,
} from '@ariakit/react';
import { useState, type KeyboardEvent } from 'react';
import type { Grouping, InboxCounts } from '../../../common/contract/contract.ts';
import { INBOX_STATES } from '../../../common/schemas/inbox-states.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { ruleName } from '../../../common/i18n/rule-words.ts';
import { useWatches } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { matches } from '../../commands/matches.ts';
import { Popover } from '../../widgets/popover.tsx';
import type { FeedFilter } from '../use-feed-items.ts';
import { useSavedViews } from '../feed-queries.ts';
import { withValue, type FilterPart, type ListField } from './filter-parts.ts';

interface Props {
  search: FeedFilter;
  counts: InboxCounts | undefined;
  parts: readonly FilterPart[];
  onShowMuted: () => void;
  onClose: () => void;
  /** What was typed before it was there. */
  typed?: string;
}

interface Choice {
  id: string;
  group: string;
  name: string;
  detail?: string | undefined;
  isChosen?: boolean;
  choose: () => void;
}

/** How many of a group are listed before anything is typed. */
const FIRST_CHOICES = 6;

const GROUPINGS: readonly Grouping[] = ['time', 'site', 'question'];

/** All that the list can be narrowed to, by group, with how many items each would leave. */
function useChoices({ search, counts, onShowMuted }: Props): Choice[] {
  const locale = useLocale();
  const { words, number } = locale;
  const { saved, saveFilter, source } = search;
  const watches = useWatches().data?.watches ?? [];
  const views = useSavedViews().data ?? [];
  const of = (field: ListField, choices: readonly { value: string; name: string; count: number }[] = []) =>
    choices.map(({ value, name, count }): Choice => ({
      id: `${field} ${value}`,
      group: words(`inbox.filters.${field}`),
      name,
      detail: number(count),
      isChosen: saved[field]?.includes(value) === true,
      choose: () => saveFilter(withValue(saved, field, value)),
    }));
  const kinds = (counts?.kinds ?? []).map((kind) => ({ ...kind, name: kindName(words, kind.value) }));
  return [
    ...(source === 'watches' ? [] : views).map(({ id, name, view }): Choice => ({
      id: `view ${id}`,
      group: words('common.views.label'),
      name,
      choose: () => saveFilter({ ...view, grouping: saved.grouping }),
    })),
    ...(counts && counts.accounts.length > 1 ? of('account', counts.accounts) : []),
    ...of('site', counts?.sites),
    // What watches found is all of one kind.
    ...(source === 'watches' ? [] : of('kind', kinds)),
    ...(source === 'watches' ? watches : []).map(({ id, rule, site }): Choice => ({
      id: `watch ${id}`,
      group: words('inbox.filters.watch'),
      name: words('watches.row.what', { name: ruleName(rule, locale), site: site.name }),
      choose: () => saveFilter({ ...saved, watch: id }),
    })),
    ...of('tag', counts?.tags),
    ...GROUPINGS.map((grouping): Choice => ({
      id: `grouping ${grouping}`,
      group: words('inbox.grouping.label'),
      name: words(`inbox.grouping.${grouping}`),
      isChosen: (saved.grouping ?? 'time') === grouping,
      choose: () => saveFilter({ ...saved, grouping }),
    })),
    ...INBOX_STATES.filter((state) => counts && counts[state] > 0).map((state): Choice => ({
      id: state,
      group: words('inbox.filters.others'),
      name: words(`inbox.filters.${state}`),
      detail: number(counts?.[state] ?? 0),
      choose: () => saveFilter({ ...saved, unread: undefined, state }),
    })),
    {
      id: 'muted',
      group: words('inbox.filters.others'),
      name: words('inbox.mutedListOpen'),
      choose: onShowMuted,
    },
  ];
}

/** Finds a filter by typing. Enter or a click sets it; Backspace in the empty field takes the last one away. */
export function FilterMenu(props: Props) {
  const { search, parts, onClose } = props;
  const { words } = useLocale();
  const [typed, setTyped] = useState(props.typed ?? '');
  const all = useChoices(props);
  const text = typed.trim();
  const found = text === '' ? all : all.filter(({ group, name }) => matches(`${group} ${name}`, text));
  const asWords: Choice = {
    id: 'words',
    group: words('inbox.filters.words'),
    name: words('inbox.filters.quoted', { text }),
    choose: () => search.setText(text),
  };
  const groups = [...Map.groupBy(text === '' ? found : [...found, asWords], ({ group }) => group)];
  const store = useComboboxStore({
    open: true,
    inputValue: typed,
    setInputValue: setTyped,
    includesBaseElement: false,
  });
  const choose = (choice: Choice) => {
    onClose();
    choice.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = parts.findLast(({ field }) => field !== 'text');
    if (event.key === 'Backspace' && typed === '' && last) search.drop(last.field);
  };
  return (
    <Popover label={words('inbox.filters.label')} className="filter-menu" onClose={onClose}>
      <Combobox
        store={store}
        className="input"
        aria-label={words('inbox.filters.find')}
        placeholder={words('inbox.filters.find')}
        autoSelect
        autoComplete="list"
        spellCheck={false}
        onKeyDown={onKeyDown}
      />
      <ComboboxList store={store} alwaysVisible className="filter-menu--list" aria-label={words('inbox.filters.label')}>
        {groups.map(([group, choices]) => (
          <ComboboxGroup key={group}>
            <ComboboxGroupLabel className="filter-menu--group">{group}</ComboboxGroupLabel>
            {choices.slice(0, FIRST_CHOICES).map((choice) => (
              <ComboboxItem
                key={choice.id}
                className="option"
                aria-checked={choice.isChosen}
                // The field keeps the focus, so the pointer must not take it away before the click arrives.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                <span className="chip--name">{choice.name}</span>
                <span className="option--detail">{choice.isChosen ? '✓' : choice.detail}</span>
              </ComboboxItem>
            ))}
          </ComboboxGroup>
        ))}
      </ComboboxList>
    </Popover>
  );
}

import { IconQuestion } from '@stackoverflow/stacks-icons/icons';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Watch } from '../../../common/contract/contract.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useShortcut } from '../../commands/shortcuts.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { ALL, focusRow } from '../use-place.ts';
import { Row, WatchRow } from './watch-row.tsx';

interface Props {
  watches: Watch[];
  /** What the watches found and nobody has read. */
  unread: number;
  /** The row whose pane is shown. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** A row has the focus. */
  onFocus: (id: string) => void;
  /** J and K mean these rows, wherever the focus is: nothing else that is shown has rows. */
  hasKeys: boolean;
}

/** Where the focus is among the rows, and what moves it. */
function useRows({ watches, chosen, hasKeys }: Pick<Props, 'watches' | 'chosen' | 'hasKeys'>) {
  const { words } = useLocale();
  const [isInside, setInside] = useState(false);
  const [focused, setFocused] = useState<string>();
  const ids = [ALL, ...watches.map(({ id }) => id)];
  const active = Math.max(0, ids.indexOf((isInside ? focused : chosen) ?? focused ?? ALL));
  const focus = (at: number) => focusRow(ids[Math.min(ids.length - 1, Math.max(0, at))] ?? ALL);
  const step = (by: number) => focus(isInside || chosen !== undefined ? active + by : active);
  const options = { group: words('common.views.watches'), when: watches.length > 0 && (hasKeys || isInside) };
  useShortcut('j', words('watches.keysNext'), () => step(1), options);
  useShortcut('k', words('watches.keysPrevious'), () => step(-1), options);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focus(to);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => setInside(currentTarget.contains(relatedTarget));
  return { active: ids[active], setFocused, whole: { onKeyDown, onBlur, onFocus: () => setInside(true) } };
}

/** What all watches found, and each watch for itself: one stop for Tab, arrows and J and K go on from there. */
export function WatchList({ watches, unread, chosen, onChoose, onFocus, hasKeys }: Props) {
  const { words, number } = useLocale();
  const { active, setFocused, whole } = useRows({ watches, chosen, hasKeys });
  const row = (id: string) => ({
    isChosen: id === chosen,
    isActive: id === active,
    onChoose,
    onFocus(focused: string) {
      setFocused(focused);
      onFocus(focused);
    },
  });
  return (
    // The keys move the focus among the rows, which are buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="watches--rows" {...whole}>
      <Row
        {...row(ALL)}
        id={ALL}
        icon={<Icon svg={IconQuestion} className="watch--all" />}
        name={words('watches.matchesAll')}
        unread={unread > 0 ? number(unread) : undefined}
      >
        {unread === 0 && <span className="item--words">{words('watches.matchesNoneNew')}</span>}
      </Row>
      <ul aria-label={words('watches.list')}>
        {watches.map((watch) => (
          <li key={watch.id}>
            <WatchRow {...row(watch.id)} watch={watch} />
          </li>
        ))}
      </ul>
    </div>
  );
}

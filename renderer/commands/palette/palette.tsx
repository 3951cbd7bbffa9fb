import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  useComboboxStore,
  type ComboboxStore,
} from '@ariakit/react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useWords } from '../../appearance/language.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { usePaletteEntries, type PaletteEntry, type PaletteGroup } from './palette-entries.ts';
import { Keys } from '../shortcuts.tsx';

interface ResultsProps {
  store: ComboboxStore;
  groups: PaletteGroup[];
  active: PaletteEntry | undefined;
  onChoose: (entry: PaletteEntry) => void;
}

function Results({ store, groups, active, onChoose }: ResultsProps) {
  const words = useWords();
  return (
    <ComboboxList
      store={store}
      alwaysVisible
      className="palette--list"
      aria-label={words('shortcuts.palette.results')}
      hidden={groups.length === 0}
    >
      {groups.map(({ name, entries }) => (
        <ComboboxGroup key={name}>
          <ComboboxGroupLabel className="palette--group">{name}</ComboboxGroupLabel>
          {entries.map((entry) => (
            <ComboboxItem
              key={entry.id}
              id={entry.id}
              className="option"
              aria-selected={entry === active}
              // The field keeps the focus, so the pointer must not take it away before the click arrives.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(entry)}
            >
              <span className={`palette--what ${entry.unread === true ? 'is-unread' : ''}`}>
                {entry.unread !== undefined && (
                  <span className="visually-hidden">
                    {words(entry.unread ? 'inbox.unreadMark' : 'shortcuts.palette.read')}{' '}
                  </span>
                )}
                {entry.title}
              </span>
              {entry.detail !== undefined && <span className="option--detail">{entry.detail}</span>}
              {entry.keys !== undefined && <Keys of={entry.keys} />}
            </ComboboxItem>
          ))}
        </ComboboxGroup>
      ))}
    </ComboboxList>
  );
}

/** Runs an entry on Enter; while the search for the typed text is under way, once it has been found. */
function useEnter(active: PaletteEntry | undefined, settled: boolean, onChoose: (entry: PaletteEntry) => void) {
  const isWaiting = useRef(false);
  const onSettled = useEffectEvent(() => {
    if (isWaiting.current && active) onChoose(active);
    isWaiting.current = false;
  });
  useEffect(() => {
    if (settled) onSettled();
  }, [settled]);
  return {
    enter(isCurrent: (entry: PaletteEntry) => boolean) {
      if (active && isCurrent(active)) onChoose(active);
      else isWaiting.current = !settled;
    },
    forget() {
      isWaiting.current = false;
    },
  };
}

/** Finds a command by its name and runs it. The field keeps the focus; arrows choose, Enter runs, Escape closes. */
export function Palette({ typed = '', onClose }: { typed?: string; onClose: () => void }) {
  const words = useWords();
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState<string | null>();
  const { groups, settled, isCurrent } = usePaletteEntries(text.trim());
  const entries = groups.flatMap((group) => group.entries);
  // Computed while rendering, so that Enter takes the entry of the typed text, however fast it follows.
  const active = entries.find(({ id }) => id === chosen) ?? entries[0];
  const run = (entry: PaletteEntry) => {
    onClose();
    // Runs after the dialog has given the focus back, so that a view that takes the focus keeps it.
    setTimeout(entry.run);
  };
  const { enter, forget } = useEnter(active, settled, run);
  const store = useComboboxStore({
    open: true,
    inputValue: text,
    setInputValue(value) {
      setText(value);
      setChosen(null);
      forget();
    },
    activeId: active?.id ?? null,
    setActiveId: setChosen,
    includesBaseElement: false,
  });
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    enter(isCurrent);
  };
  return (
    <Dialog title={words('shortcuts.palette.title')} onClose={onClose} bare className="palette">
      <Combobox
        store={store}
        className="input palette--field"
        aria-label={words('shortcuts.palette.field')}
        aria-expanded={entries.length > 0}
        autoComplete="list"
        spellCheck={false}
        placeholder={words('shortcuts.palette.placeholder')}
        onKeyDownCapture={onKeyDownCapture}
      />
      <Results store={store} groups={groups} active={active} onChoose={run} />
      <p className={entries.length === 0 ? 'palette--nothing' : 'visually-hidden'} role="status">
        {entries.length === 0
          ? words('shortcuts.palette.nothing')
          : words('shortcuts.palette.count', { count: entries.length })}
      </p>
    </Dialog>
  );
}

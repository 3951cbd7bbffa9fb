import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useWords } from '../appearance/language.tsx';
import type { Command } from './command-registry.ts';
import { Dialog } from '../widgets/dialog.tsx';
import { Keys, useCommands } from './shortcuts.tsx';
import { useItemSearch } from './use-item-search.ts';

/** True when each word of what was typed begins a word of the text, or stands within one. */
export function matches(text: string, typed: string): boolean {
  const plain = (of: string) => of.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const within = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

interface Entry {
  id: string;
  group: string;
  what: string;
  detail?: string;
  keys?: string | undefined;
  act: () => void;
}

const ofCommand = (command: Command, index: number): Entry => ({
  id: `command-${index}`,
  group: command.group,
  what: command.title,
  keys: command.key,
  act: command.run,
});

/** Finds a command by its name and does it. The field keeps the focus; arrows choose, Enter does, Escape closes. */
export function Palette({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const typed = text.trim();
  /** Enter was pressed before what it stands for was found. */
  const entered = useRef(false);
  const commands = useCommands()
    .filter((command) => command.inPalette)
    .filter((command) => matches(`${command.group} ${command.title}`, typed))
    .map(ofCommand);
  const { items, settled } = useItemSearch(typed);
  const inInbox = words('shortcuts.palette.found');
  const entries: Entry[] = [
    ...commands,
    ...items.map(({ entry, open }) => ({
      id: `item-${entry.key}`,
      group: inInbox,
      what: entry.title,
      detail: entry.site.name,
      act: open,
    })),
  ];
  const order = [
    words('shortcuts.palette.goTo'),
    words('shortcuts.palette.act'),
    words('shortcuts.palette.look'),
    words('shortcuts.everywhere'),
    inInbox,
  ];
  const rank = (group: string) => (order.includes(group) ? order.indexOf(group) : 1.5);
  const groups = [...new Set(entries.map(({ group }) => group))].toSorted((a, b) => rank(a) - rank(b));
  const ordered = groups.flatMap((group) => entries.filter((entry) => entry.group === group));
  const active = ordered[Math.min(at, ordered.length - 1)];
  const known = active !== undefined && (settled || active.group !== inInbox);

  const act = (entry: Entry) => {
    onClose();
    // After the dialog has given the focus back, so that a view that takes it keeps it.
    setTimeout(entry.act);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = ordered.length - 1;
    const to = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, PageDown: last, PageUp: 0 }[
      event.key
    ];
    if (to !== undefined) {
      event.preventDefault();
      setAt(to);
      document.querySelector(`#${CSS.escape(`${id}-${ordered[to]?.id}`)}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (known) act(active);
      else entered.current = !settled;
    }
  };
  const onSettled = useEffectEvent(() => {
    if (entered.current && active) act(active);
    entered.current = false;
  });
  useEffect(() => {
    if (settled) onSettled();
  }, [settled]);

  return (
    <Dialog title={words('shortcuts.palette.title')} onClose={onClose} bare className="palette">
      <input
        className="s-input palette--field"
        role="combobox"
        aria-label={words('shortcuts.palette.field')}
        aria-expanded={ordered.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={words('shortcuts.palette.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          entered.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className="palette--list"
        role="listbox"
        id={`${id}-list`}
        aria-label={words('shortcuts.palette.results')}
        hidden={ordered.length === 0}
      >
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className="palette--group" aria-hidden="true">
              {group}
            </div>
            {ordered
              .filter((entry) => entry.group === group)
              .map((entry) => (
                // The field keeps the focus, so the pointer must not take it away before the click arrives.
                <button
                  type="button"
                  tabIndex={-1}
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  role="option"
                  aria-selected={entry === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => act(entry)}
                >
                  <span className="palette--what">{entry.what}</span>
                  {entry.detail !== undefined && <span className="palette--detail">{entry.detail}</span>}
                  {entry.keys !== undefined && <Keys of={entry.keys} />}
                </button>
              ))}
          </div>
        ))}
      </div>
      <p className={ordered.length === 0 ? 'palette--nothing' : 'visually-hidden'} role="status">
        {ordered.length === 0
          ? words('shortcuts.palette.nothing')
          : words('shortcuts.palette.count', { count: ordered.length })}
      </p>
    </Dialog>
  );
}

import { useWords } from '../../appearance/language.tsx';
import type { Command } from '../command-registry.ts';
import { matches } from '../matches.ts';
import { useCommands } from '../shortcuts.tsx';
import { useItemSearch } from './use-item-search.ts';
import { usePlaces } from './use-places.ts';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  group: string;
  title: string;
  detail?: string;
  keys?: string | undefined;
  /** For items: whether it is unread. */
  unread?: boolean;
  run: () => void;
}

export interface PaletteGroup {
  name: string;
  entries: PaletteEntry[];
}

/**
 * Where a view's own commands stand: before those that work everywhere, since they are about what the person looks at.
 */
const RANK_OF_OTHER_GROUPS = 0.5;

const commandEntry = (command: Command, index: number): PaletteEntry => ({
  id: `command-${index}`,
  group: command.group,
  title: command.title,
  ...(command.detail !== undefined && { detail: command.detail }),
  keys: command.key,
  run: command.run,
});

/**
 * What the palette lists for the text typed: commands, settings, watches, sites and inbox items, by group. `isCurrent`
 * tells whether an entry is of this text; items can still be those of the text before, until `settled`.
 */
export function usePaletteEntries(typed: string) {
  const words = useWords();
  const commands = useCommands()
    .filter((command) => command.inPalette)
    .filter((command) => matches(`${command.group} ${command.title}`, typed))
    .map(commandEntry);
  const places = usePlaces(typed);
  const { items, settled } = useItemSearch(typed);
  const inInbox = words('shortcuts.palette.found');
  const found = items.map(({ entry, open }): PaletteEntry => ({
    id: `item-${entry.key}`,
    group: inInbox,
    title: entry.title,
    detail: entry.site.name,
    unread: entry.unread && !entry.muted,
    run: open,
  }));
  const order = [
    words('shortcuts.palette.goTo'),
    words('shortcuts.palette.act'),
    words('shortcuts.palette.look'),
    words('shortcuts.everywhere'),
    words('common.views.settings'),
    words('common.views.watches'),
    words('common.sites'),
    inInbox,
  ];
  const rank = (group: string) => (order.includes(group) ? order.indexOf(group) : RANK_OF_OTHER_GROUPS);
  const groups = [...Map.groupBy([...commands, ...places, ...found], ({ group }) => group)]
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([name, entries]): PaletteGroup => ({ name, entries }));
  return { groups, settled, isCurrent: ({ group }: PaletteEntry) => settled || group !== inInbox };
}

import { useWords } from '../../appearance/language.tsx';
import type { Command } from '../command-registry.ts';
import { matches } from '../matches.ts';
import { useCommands } from '../shortcuts.tsx';
import { useItemSearch } from './use-item-search.ts';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  group: string;
  title: string;
  detail?: string;
  keys?: string | undefined;
  run: () => void;
}

export interface PaletteGroup {
  name: string;
  entries: PaletteEntry[];
}

/** Where a view's own commands stand: after those that go somewhere or do something, before looks and languages. */
const RANK_OF_OTHER_GROUPS = 1.5;

const commandEntry = (command: Command, index: number): PaletteEntry => ({
  id: `command-${index}`,
  group: command.group,
  title: command.title,
  keys: command.key,
  run: command.run,
});

/**
 * What the palette lists for the text typed: commands and inbox items, by group. `isCurrent` tells whether an entry is
 * of this text; items can still be those of the text before, until `settled`.
 */
export function usePaletteEntries(typed: string) {
  const words = useWords();
  const commands = useCommands()
    .filter((command) => command.inPalette)
    .filter((command) => matches(`${command.group} ${command.title}`, typed))
    .map(commandEntry);
  const { items, settled } = useItemSearch(typed);
  const inInbox = words('shortcuts.palette.found');
  const found = items.map(({ entry, open }): PaletteEntry => ({
    id: `item-${entry.key}`,
    group: inInbox,
    title: entry.title,
    detail: entry.site.name,
    run: open,
  }));
  const order = [
    words('shortcuts.palette.goTo'),
    words('shortcuts.palette.act'),
    words('shortcuts.palette.look'),
    words('shortcuts.everywhere'),
    inInbox,
  ];
  const rank = (group: string) => (order.includes(group) ? order.indexOf(group) : RANK_OF_OTHER_GROUPS);
  const groups = [...Map.groupBy([...commands, ...found], ({ group }) => group)]
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([name, entries]): PaletteGroup => ({ name, entries }));
  return { groups, settled, isCurrent: ({ group }: PaletteEntry) => settled || group !== inInbox };
}

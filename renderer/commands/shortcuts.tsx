import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useWords } from '../appearance/language.tsx';
import { CommandRegistry, type Command } from './command-registry.ts';
import { keyLabels } from './key-names.ts';

const CommandsContext = createContext<CommandRegistry>(new CommandRegistry());

/**
 * Holds the commands of everything inside and runs the one whose key is pressed. Without `singleKeys`, letters and
 * signs by themselves do nothing.
 */
export function CommandProvider({ singleKeys = true, children }: { singleKeys?: boolean; children: ReactNode }) {
  const [commands] = useState(() => new CommandRegistry());
  useEffect(() => commands.allowSingleKeys(singleKeys), [commands, singleKeys]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => void commands.press(event, event.timeStamp);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [commands]);
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

interface CommandOptions {
  /** Only while this holds. */
  when?: boolean;
  /** The heading it stands under; "Everywhere" if none is given. */
  group?: string;
  /** Offered by name in the command palette, too. */
  inPalette?: boolean;
  /** What it acts on, for the palette. */
  detail?: string | undefined;
}

function useRegisterCommand(command: Omit<Command, 'run'>, run: () => void, when: boolean): void {
  const commands = use(CommandsContext);
  const latest = useRef(run);
  // In the same step as what is shown: a key pressed in between would do nothing, or what it stood for before.
  useLayoutEffect(() => {
    latest.current = run;
  });
  const { key, title, detail, group, global, inPalette } = command;
  useLayoutEffect(
    () =>
      when ? commands.add({ key, title, detail, group, global, inPalette, run: () => latest.current() }) : undefined,
    [commands, key, title, detail, group, global, inPalette, when],
  );
}

/**
 * A key that does something while this component is there: `j`, `Shift+A`, `Mod+K` (Ctrl, on a Mac Command), `?`,
 * `g i` (one after the other). `title` says it in words, for the sheet that `?` opens. Keys without Ctrl do nothing
 * while the person types. A view's key wins over one that works everywhere.
 */
export function useShortcut(
  key: string,
  title: string,
  action: () => void,
  { when = true, group, inPalette = false, detail }: CommandOptions = {},
): void {
  const words = useWords();
  useRegisterCommand(
    { key, title, detail, group: group ?? words('shortcuts.everywhere'), global: group === undefined, inPalette },
    action,
    when,
  );
}

/** Something the command palette offers while this component is there; with a key of its own if `key` is given. */
export function useCommand(
  title: string,
  action: () => void,
  { when = true, group, key }: Omit<CommandOptions, 'inPalette'> & { key?: string } = {},
): void {
  const words = useWords();
  useRegisterCommand(
    { key, title, group: group ?? words('shortcuts.everywhere'), global: true, inPalette: true },
    action,
    when,
  );
}

/** The commands that can be run at present. */
export function useCommands(): readonly Command[] {
  const commands = use(CommandsContext);
  return useSyncExternalStore(
    (listener) => commands.subscribe(listener),
    () => commands.list,
  );
}

/** Whether letters and signs by themselves do something at present. */
export function useSingleKeys(): boolean {
  const commands = use(CommandsContext);
  return useSyncExternalStore(
    (listener) => commands.subscribe(listener),
    () => commands.singleKeys,
  );
}

/** The keys of a shortcut, drawn as keys. */
export function Keys({ of }: { of: string }) {
  const words = useWords();
  const names = {
    mod: words('shortcuts.keys.mod'),
    shift: words('shortcuts.keys.shift'),
    alt: words('shortcuts.keys.alt'),
    enter: words('shortcuts.keys.enter'),
    escape: words('shortcuts.keys.escape'),
    space: words('shortcuts.keys.space'),
  };
  return (
    <span className="keys">
      {keyLabels(of, names).map((stroke, index) => (
        <span key={index} className="keys--stroke">
          {index > 0 && <span className="keys--then">{words('shortcuts.followedBy')}</span>}
          {stroke.map((part) => (
            <kbd key={part}>{part}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

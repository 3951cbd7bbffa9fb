/**
 * The room of commands: everything that a key or the palette can do. Views register commands while they are open
 * (`shortcuts`), and `shortcut-sheet` lists those that have a key.
 */

import { isSingleKey, normalizeShortcut, keyStroke } from './key-names.ts';

/** Something that can be done at present, by key or by name. */
export interface Command {
  /**
   * `?`, `j`, `Shift+A`, `Mod+K` (Ctrl, on a Mac Command), `g i` (one after the other); none for what has only a name.
   */
  key?: string | undefined;
  /** What it does, in words. */
  title: string;
  /** What it acts on, said beside the title in the palette. */
  detail?: string | undefined;
  /** Under which heading it stands. */
  group: string;
  run: () => void;
  /** True for what works in every view: a view's own command wins over it. */
  global: boolean;
  /** True for what the command palette offers. */
  inPalette: boolean;
}

/** How long the second stroke of `g i` may take, in ms. */
const SEQUENCE_TIMEOUT_MS = 1500;

/** Where typing means text. */
function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"])'))
  );
}

/** Where Enter and Space already mean something. */
function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('a[href], button, summary, input, [role="option"], [role="menuitem"]') !== null
  );
}

/**
 * The commands that can be run at present. Views register theirs while they are open; whoever subscribes is told of
 * every change.
 */
export class CommandRegistry {
  readonly #entries = new Map<symbol, Command>();
  readonly #listeners = new Set<() => void>();
  #list: Command[] = [];
  #singleKeys = true;
  #begun: { stroke: string; at: number } | undefined;

  /** All commands, in the order in which they came; for each key only the one that it would run. */
  get list(): readonly Command[] {
    return this.#list;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a command; returns what removes it. */
  add(command: Command): () => void {
    const id = Symbol(command.title);
    this.#entries.set(id, { ...command, key: command.key === undefined ? undefined : normalizeShortcut(command.key) });
    this.#changed();
    return () => {
      this.#entries.delete(id);
      this.#changed();
    };
  }

  /** Whether letters and signs by themselves do something. */
  get singleKeys(): boolean {
    return this.#singleKeys;
  }

  /** Switches letters and signs by themselves on or off. */
  allowSingleKeys(on: boolean): void {
    if (on === this.#singleKeys) return;
    this.#singleKeys = on;
    this.#changed();
  }

  /** Does what the key stands for, if anything; gives whether it did. */
  press(event: KeyboardEvent, now: number): boolean {
    if (event.defaultPrevented || event.isComposing) return false;
    const stroke = keyStroke(event);
    // An open dialog takes all keys, except undo of what was done in it.
    if (stroke !== 'Mod+z' && document.querySelector('dialog[open]') !== null) return false;
    const begun =
      this.#begun !== undefined && now - this.#begun.at < SEQUENCE_TIMEOUT_MS ? this.#begun.stroke : undefined;
    this.#begun = undefined;
    // Text being typed keeps its keys, and its own undo.
    if ((stroke === 'Mod+z' || !/^(?:Mod|Alt)\+/.test(stroke)) && isText(event.target)) return false;
    if (/(?:^|\+)(?:Enter|Space)$/.test(stroke) && isPressable(event.target)) return false;
    const command =
      this.#of(begun === undefined ? stroke : `${begun} ${stroke}`) ??
      (begun === undefined ? undefined : this.#of(stroke));
    if (command) {
      event.preventDefault();
      command.run();
      return true;
    }
    if (this.#list.some(({ key }) => key?.startsWith(`${stroke} `))) this.#begun = { stroke, at: now };
    return false;
  }

  #of(key: string): Command | undefined {
    return this.#list.find((command) => command.key === key);
  }

  #changed(): void {
    const all = [...this.#entries.values()];
    const winner = (key: string) =>
      all.findLast((one) => one.key === key && !one.global) ?? all.findLast((one) => one.key === key);
    const shown = all.filter((command) => command.key === undefined || winner(command.key) === command);
    // A switched-off key is not listed either.
    this.#list = this.#singleKeys
      ? shown
      : shown.map((command) =>
          command.key !== undefined && isSingleKey(command.key) ? { ...command, key: undefined } : command,
        );
    for (const listener of this.#listeners) listener();
  }
}

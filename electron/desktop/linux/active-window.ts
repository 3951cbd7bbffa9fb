import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PageName } from '../desktop.ts';
import { isWindowCovered } from './window-cover.ts';

/**
 * Start of a browser window's title while it shows a page; the window's title begins with the number of unread items.
 */
const PAGE_TITLES: Record<PageName, RegExp> = {
  window: /^(\(\d+\) )?Askbell(?! panel)\b/,
  panel: /^Askbell panel\b/,
};

/** Whether a window with this title shows the page. */
export const isTitleOf = (page: PageName, title: string | undefined): boolean =>
  title !== undefined && PAGE_TITLES[page].test(title);

/**
 * Focused X11 window, as reported by the window manager. `xprop` reports each change, so nothing is polled; it starts
 * at the first call, and ends with `stop`.
 */
export class ActiveWindow {
  readonly #env: NodeJS.ProcessEnv;
  #root: ChildProcess | undefined;
  #window: ChildProcess | undefined;
  #id: string | undefined;
  #title: string | undefined;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  /**
   * Returns the title; undefined if no window has the focus or it is unknown: without X11, a window manager or `xprop`.
   */
  title(): string | undefined {
    if (this.#env['DISPLAY'])
      this.#root ??= this.#follow(['-root', '_NET_ACTIVE_WINDOW'], (line) => this.#activated(line));
    return this.#title;
  }

  /** Whether the window is covered, or may be; see {@link isWindowCovered}. */
  async isCovered(): Promise<boolean> {
    return this.#id === undefined || (await isWindowCovered(this.#id, this.#env)) !== false;
  }

  stop(): void {
    this.#root?.kill();
    this.#window?.kill();
    this.#root = this.#window = this.#id = this.#title = undefined;
  }

  /** @param line like `_NET_ACTIVE_WINDOW: window id # 0x1400003` */
  #activated(line: string): void {
    const id = /# (0x[\da-f]+)/.exec(line)?.[1];
    this.#window?.kill();
    this.#window = this.#title = undefined;
    this.#id = id === '0x0' ? undefined : id;
    if (this.#id !== undefined)
      this.#window = this.#follow(['-id', this.#id, '_NET_WM_NAME'], (named) => {
        this.#title = /= "(.*)"$/.exec(named)?.[1];
      });
  }

  /** Reads the output of `xprop`, now and at each change. */
  #follow(property: string[], read: (line: string) => void): ChildProcess {
    const program = spawn('xprop', ['-spy', '-notype', ...property], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: this.#env,
    });
    const isCurrent = () => program === this.#root || program === this.#window;
    createInterface(program.stdout).on('line', (line) => isCurrent() && read(line));
    // Missing, or ended with the display: the title is unknown from then on.
    for (const end of ['error', 'exit'] as const) program.once(end, () => isCurrent() && (this.#title = undefined));
    return program;
  }
}

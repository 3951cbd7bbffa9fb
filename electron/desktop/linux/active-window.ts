import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { PageName } from '../desktop.ts';

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

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Share of a window's area from which another window counts as covering it. */
const COVERED_SHARE = 0.5;
const MAX_WAIT_MS = 2_000;

/**
 * Whether an X11 window is covered by one that has not taken the focus: a screen locker only grabs the keyboard,
 * unnoticed by the window manager and often by the session. Undefined if `xwininfo` fails.
 * @param id like `0x1400003`
 */
export async function isWindowCovered(id: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean | undefined> {
  const ask = async (...args: string[]) =>
    (await promisify(execFile)('xwininfo', args, { env, timeout: MAX_WAIT_MS })).stdout;
  try {
    const [own, onRoot] = await Promise.all([ask('-id', id), ask('-root', '-children')]);
    const window = rectangleOf(own);
    const over = topWindows(onRoot).filter((top) => sharedArea(window, top) >= COVERED_SHARE * area(window));
    const states = await Promise.all(over.map((top) => ask('-id', top.id).catch(() => '')));
    return states.some(isUnmanaged);
  } catch {
    return undefined;
  }
}

/** Whether a window is mapped, visible and not managed by the window manager. */
const isUnmanaged = (stats: string): boolean =>
  ['Class: InputOutput', 'Map State: IsViewable', 'Override Redirect State: yes'].every((fact) => stats.includes(fact));

function rectangleOf(stats: string): Rectangle {
  const number = (name: string) => Number(new RegExp(`${name}: +(-?\\d+)`).exec(stats)?.[1]);
  return {
    x: number('Absolute upper-left X'),
    y: number('Absolute upper-left Y'),
    width: number('Width'),
    height: number('Height'),
  };
}

/** Returns the windows directly on the root, from lines that end like `1280x800+0+0 +0+0`. */
const topWindows = (listed: string): (Rectangle & { id: string })[] =>
  [...listed.matchAll(/^ +(0x[\da-f]+) .*?(\d+)x(\d+)\+(-?\d+)\+(-?\d+) +\+-?\d+\+-?\d+$/gm)].map(
    ([, id, width, height, x, y]) => ({
      id: id!,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );

const area = ({ width, height }: Rectangle): number => width * height;

function sharedArea(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

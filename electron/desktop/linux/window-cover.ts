import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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

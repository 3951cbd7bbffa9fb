import { screen, type BrowserWindow, type Display, type Point, type Rectangle, type Size } from 'electron';
import type { TrayView } from '../../desktop.ts';
import { panelAddress } from './security.ts';
import { PageWindow } from './windows.ts';

/**
 * A click on the tray icon blurs and thereby closes the open panel before the click itself is reported. A click
 * reported within this many ms afterwards was meant to close it.
 */
const CLOSED_BY_THIS_CLICK_MS = 300;

/** Delay in ms after the first view before the panel is loaded, so that the window's start does not wait for it. */
const WARM_AFTER_MS = 3_000;

/** Frameless window, created once, and hidden by Escape or, unless it is pinned, by losing the focus. */
export class PanelWindow extends PageWindow {
  #zoom = 1;
  #isPinned = false;
  #height = PANEL_SIZE.height;
  /** Where it was opened last. */
  #anchor: PanelAnchor = { cursor: { x: 0, y: 0 } };
  #warming: NodeJS.Timeout | undefined;
  #hiddenByBlurAt = -Infinity;

  /** Follows the user's settings. Once there are any, and thereby content, it is loaded, so that it opens at once. */
  follow({ zoom, isPinned }: NonNullable<TrayView['panel']>): void {
    this.#zoom = zoom;
    this.#isPinned = isPinned;
    this.#warming ??= setTimeout(() => this.#opened(), WARM_AFTER_MS);
  }

  /**
   * Shows the panel next to the tray icon, or in the corner nearest to the pointer if the icon's position is unknown.
   */
  show(tray: Rectangle | undefined): void {
    const window = this.#opened();
    this.#anchor = { tray, cursor: screen.getCursorScreenPoint() };
    this.#place(window);
    window.show();
    window.focus();
  }

  /** Fits the panel to the height of its contents, in px at a zoom of 1. */
  setHeight(px: number): void {
    this.#height = clamp(Math.ceil(px), MIN_HEIGHT_PX, PANEL_SIZE.height);
    const window = this.current();
    if (window?.isVisible()) this.#place(window);
  }

  /** Shows or hides the panel. */
  toggle(tray: Rectangle | undefined): void {
    if (this.current()?.isVisible()) this.hide();
    else if (performance.now() - this.#hiddenByBlurAt > CLOSED_BY_THIS_CLICK_MS) this.show(tray);
  }

  override letClose(): void {
    super.letClose();
    clearTimeout(this.#warming);
  }

  #place(window: BrowserWindow): void {
    const size = { width: PANEL_SIZE.width * this.#zoom, height: this.#height * this.#zoom };
    const bounds = panelBounds(this.#anchor, screen.getAllDisplays(), size);
    if (bounds) window.setBounds(bounds);
  }

  #opened(): BrowserWindow {
    const open = this.current();
    if (open) return open;
    const created = this.create(panelAddress(), {
      ...PANEL_SIZE,
      ...(process.platform === 'darwin' && { type: 'panel' }),
      frame: false,
      resizable: false,
      movable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Askbell panel',
    });
    created.on('blur', () => {
      if (!created.isVisible() || this.#isPinned) return;
      this.#hiddenByBlurAt = performance.now();
      this.hide();
    });
    return created;
  }
}

/** Screen: its full area, and the area without bars and docks. */
export type Screen = Pick<Display, 'bounds' | 'workArea'>;

/** Positions of the tray icon and the pointer. */
export interface PanelAnchor {
  /** Absent or empty if the system does not report it. */
  tray?: Rectangle | undefined;
  cursor: Point;
}

/** Largest size of the panel at a zoom of 1, and the least height. */
export const PANEL_SIZE: Size = { width: 400, height: 560 };
const MIN_HEIGHT_PX = 200;

/** Gap between the panel and the edges of the work area or the tray icon. */
const GAP_PX = 8;

type Edge = 'top' | 'bottom' | 'left' | 'right';

const middleOf = ({ x, y, width, height }: Rectangle): Point => ({ x: x + width / 2, y: y + height / 2 });

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Returns the distance of a point from an area; 0 inside. */
function distance({ x, y }: Point, area: Rectangle): number {
  const nearestX = clamp(x, area.x, area.x + area.width);
  const nearestY = clamp(y, area.y, area.y + area.height);
  return Math.hypot(x - nearestX, y - nearestY);
}

const nearestScreen = (to: Point, screens: readonly Screen[]): Screen | undefined =>
  screens.toSorted((a, b) => distance(to, a.bounds) - distance(to, b.bounds))[0];

/** Returns the distance of a point from each edge of an area; negative outside. */
const edgeDistances = ({ x, y }: Point, area: Rectangle): [Edge, number][] => [
  ['top', y - area.y],
  ['bottom', area.y + area.height - y],
  ['left', x - area.x],
  ['right', area.x + area.width - x],
];

/** Returns the screen edge of the tray: where its bar takes room, or the nearest edge if the bar is hidden. */
function trayEdge(tray: Rectangle, { bounds, workArea }: Screen): Edge {
  const middle = middleOf(tray);
  const beyond = edgeDistances(middle, workArea).filter(([, inside]) => inside < 0);
  const [nearest] = (beyond.length > 0 ? beyond : edgeDistances(middle, bounds)).toSorted(([, a], [, b]) => a - b);
  return nearest?.[0] ?? 'bottom';
}

/** Returns the panel's position next to the tray icon, centred on it and away from the edge. */
function besideTray(tray: Rectangle, on: Screen, { width, height }: Size): Point {
  const { workArea } = on;
  const middle = middleOf(tray);
  const [right, bottom] = [workArea.x + workArea.width, workArea.y + workArea.height];
  switch (trayEdge(tray, on)) {
    case 'top':
      return { x: middle.x - width / 2, y: Math.max(workArea.y, tray.y + tray.height) + GAP_PX };
    case 'bottom':
      return { x: middle.x - width / 2, y: Math.min(bottom, tray.y) - GAP_PX - height };
    case 'left':
      return { x: Math.max(workArea.x, tray.x + tray.width) + GAP_PX, y: middle.y - height / 2 };
    case 'right':
      return { x: Math.min(right, tray.x) - GAP_PX - width, y: middle.y - height / 2 };
  }
}

/** Returns the corner nearest to the pointer. */
function cornerBy(cursor: Point, { workArea }: Screen): Point {
  const middle = middleOf(workArea);
  return {
    x: cursor.x < middle.x ? workArea.x : workArea.x + workArea.width,
    y: cursor.y < middle.y ? workArea.y : workArea.y + workArea.height,
  };
}

/**
 * Returns the panel's bounds: next to the tray icon, or in the corner nearest to the pointer if the icon's position is
 * unknown; always fully on one screen, and smaller than `wants` if the screen is. Undefined if there is no screen.
 * Pure.
 */
export function panelBounds(
  anchor: PanelAnchor,
  screens: readonly Screen[],
  wants = PANEL_SIZE,
): Rectangle | undefined {
  const tray = anchor.tray && anchor.tray.width > 0 && anchor.tray.height > 0 ? anchor.tray : undefined;
  const on = nearestScreen(tray ? middleOf(tray) : anchor.cursor, screens);
  if (!on) return undefined;
  const { workArea } = on;
  const size: Size = {
    width: Math.min(Math.round(wants.width), workArea.width - 2 * GAP_PX),
    height: Math.min(Math.round(wants.height), workArea.height - 2 * GAP_PX),
  };
  const at = tray ? besideTray(tray, on, size) : cornerBy(anchor.cursor, on);
  return {
    x: Math.round(clamp(at.x, workArea.x + GAP_PX, workArea.x + workArea.width - GAP_PX - size.width)),
    y: Math.round(clamp(at.y, workArea.y + GAP_PX, workArea.y + workArea.height - GAP_PX - size.height)),
    ...size,
  };
}

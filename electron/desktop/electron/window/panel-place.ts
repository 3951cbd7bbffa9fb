/** Coordinates in device-independent pixels, as in Electron. */
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Area = Point & Size;

/** Screen: its full area, and the area without bars and docks. */
export interface Screen {
  bounds: Area;
  workArea: Area;
}

/** Positions of the tray icon and the pointer. */
export interface PanelAnchor {
  /** Absent or empty if the system does not report it. */
  tray?: Area | undefined;
  cursor: Point;
}

/** Size of the panel at a zoom of 1. */
export const PANEL_SIZE: Size = { width: 400, height: 560 };

/** Gap between the panel and the edges of the work area or the tray icon. */
const GAP_PX = 8;

type Edge = 'top' | 'bottom' | 'left' | 'right';

const middleOf = ({ x, y, width, height }: Area): Point => ({ x: x + width / 2, y: y + height / 2 });

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Returns the distance of a point from an area; 0 inside. */
function distance({ x, y }: Point, area: Area): number {
  const nearestX = clamp(x, area.x, area.x + area.width);
  const nearestY = clamp(y, area.y, area.y + area.height);
  return Math.hypot(x - nearestX, y - nearestY);
}

const nearestScreen = (to: Point, screens: readonly Screen[]): Screen | undefined =>
  screens.toSorted((a, b) => distance(to, a.bounds) - distance(to, b.bounds))[0];

/** Returns the distance of a point from each edge of an area; negative outside. */
const edgeDistances = ({ x, y }: Point, area: Area): [Edge, number][] => [
  ['top', y - area.y],
  ['bottom', area.y + area.height - y],
  ['left', x - area.x],
  ['right', area.x + area.width - x],
];

/** Returns the screen edge of the tray: where its bar takes room, or the nearest edge if the bar is hidden. */
function trayEdge(tray: Area, { bounds, workArea }: Screen): Edge {
  const middle = middleOf(tray);
  const beyond = edgeDistances(middle, workArea).filter(([, inside]) => inside < 0);
  const [nearest] = (beyond.length > 0 ? beyond : edgeDistances(middle, bounds)).toSorted(([, a], [, b]) => a - b);
  return nearest?.[0] ?? 'bottom';
}

/** Returns the panel's position next to the tray icon, centred on it and away from the edge. */
function besideTray(tray: Area, screen: Screen, { width, height }: Size): Point {
  const { workArea } = screen;
  const middle = middleOf(tray);
  const [right, bottom] = [workArea.x + workArea.width, workArea.y + workArea.height];
  switch (trayEdge(tray, screen)) {
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

/** Returns the panel's position in the corner nearest to the pointer. */
function cornerBy(cursor: Point, { workArea }: Screen, { width, height }: Size): Point {
  const middle = middleOf(workArea);
  return {
    x: cursor.x < middle.x ? workArea.x + GAP_PX : workArea.x + workArea.width - GAP_PX - width,
    y: cursor.y < middle.y ? workArea.y + GAP_PX : workArea.y + workArea.height - GAP_PX - height,
  };
}

/**
 * Returns the panel's bounds: next to the tray icon, or in the corner nearest to the pointer if the icon's position is
 * unknown; always fully on one screen, and smaller if the screen is. `zoom` is the panel's zoom. Undefined if there is
 * no screen. Pure.
 */
export function panelBounds(anchor: PanelAnchor, screens: readonly Screen[], zoom = 1): Area | undefined {
  const tray = anchor.tray && anchor.tray.width > 0 && anchor.tray.height > 0 ? anchor.tray : undefined;
  const screen = nearestScreen(tray ? middleOf(tray) : anchor.cursor, screens);
  if (!screen) return undefined;
  const { workArea } = screen;
  const size: Size = {
    width: Math.min(Math.round(PANEL_SIZE.width * zoom), workArea.width - 2 * GAP_PX),
    height: Math.min(Math.round(PANEL_SIZE.height * zoom), workArea.height - 2 * GAP_PX),
  };
  const wanted = tray ? besideTray(tray, screen, size) : cornerBy(anchor.cursor, screen, size);
  return {
    x: Math.round(clamp(wanted.x, workArea.x + GAP_PX, workArea.x + workArea.width - GAP_PX - size.width)),
    y: Math.round(clamp(wanted.y, workArea.y + GAP_PX, workArea.y + workArea.height - GAP_PX - size.height)),
    ...size,
  };
}

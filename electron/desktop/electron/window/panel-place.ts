/** In pixels that do not depend on how densely a screen is packed, as Electron gives them. */
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Area = Point & Size;

/** A screen: all of it, and what its bars and docks leave free. */
export interface Screen {
  bounds: Area;
  workArea: Area;
}

/** Where the tray's picture is, and the pointer. */
export interface PanelAnchor {
  /** Absent, or empty, where the system does not tell. */
  tray?: Area | undefined;
  cursor: Point;
}

/** The panel's size at a zoom of 1. */
export const PANEL_SIZE: Size = { width: 400, height: 560 };

/** Between the panel and the edges of what is free, and the tray's picture. */
const GAP_PX = 8;

type Edge = 'top' | 'bottom' | 'left' | 'right';

const middleOf = ({ x, y, width, height }: Area): Point => ({ x: x + width / 2, y: y + height / 2 });

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** How far a point is outside an area; 0 within it. */
function distance({ x, y }: Point, area: Area): number {
  const nearestX = clamp(x, area.x, area.x + area.width);
  const nearestY = clamp(y, area.y, area.y + area.height);
  return Math.hypot(x - nearestX, y - nearestY);
}

const nearestScreen = (to: Point, screens: readonly Screen[]): Screen | undefined =>
  screens.toSorted((a, b) => distance(to, a.bounds) - distance(to, b.bounds))[0];

/** How far a point is from each edge of an area. */
const edgeDistances = ({ x, y }: Point, area: Area): [Edge, number][] => [
  ['top', y - area.y],
  ['bottom', area.y + area.height - y],
  ['left', x - area.x],
  ['right', area.x + area.width - x],
];

/** The edge of the screen that the tray is at: where its bar takes room, or the nearest where the bar hides. */
function trayEdge(tray: Area, { bounds, workArea }: Screen): Edge {
  const middle = middleOf(tray);
  const beyond = edgeDistances(middle, workArea).filter(([, inside]) => inside < 0);
  const [nearest] = (beyond.length > 0 ? beyond : edgeDistances(middle, bounds)).toSorted(([, a], [, b]) => a - b);
  return nearest?.[0] ?? 'bottom';
}

/** Beside the tray's picture, on the side that is free, as far along the edge as the picture is. */
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

/** The corner that the pointer is nearest to. */
function cornerBy(cursor: Point, { workArea }: Screen, { width, height }: Size): Point {
  const middle = middleOf(workArea);
  return {
    x: cursor.x < middle.x ? workArea.x + GAP_PX : workArea.x + workArea.width - GAP_PX - width,
    y: cursor.y < middle.y ? workArea.y + GAP_PX : workArea.y + workArea.height - GAP_PX - height,
  };
}

/**
 * Where the panel opens: by the tray's picture, or in the corner by the pointer where the system does not tell where
 * that is; always whole on one screen, and smaller where the screen is. `zoom` is how large everything is drawn. Gives
 * undefined where there is no screen. Pure.
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

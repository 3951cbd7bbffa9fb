import type { TrayStatus } from '../../desktop.ts';

/** A picture in the two byte orders that D-Bus wants: trays take ARGB, notifications RGBA; both unpremultiplied. */
export interface Picture {
  size: number;
  /** 32 bits a pixel, network byte order (StatusNotifierItem "Icons"). */
  argb: Buffer;
  rgba: Buffer;
}

type Colour = readonly [red: number, green: number, blue: number];
/** Tells whether a point is inside; the picture is the unit square, y downwards. */
type Shape = (x: number, y: number) => boolean;
interface Layer {
  shape: Shape;
  /** undefined cuts out what is below. */
  colour: Colour | undefined;
}

/** Both grey and orange stand out on dark panels and on light ones. */
const grey: Colour = [141, 149, 158];
const orange: Colour = [242, 130, 28];
const red: Colour = [224, 52, 43];
const blue: Colour = [47, 141, 245];
const white: Colour = [255, 255, 255];

/** Points per pixel and axis that are looked at, for smooth edges. */
const FINENESS = 4;

/** The bell of a status, `size` pixels square: what a person sees of Askbell in the panel. */
export function bellPixels(status: TrayStatus, size: number): Picture {
  const layers = layersOf(status);
  const argb = Buffer.alloc(size * size * 4);
  const rgba = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [alpha, r, g, b] = pixel(layers, column, row, size);
      argb.set([alpha, r, g, b], (row * size + column) * 4);
      rgba.set([r, g, b, alpha], (row * size + column) * 4);
    }
  }
  return { size, argb, rgba };
}

function pixel(layers: Layer[], column: number, row: number, size: number): [number, number, number, number] {
  let covered = 0;
  const sum = [0, 0, 0];
  for (let i = 0; i < FINENESS * FINENESS; i++) {
    const x = (column + ((i % FINENESS) + 0.5) / FINENESS) / size;
    const y = (row + (Math.floor(i / FINENESS) + 0.5) / FINENESS) / size;
    const colour = layers.findLast(({ shape }) => shape(x, y))?.colour;
    if (!colour) continue;
    covered++;
    colour.forEach((part, channel) => (sum[channel] = (sum[channel] ?? 0) + part));
  }
  if (covered === 0) return [0, 0, 0, 0];
  const [r = 0, g = 0, b = 0] = sum.map((part) => Math.round(part / covered));
  return [Math.round((255 * covered) / FINENESS ** 2), r, g, b];
}

function layersOf(status: TrayStatus): Layer[] {
  const badge = disc(0.75, 0.27, 0.23);
  const aroundBadge: Layer = { shape: disc(0.75, 0.27, 0.3), colour: undefined };
  switch (status) {
    case 'idle':
      return [{ shape: bell, colour: orange }];
    case 'unread':
      return [{ shape: bell, colour: orange }, aroundBadge, { shape: badge, colour: blue }];
    case 'attention':
      return [
        { shape: bell, colour: orange },
        aroundBadge,
        { shape: badge, colour: red },
        { shape: (x, y) => box(x, y, 0.715, 0.13, 0.785, 0.29) || disc(0.75, 0.37, 0.045)(x, y), colour: white },
      ];
    case 'paused':
      return [
        { shape: bell, colour: grey },
        { shape: (x, y) => box(x, y, 0.5, 0.5, 1, 1), colour: undefined },
        { shape: (x, y) => box(x, y, 0.58, 0.58, 0.7, 0.95) || box(x, y, 0.8, 0.58, 0.92, 0.95), colour: grey },
      ];
    case 'offline':
      return [
        { shape: bell, colour: grey },
        { shape: (x, y) => Math.abs(x - y) < 0.11, colour: undefined },
        { shape: (x, y) => Math.abs(x - y) < 0.05 && x > 0.06 && x < 0.94, colour: grey },
      ];
  }
}

/** A dome that widens towards its rim, with a knob above and a clapper below. */
const bell: Shape = (x, y) => {
  const half =
    y < 0.4
      ? 0.26 * Math.sqrt(Math.max(0, 1 - ((0.4 - y) / 0.28) ** 2))
      : 0.26 + 0.14 * Math.max(0, (y - 0.45) / 0.27) ** 2;
  const dome = y >= 0.12 && y <= 0.72 && Math.abs(x - 0.5) <= half;
  const rim = box(x, y, 0.07, 0.7, 0.93, 0.79);
  return dome || rim || disc(0.5, 0.11, 0.065)(x, y) || (y > 0.82 && disc(0.5, 0.82, 0.13)(x, y));
};

function disc(centreX: number, centreY: number, radius: number): Shape {
  return (x, y) => (x - centreX) ** 2 + (y - centreY) ** 2 <= radius ** 2;
}

function box(x: number, y: number, left: number, top: number, right: number, bottom: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

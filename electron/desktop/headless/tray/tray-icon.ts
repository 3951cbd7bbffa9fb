import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFiles } from '../../app-files.ts';
import type { MenuIcon, TrayStatus } from '../../desktop.ts';
import { withNumber } from '../../picture/number-mark.ts';
import { decodePng } from '../../picture/png.ts';

/** Image in the two byte orders of D-Bus: trays take ARGB, notifications RGBA; both unpremultiplied. */
export interface Picture {
  size: number;
  /** 32 bits per pixel, network byte order (StatusNotifierItem "Icons"). */
  argb: Buffer;
  rgba: Buffer;
}

/** Icon sizes in pixels: common panel heights, and their doubles for high-density screens. */
export const ICON_SIZES_PX = [16, 22, 24, 32, 48] as const;
export type IconSize = (typeof ICON_SIZES_PX)[number];

/** Returns the path of an image made by build/icons/render.ts. */
const drawingFile = (name: string) => join(appFiles.icons, name);

/**
 * Returns the bell icon of a status, `size` pixels square. For the status `unread`, shows `unread` as a number in place
 * of the dot; 0: only the dot.
 */
export function bellPixels(status: TrayStatus, size: IconSize, unread = 0): Picture {
  const drawing = (name: TrayStatus) => decodePng(readFileSync(drawingFile(`tray-${name}-${size}px.png`)));
  const { rgba } = status === 'unread' && unread > 0 ? withNumber(drawing('idle'), unread) : drawing(status);
  const argb = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) argb.writeUInt32BE(rotated(rgba.readUInt32BE(at)), at);
  return { size, argb, rgba };
}

const readMenuIcons = new Map<MenuIcon, Buffer>();

/** Returns a tray menu icon as a PNG file; panels scale it. */
export function menuIcon(name: MenuIcon): Buffer {
  const file = readMenuIcons.get(name) ?? readFileSync(drawingFile(`menu-${name}@2x.png`));
  readMenuIcons.set(name, file);
  return file;
}

/** Converts RGBA to ARGB: the lowest byte becomes the highest. */
function rotated(rgba: number): number {
  return ((rgba >>> 8) | (rgba << 24)) >>> 0;
}

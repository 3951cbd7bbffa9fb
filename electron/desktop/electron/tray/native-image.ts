import { nativeImage, type NativeImage } from 'electron';
import type { Pixels } from '../../picture/png.ts';

/** Skia's order and its premultiplied colours, which `createFromBitmap` takes. */
function bitmap({ rgba }: Pixels): Buffer {
  const bgra = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    const premultiplied = (channel: number) => Math.round(((rgba[at + channel] ?? 0) * alpha) / 255);
    bgra.set([premultiplied(2), premultiplied(1), premultiplied(0), alpha], at);
  }
  return bgra;
}

/** A picture as Electron takes it, with another of twice the size for dense screens. */
export function toNativeImage(pixels: Pixels, doubled?: Pixels): NativeImage {
  const { width, height } = pixels;
  const image = nativeImage.createFromBitmap(bitmap(pixels), { width, height });
  if (doubled)
    image.addRepresentation({
      scaleFactor: 2,
      width: doubled.width,
      height: doubled.height,
      buffer: nativeImage.createFromBitmap(bitmap(doubled), { width: doubled.width, height: doubled.height }).toPNG(),
    });
  return image;
}

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

/** A picture as Electron takes it, with the same in larger sizes for dense screens. */
export function toNativeImage(pixels: Pixels, ...larger: Pixels[]): NativeImage {
  const { width, height } = pixels;
  const image = nativeImage.createFromBitmap(bitmap(pixels), { width, height });
  for (const one of larger)
    image.addRepresentation({
      scaleFactor: one.width / width,
      width: one.width,
      height: one.height,
      buffer: nativeImage.createFromBitmap(bitmap(one), { width: one.width, height: one.height }).toPNG(),
    });
  return image;
}

import { nativeImage, type NativeImage } from 'electron';
import type { Pixels } from '../../picture/png.ts';

/** Converts pixels to Skia's channel order with premultiplied alpha, as `createFromBitmap` expects. */
function bitmap({ rgba }: Pixels): Buffer {
  const bgra = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    const premultiplied = (channel: number) => Math.round(((rgba[at + channel] ?? 0) * alpha) / 255);
    bgra.set([premultiplied(2), premultiplied(1), premultiplied(0), alpha], at);
  }
  return bgra;
}

/** Returns an Electron image, with larger sizes for high-density screens. */
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

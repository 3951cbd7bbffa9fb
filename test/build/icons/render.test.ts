import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Data } from 'resedit';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderAll, renderPng } from '../../../build/icons/render.ts';
import { appDrawing, ICNS_TYPES, ICO_SIZES_PX, macDrawing, pngRenders } from '../../../build/icons/renders.ts';
import { decodePng, type Pixels } from '../../../electron/desktop/media/number-mark.ts';

const at = (path: string) => readFileSync(join('build/icons', path));
/** Processors round differently in the last bit of what they blend. */
const MAX_DIFFERENCE = 2;

/** The largest difference of two PNGs in any channel of what is seen; 255 where they differ in size. */
function difference(one: Buffer, other: Buffer): number {
  // Most often they are the same file, and there is no need to look at each pixel.
  return one.equals(other) ? 0 : differenceOfPixels(decodePng(one), decodePng(other));
}

function differenceOfPixels(one: Pixels, other: Pixels): number {
  let largest = one.width === other.width && one.height === other.height ? 0 : 255;
  for (let pixel = 0; largest < 255 && pixel < one.rgba.length; pixel += 4)
    for (let channel = 0; channel < 4; channel++) {
      const seen = ({ rgba }: Pixels) =>
        channel === 3 ? rgba[pixel + 3]! : (rgba[pixel + channel]! * rgba[pixel + 3]!) / 255;
      largest = Math.max(largest, Math.abs(seen(one) - seen(other)));
    }
  return largest;
}

/** The pictures in an .ico, by size; no PNG for what is a bitmap. */
const icoPictures = (file: Buffer) =>
  Data.IconFile.from(file).icons.map(({ width, bitCount, data }) => {
    expect(bitCount, 'bits a pixel').toBe(32);
    return { sizePx: width || 256, png: data.isRaw() ? Buffer.from(data.bin) : undefined };
  });

/** The parts of an .icns by their type: a type of four letters, a length that counts both, and the data. */
function icnsParts(file: Buffer): Map<string, Buffer> {
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const parts = new Map<string, Buffer>();
  for (let from = 8; from < file.length; from += file.readUInt32BE(from + 4))
    parts.set(file.toString('latin1', from, from + 4), file.subarray(from + 8, from + file.readUInt32BE(from + 4)));
  return parts;
}

let all: Map<string, Uint8Array>;
beforeAll(async () => void (all = await renderAll()));

describe('the pictures in the repository', () => {
  it('are what the drawings give, each in its size', () => {
    const differing = pngRenders().flatMap(({ file, svg, sizePx }) => {
      const kept = at(file);
      // A PNG's header has its width there.
      const isSame = kept.readUInt32BE(16) === sizePx && difference(kept, renderPng(svg, sizePx)) <= MAX_DIFFERENCE;
      return isSame ? [] : [file];
    });
    expect(differing, 'run npm run icons').toEqual([]);
  });

  it('are all that there are, so that none is left of a drawing that is gone', () => {
    const made = [...all.keys()].filter((file) => !file.startsWith('..'));
    const kept = globSync(['app/*', 'package/*.*', 'package/hicolor/*'], { cwd: 'build/icons' });
    expect(kept.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(made.toSorted());
  });

  it('has the drawings that are used as they are without a part that stands elsewhere', () => {
    const drawings = [...all].filter(([file]) => file.endsWith('.svg'));
    expect(drawings).toHaveLength(2);
    for (const [file, content] of drawings) {
      const kept = at(file).toString();
      expect(kept).toBe(Buffer.from(content).toString());
      expect(kept).not.toMatch(/<use|href|<style|<script/);
      expect(kept).toContain('<path');
    }
  });
});

describe('the app’s icon', () => {
  it('holds the sizes that Windows shows', () => {
    const pictures = icoPictures(at('package/askbell.ico'));
    expect(pictures.map(({ sizePx }) => sizePx).toSorted((a, b) => a - b)).toEqual([...ICO_SIZES_PX]);
    for (const { sizePx, png } of pictures.filter((one) => one.png !== undefined))
      expect(difference(png!, renderPng(appDrawing(sizePx), sizePx))).toBeLessThanOrEqual(MAX_DIFFERENCE);
    expect(pictures.filter(({ png }) => png === undefined).map(({ sizePx }) => sizePx)).toEqual([
      48, 40, 32, 24, 20, 16,
    ]);
    expect(at('app/askbell.ico')).toEqual(at('package/askbell.ico'));
  });

  it('holds the sizes that macOS shows, with the margin that it asks for', () => {
    const parts = icnsParts(at('package/askbell.icns'));
    expect([...parts.keys()]).toEqual(['TOC ', ...Object.keys(ICNS_TYPES)]);
    for (const [type, sizePx] of Object.entries(ICNS_TYPES)) {
      const data = parts.get(type)!;
      // The two small ones for ordinary screens are no PNGs; no macOS reads those in their place.
      if (data.toString('latin1', 0, 4) === 'ARGB') continue;
      expect(difference(data, renderPng(macDrawing(sizePx), sizePx)), type).toBeLessThanOrEqual(MAX_DIFFERENCE);
    }
    const { width, rgba } = decodePng(parts.get('ic10')!);
    const inMiddle = Array.from({ length: width }, (_, x) => rgba[((width / 2) * width + x) * 4 + 3]!);
    expect(inMiddle.filter((alpha) => alpha > 127)).toHaveLength(824);
  });
});

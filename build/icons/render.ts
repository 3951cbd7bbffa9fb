import { Resvg } from '@resvg/resvg-js';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCommandLine } from '../command-line.ts';
import { appDrawing, ICNS_TYPES, ICO_SIZES_PX, macDrawing, pngRenders } from './renders.ts';

/**
 * `npm run icons`: renders the drawings in svg/ for every size, state and system. What it writes is kept in the
 * repository, so that nobody needs it for building; a test compares the two.
 */

/** A PNG of a drawing. */
export const renderPng = (svg: string, sizePx: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: sizePx }, font: { loadSystemFonts: false } }).render().asPng();

/** The app's icon for Windows. */
async function renderIco(): Promise<Uint8Array> {
  const ico = new IconIco();
  for (const sizePx of ICO_SIZES_PX.toReversed())
    // As a PNG where it is large, as a bitmap where old programs look.
    await ico.addFromPng(renderPng(appDrawing(sizePx), sizePx), sizePx > 48, true);
  return ico.encode();
}

/** The app's icon for macOS. */
async function renderIcns(): Promise<Uint8Array> {
  const icns = new IconIcns();
  icns.toc = true;
  for (const [type, sizePx] of Object.entries(ICNS_TYPES))
    await icns.addFromPng(renderPng(macDrawing(sizePx), sizePx), [type], true);
  return icns.encode();
}

/** Every file that is made of the drawings, by its path relative to build/icons. */
export async function renderAll(): Promise<Map<string, Uint8Array>> {
  const ico = await renderIco();
  return new Map<string, Uint8Array>([
    ...pngRenders().map(({ file, svg, sizePx }): [string, Uint8Array] => [file, renderPng(svg, sizePx)]),
    // The window's title bar shows it, and the installer.
    ['app/askbell.ico', ico],
    ['package/askbell.ico', ico],
    ['package/askbell.icns', await renderIcns()],
    // For themes that scale it, and for browsers' tabs.
    ['package/hicolor/askbell.svg', Buffer.from(appDrawing(512))],
    ['../../renderer/appearance/askbell.svg', Buffer.from(appDrawing(32))],
  ]);
}

if (import.meta.main) {
  readCommandLine('Usage: npm run icons\n\nRenders every icon of build/icons. It takes no arguments.', {});
  for (const folder of ['app', 'package']) rmSync(join(import.meta.dirname, folder), { recursive: true, force: true });
  for (const [path, content] of await renderAll()) {
    const file = join(import.meta.dirname, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

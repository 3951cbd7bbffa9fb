import { chromium } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MENU_GREY, menuDrawings } from './kinds.ts';
import { APP_DRAWING, colourful, template, trayDrawings } from './bell.ts';

/**
 * Draws the PNGs in build/icons/png from the drawings in bell.ts and kinds.ts. They are kept in the repository; run
 * `node build/icons/draw.ts` after changing a drawing. Needs a Chromium (CHROMIUM, or /usr/bin/chromium).
 */
const pngDir = fileURLToPath(new URL('./png/', import.meta.url));
mkdirSync(pngDir, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();

const draw = async (svg: string, size: number, name: string) => {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    '<style>html,body{margin:0;background:transparent}' +
      `svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  writeFileSync(join(pngDir, name), await page.screenshot({ omitBackground: true }));
};

for (const [status, svg] of Object.entries(trayDrawings(colourful))) {
  await draw(svg, 16, `tray-${status}.png`);
  await draw(svg, 32, `tray-${status}@2x.png`);
  // For panels of the headless shell (electron/desktop/headless/tray/tray-icon.ts).
  for (const size of [22, 24, 48]) await draw(svg, size, `tray-${status}-${size}px.png`);
}
for (const [status, svg] of Object.entries(trayDrawings(template))) {
  await draw(svg, 16, `${status}Template.png`);
  await draw(svg, 32, `${status}Template@2x.png`);
}
for (const [name, svg] of menuDrawings(MENU_GREY)) {
  await draw(svg, 16, `menu-${name}.png`);
  await draw(svg, 32, `menu-${name}@2x.png`);
}
for (const [name, svg] of menuDrawings('#000')) {
  await draw(svg, 16, `menu-${name}Template.png`);
  await draw(svg, 32, `menu-${name}Template@2x.png`);
}
await draw(APP_DRAWING, 512, 'askbell.png');
await browser.close();

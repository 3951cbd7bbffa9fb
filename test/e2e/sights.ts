import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { findViolations, type Violation } from '../support/axe.ts';
import { expect, test } from './frozen.ts';

/** Something that fills the window: how to get there, and how to leave it as it was found. */
export interface Sight {
  name: string;
  /** It is a window of its own of this size, not a view of the window. */
  size?: { width: number; height: number };
  /** Which pictures of it are stored, of each theme at these widths in px; axe looks at all themes anyway. */
  pictures?: Pictures;
  go: (page: Page) => Promise<void>;
  leave?: (page: Page) => Promise<void>;
}

type Pictures = Partial<Record<(typeof THEMES)[number]['name'], readonly number[]>>;

/** The pictures of a view that has nothing to say in other themes. */
const USUAL: Pictures = { light: [1200] };
const THEMES = [
  { name: 'light', media: { colorScheme: 'light', contrast: 'no-preference' } },
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference' } },
  { name: 'contrast-light', media: { colorScheme: 'light', contrast: 'more' } },
  { name: 'contrast-dark', media: { colorScheme: 'dark', contrast: 'more' } },
] as const;

/** Goes to a view, and waits until its heading is in sight. */
export async function view(page: Page, path: string, name: string | RegExp = /./): Promise<void> {
  await page.evaluate((to) => (location.hash = to), path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport();
}

/** Nothing is on its way any more, no color is changing, and no pointer rests on anything. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(-10, -10);
  await expect(page.locator('.loading, [aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete) &&
      !document.getAnimations().some((change) => change instanceof CSSTransition && change.playState === 'running'),
  );
}

/** Back to a view with nothing open over it, nothing typed, and the keyboard nowhere. */
async function tidy(page: Page): Promise<void> {
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox');
  if (await search.isVisible()) await search.fill('');
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.querySelector('.view')?.scrollTo(0, 0);
  });
}

/**
 * Pictures are compared where letters are drawn as they were when the pictures were taken (Debian's Chromium with
 * Liberation Sans): another font moves every line. Elsewhere they are only written, to be looked at.
 */
const letters = 6337;

async function lettersHere(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return 0;
    pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
    return Math.round(
      pen.measureText('The quick brown fox jumps over the lazy dog, 0123456789 times; äöüß.').width * 2,
    );
  });
}

async function compare(page: Page, sight: Sight): Promise<void> {
  const here = await lettersHere(page);
  if (here !== letters)
    test.info().annotations.push({ type: 'not compared', description: `Letters are drawn otherwise here (${here}).` });
  const pictures = sight.pictures ?? USUAL;
  const widths = [...new Set(THEMES.flatMap(({ name }) => pictures[name] ?? []))];
  for (const width of widths) {
    await page.setViewportSize(sight.size ?? { width, height: 800 });
    await sight.go(page);
    for (const { name, media } of THEMES.filter((theme) => pictures[theme.name]?.includes(width))) {
      await page.emulateMedia(media);
      await settled(page);
      const picture = `${sight.name}-${width}-${name}.png`;
      if (here === letters)
        await expect
          .soft(page)
          .toHaveScreenshot(picture, { stylePath: fileURLToPath(new URL('./restless.css', import.meta.url)) });
      else await page.screenshot({ path: test.info().outputPath(picture) });
    }
    await sight.leave?.(page);
    await tidy(page);
  }
}

/**
 * What axe finds, in all themes. They differ in colours only, so the rest is looked at once; high contrast means 7 : 1.
 */
async function faults(page: Page, sight: Sight): Promise<(Violation & { theme: string })[]> {
  await page.setViewportSize(sight.size ?? { width: 1200, height: 800 });
  await sight.go(page);
  const found: (Violation & { theme: string })[] = [];
  for (const { name, media } of THEMES) {
    await page.emulateMedia(media);
    await settled(page);
    const rules = name === 'dark' ? ['color-contrast'] : ['color-contrast', 'color-contrast-enhanced'];
    const violations = await findViolations(page, name === 'light' ? undefined : { type: 'rule', values: rules });
    found.push(...violations.map((violation) => ({ theme: name, ...violation })));
  }
  await sight.leave?.(page);
  await tidy(page);
  return found;
}

/** The tests of a sight: how it looks, and whether everybody can use it. */
export function looks(sight: Sight, page: () => Page): void {
  if (Object.keys(sight.pictures ?? USUAL).length > 0)
    test(`${sight.name} looks as it did`, { tag: '@picture' }, () => compare(page(), sight));
  test(`axe finds nothing in ${sight.name}`, { tag: '@picture' }, async () =>
    expect(await faults(page(), sight)).toEqual([]),
  );
}

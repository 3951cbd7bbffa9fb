import { expect, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approve } from './demo-dialog.ts';
import { whyNoElectron } from './electron-present.ts';
import { launch, ROOT, runToEnd, test, type Desk } from './launch.ts';

/** The panel by the tray, in the whole app on its own demo network. */
const why = whyNoElectron();
test.skip(Boolean(why), why ?? '');

const PANEL_TITLE = 'Askbell panel';
/** From the click to the painted panel, which was hidden. */
const MAX_OPEN_MS = 100;
const OPENS = 9;
/** A click that follows upon the panel's closing sooner than this meant to close it; in ms. */
const AFTER_CLOSING_MS = 400;

let dataDir: string;
let desk: Desk;
let panel: Page;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'askbell-panel-'));
  desk = await launch(ROOT, dataDir, ['--demo-speed', '4']);
  const page = await desk.app.firstWindow();
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await approve(desk, page);
  // Made ready by itself, without a click.
  await expect.poll(() => panelPage() !== undefined, { timeout: 60_000 }).toBe(true);
  panel = panelPage()!;
  await expect(rows().first()).toBeAttached();
});
test.afterAll(async () => {
  await desk.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});
test.afterEach(() => desk.inWindow(PANEL_TITLE, 'hide'));

/** What is new for the person, row by row. */
const rows = () => panel.getByRole('list', { name: 'For you' }).getByRole('listitem');

const panelPage = () => desk.app.windows().find((page) => page.url().includes('panel.html'));

/** Whether it is on the screen, where, and what is left free there. */
const seen = () =>
  desk.app.evaluate(({ BrowserWindow, screen }, title) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.getTitle() === title);
    if (!window) throw new Error('There is no panel.');
    const bounds = window.getBounds();
    return {
      isVisible: window.isVisible(),
      bounds,
      workArea: screen.getDisplayMatching(bounds).workArea,
      others: BrowserWindow.getAllWindows().length,
    };
  }, PANEL_TITLE);
const isVisible = async () => (await seen()).isVisible;

/** Long enough after it was closed for a click to be one that opens it. */
const settle = () => new Promise((resolve) => setTimeout(resolve, AFTER_CLOSING_MS));

async function openByClick(): Promise<void> {
  await settle();
  await desk.clickTray();
  await expect.poll(isVisible).toBe(true);
}

test('a click on the tray opens it, whole within what is free on the screen, and another one or Escape closes it', async () => {
  expect(await isVisible()).toBe(false);
  await openByClick();
  const { bounds, workArea, others } = await seen();
  expect(bounds.width).toBe(400);
  // No higher than what is in it, within the limits.
  expect(bounds.height).toBeGreaterThanOrEqual(200);
  expect(bounds.height).toBeLessThanOrEqual(560);
  expect(
    await panel
      .getByRole('main')
      .evaluate(({ lastElementChild, clientHeight }) => clientHeight - lastElementChild!.clientHeight),
  ).toBeLessThan(60);
  expect(bounds.x).toBeGreaterThanOrEqual(workArea.x);
  expect(bounds.y).toBeGreaterThanOrEqual(workArea.y);
  expect(bounds.x + bounds.width).toBeLessThanOrEqual(workArea.x + workArea.width);
  expect(bounds.y + bounds.height).toBeLessThanOrEqual(workArea.y + workArea.height);
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('unread', { ignoreCase: true });
  await settle();
  await desk.clickTray();
  await expect.poll(isVisible).toBe(false);
  // It is the same window every time.
  await openByClick();
  expect((await seen()).others).toBe(others);
  await panel.keyboard.press('Escape');
  await expect.poll(isVisible).toBe(false);
});

test('the menu opens it, too, where it stays open when chosen again, and a second start, as a key of the system’s may do', async () => {
  await desk.chooseInTray('Open panel');
  await expect.poll(isVisible).toBe(true);
  await desk.chooseInTray('Open panel');
  await settle();
  expect(await isVisible()).toBe(true);
  await desk.inWindow(PANEL_TITLE, 'hide');
  expect(runToEnd('--data-dir', dataDir, '--panel').status).toBe(0);
  await expect.poll(isVisible).toBe(true);
});

test('losing the focus closes it, and it opens on its newest row again', async () => {
  await openByClick();
  const content = panel.getByRole('main');
  const scrolled = () => content.evaluate((element) => element.scrollTop);
  // So low that what is listed does not fit, however little that is.
  await desk.app.evaluate(({ BrowserWindow }, title) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.getTitle() === title);
    window?.setSize(400, 130);
  }, PANEL_TITLE);
  await expect.poll(() => panel.evaluate(() => innerHeight)).toBeLessThan(160);
  await panel.keyboard.press('j');
  await panel.keyboard.press('End');
  await expect(rows().last().getByRole('link').first()).toBeFocused();
  await content.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await scrolled()).toBeGreaterThan(0);
  await expect.poll(async () => (await desk.windowState(PANEL_TITLE))?.focused).toBe(true);
  for (const act of ['show', 'focus'] as const) await desk.inWindow('Askbell', act);
  await expect.poll(isVisible).toBe(false);
  // Pages that are driven by a test are told that they have the focus all the time, so this one is told that it lost it.
  await panel.evaluate(() => void window.dispatchEvent(new Event('blur')));
  expect(await panel.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await scrolled()).toBe(0);
  await openByClick();
  expect(await scrolled()).toBe(0);
  await expect(rows().first()).toBeInViewport();
});

test('pinned, it stays open when the focus goes and when it leads to the window', async () => {
  await openByClick();
  const pin = panel.getByRole('button', { name: 'Keep open' });
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await desk.inWindow('Askbell', 'focus');
  await panel.getByRole('button', { name: 'Open Askbell' }).first().click();
  expect(await isVisible()).toBe(true);
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
});

test('a click that takes the focus from it closes it, and does not open it anew', async () => {
  await openByClick();
  const isOpen = await desk.app.evaluate(async ({ BrowserWindow }, title) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.getTitle() === title)!;
    // As panels do it: the focus goes first, and then the click is told.
    window.emit('blur');
    globalThis.seen.tray?.emit('click');
    await new Promise((resolve) => setTimeout(resolve, 100));
    return window.isVisible();
  }, PANEL_TITLE);
  expect(isOpen).toBe(false);
});

test('it leads to the window at a view, in its own place', async () => {
  await openByClick();
  await panel.getByRole('button', { name: 'Open Askbell' }).first().click();
  await expect.poll(isVisible).toBe(false);
  await expect.poll(async () => (await desk.windowState('Askbell'))?.visible).toBe(true);
  await openByClick();
  await panel.keyboard.press('3');
  await expect.poll(isVisible).toBe(false);
  const window = desk.app.windows().find((page) => page !== panel);
  await expect(window!.getByRole('heading', { name: 'Reputation', exact: true, level: 1 })).toBeVisible();
});

test('it is confined as the window is: no other page, no window of its own', async () => {
  await openByClick();
  const before = desk.app.windows().length;
  const opened = (await desk.openedOutside()).length;
  await panel.evaluate(() => void window.open('https://example.org/elsewhere'));
  await expect.poll(async () => (await desk.openedOutside()).slice(opened)).toEqual(['https://example.org/elsewhere']);
  await panel.evaluate(() => void (location.href = 'https://example.org/away'));
  await expect.poll(async () => (await desk.openedOutside()).slice(opened + 1)).toEqual(['https://example.org/away']);
  expect(panel.url()).toContain('panel.html');
  expect(desk.app.windows()).toHaveLength(before);
});

test(`it is there ${MAX_OPEN_MS} ms after the click (median), painted`, async () => {
  const taken = await desk.app.evaluate(
    async ({ BrowserWindow }, { title, opens, pause }) => {
      const window = BrowserWindow.getAllWindows().find((one) => one.getTitle() === title)!;
      const times: number[] = [];
      for (let open = 0; open < opens; open++) {
        window.hide();
        await new Promise((resolve) => setTimeout(resolve, pause));
        const from = performance.now();
        globalThis.seen.tray?.emit('click');
        while (!window.isVisible()) await new Promise((resolve) => setImmediate(resolve));
        // The frame after the next one: the next may have been due before the window was there.
        await window.webContents.executeJavaScript(
          'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))',
        );
        times.push(performance.now() - from);
      }
      return times;
    },
    { title: PANEL_TITLE, opens: OPENS, pause: AFTER_CLOSING_MS },
  );
  const sorted = taken.toSorted((a, b) => a - b);
  // What else the machine does is in single ones.
  const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
  test.info().annotations.push({ type: 'opened', description: sorted.map((ms) => ms.toFixed(0)).join(' ms, ') });
  console.log(`panel opened, in ms: ${sorted.map((ms) => ms.toFixed(0)).join(' ')}`);
  expect(median).toBeLessThanOrEqual(MAX_OPEN_MS);
});

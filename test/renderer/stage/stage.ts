import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, afterEach, describe, inject, TestRunner } from 'vitest';
import { launchChromium, wholeChromiumPath, withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { LONGEST_WAIT_MS } from '../../support/longest-wait.ts';
import { startWindowServer, type WindowServer } from './fake-agent-serving.ts';
import { FakeAgent } from './fake-agent.ts';
import type { World } from './fake-agent-data.ts';

export interface View {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The view to open, e.g. `/watches`. */
  at?: string;
  /** The page to open; the window's own where it is left out. */
  path?: string;
}

/** One window in front of one fake agent. */
export interface Scene extends Pick<WindowServer, 'url' | 'goAway' | 'comeBack'> {
  page: Page;
  agent: FakeAgent;
  /** What the page complained about: script errors and violations of the content security policy. */
  complaints: string[];
}

/** What could not be seen from the failure alone: a picture, where the focus was, what the page complained about. */
async function reportScene({ page, complaints }: Scene, test: string): Promise<void> {
  const path = `test-results/renderer/${test}.png`;
  const seen = await Promise.all([
    page.locator(':focus').evaluateAll(([focused]) => focused?.outerHTML.slice(0, 300) ?? 'nowhere'),
    page.locator('body').ariaSnapshot(),
    page.screenshot({ path }),
  ]).catch(String);
  console.error(page.url(), complaints, 'Picture:', path, 'Focus:', seen[0], seen[1]);
}

/** What a page complains about is written to the scene that it shows at the time. */
function collectComplaints(page: Page, complaints: () => string[]): void {
  page.on('pageerror', (error) => complaints().push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints().push(message.text());
  });
}

/** A page with its server: scenes use it one after the other, because a new page takes longer than most tests. */
class Seat {
  readonly page: Page;
  readonly server: WindowServer;
  #complaints: string[] = [];

  private constructor(page: Page, server: WindowServer) {
    this.page = page;
    this.server = server;
    page.setDefaultTimeout(LONGEST_WAIT_MS);
    collectComplaints(page, () => this.#complaints);
  }

  static async create(browser: Browser): Promise<Seat> {
    const server = await startWindowServer();
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
    return new Seat(await context.newPage(), server);
  }

  async open(
    world: World,
    { width = 1000, height = 720, colorScheme = 'light', at = '/inbox', path = '' }: View,
  ): Promise<Scene> {
    const { page, server } = this;
    const agent = new FakeAgent(world);
    const complaints: string[] = [];
    this.#complaints = complaints;
    server.serve(agent);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, forcedColors: null, contrast: null });
    await page.goto(`${server.url}${path}#${at}`);
    const { goAway, comeBack, url } = server;
    return { agent, url, goAway, comeBack, page, complaints };
  }

  /** Makes it as new: nothing of a scene is left for the next. */
  async clear(): Promise<void> {
    const { page } = this;
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    // Where no element is: one under the pointer would look and behave differently.
    await page.mouse.move(-10, -10);
    await page.goto(`${this.server.url}blank`);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.server.stop();
  }
}

/** Connects with the browser that the tests share. */
async function sharedBrowser(): Promise<Browser> {
  const endpoint = inject('browserEndpoint');
  if (endpoint === undefined)
    throw new Error('No Chromium was found for the browser tests. Install chromium, or set CHROMIUM_PATH to one.');
  return chromium.connect(endpoint);
}

/** Starts a whole browser of its own, for what the browser that tests share does not have. */
export const wholeBrowser = (): Promise<Browser> => launchChromium(wholeChromiumPath);

/** Where scenes are played: one browser, started with the first scene, and as many scenes as wanted. */
export class Stage {
  readonly #start: () => Promise<Browser>;
  #browser: Promise<Browser> | undefined;
  readonly #scenes: { scene: Scene; seat: Seat }[] = [];
  readonly #free: Seat[] = [];

  private constructor(start: () => Promise<Browser>) {
    this.#start = start;
  }

  /** A stage for the suite around it: its windows are closed after each test, and it is after the last one. */
  static ofSuite(start = sharedBrowser): Stage {
    const stage = new Stage(start);
    afterEach(() => stage.closeWindows());
    afterAll(() => stage.close());
    return stage;
  }

  /** Opens the window on a world. */
  async open(world: World, view: View = {}): Promise<Scene> {
    this.#browser ??= this.#start();
    const seat = this.#free.pop() ?? (await Seat.create(await this.#browser));
    const scene = await seat.open(world, view);
    this.#scenes.push({ scene, seat });
    return scene;
  }

  /** Closes the scenes played so far; of a test that failed it tells first how they looked. */
  async closeWindows(): Promise<void> {
    const test = TestRunner.getCurrentTest();
    for (const { scene, seat } of this.#scenes.splice(0)) {
      if (test?.result?.state === 'fail') {
        await reportScene(scene, test.id);
        await seat.close();
      } else {
        await seat.clear();
        this.#free.push(seat);
      }
    }
  }

  async close(): Promise<void> {
    await this.closeWindows();
    for (const seat of this.#free.splice(0)) await seat.close();
    await (await this.#browser)?.close();
  }
}

const suite = withoutBrowser ? describe.skip : describe;

/** A suite of tests in the window, on a stage of its own; skipped where no browser was found. */
export function inBrowser(name: string, tests: (stage: Stage) => void): void {
  suite(name, () => {
    tests(Stage.ofSuite());
  });
}

/** Waits until the window has asked for something with these inputs, one after the other. */
export const expectAsked = (agent: FakeAgent, what: string, inputs: readonly unknown[]): Promise<void> =>
  expect.poll(() => agent.inputs(what)).toEqual(inputs);

/** The worlds that scenes begin with. */
export * from './fake-agent-data.ts';
export { expect };

import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { inject, TestRunner } from 'vitest';
import { serve, type Served } from './fake-agent-serving.ts';
import { FakeAgent } from './fake-agent.ts';
import type { World } from './fake-agent-data.ts';

export interface View {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The view to open, e.g. `/watches`. */
  at?: string;
}

/** One window in front of one fake agent. */
export interface Scene extends Served {
  page: Page;
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

/** The window as it was built before the tests. */
const rendererDir = fileURLToPath(new URL('../../../out/app/renderer', import.meta.url));

/** Where scenes are played: one browser, as many scenes as wanted. */
export class Stage {
  readonly #browser: Browser;
  readonly #scenes: Scene[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async create(): Promise<Stage> {
    const endpoint = inject('browserEndpoint');
    if (endpoint === undefined)
      throw new Error('No Chromium was found for the browser tests. Install chromium, or set CHROMIUM_PATH to one.');
    return new Stage(await chromium.connect(endpoint));
  }

  /** Opens the window on a world. */
  async open(
    world: World,
    { width = 1000, height = 720, colorScheme = 'light', at = '/inbox' }: View = {},
  ): Promise<Scene> {
    const served = await serve(new FakeAgent(world), rendererDir);
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.goto(`${served.url}#${at}`);
    const scene: Scene = { ...served, page, complaints };
    this.#scenes.push(scene);
    return scene;
  }

  /** Closes the scenes played so far; of a test that failed it tells first how they looked. */
  async closeWindows(): Promise<void> {
    const test = TestRunner.getCurrentTest();
    for (const scene of this.#scenes.splice(0)) {
      if (test?.result?.state === 'fail') await reportScene(scene, test.id);
      await scene.page.context().close();
      await scene.stop();
    }
  }

  async close(): Promise<void> {
    await this.closeWindows();
    await this.#browser.close();
  }
}

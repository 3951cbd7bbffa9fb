import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { launchChromium } from '../../test/support/chromium.ts';
import type { Grouping } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import type { UiBench } from './page/page.tsx';

export interface Painted {
  /** First paint in ms. */
  virtual: number[];
  full: number[];
  /** Elements of the list. */
  nodes: number;
  fullNodes: number;
  /** One newer item, in ms of the frame that it makes: script, style, layout and paint; in each grouping. */
  prepend: Record<Grouping, number[]>;
  /** How far the row the person looked at went, in px. */
  moved: number;
}

/** Builds the bench page; gives its address and what takes it away. */
async function page(): Promise<{ url: string; remove: () => Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'askbell-bench-'));
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: fileURLToPath(new URL('../../build/vite.renderer.config.ts', import.meta.url)),
    root: fileURLToPath(new URL('./page', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  const server = fastify({ forceCloseConnections: true });
  await server.register(fastifyStatic, { root: outDir });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async remove() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

type Paint = Awaited<ReturnType<UiBench['paint']>>;

/** Every list in a fresh page, so that none pays for what another left behind. */
async function painted(
  browser: Browser,
  url: string,
  kind: 'virtual' | 'full',
  count: number,
  then?: (bench: { prepend: () => ReturnType<UiBench['prepend']> }) => Promise<void>,
  order: Grouping = 'time',
): Promise<Paint> {
  const tab = await browser.newPage({ viewport: { width: 1000, height: 720 } });
  tab.setDefaultTimeout(10 * MINUTE_MS);
  try {
    await tab.goto(url);
    const result = await tab.evaluate(([what, how, by]) => window.bench.paint(what, how, by), [
      kind,
      count,
      order,
    ] as const);
    await then?.({ prepend: () => tab.evaluate(() => window.bench.prepend()) });
    return result;
  } finally {
    await tab.close();
  }
}

/** In each round. The first of them run before the engine has compiled what they do; they count as well. */
const PREPENDS = 60;

const GROUPINGS: readonly Grouping[] = ['time', 'site', 'question'];

/** Paints a list of `count` items in Chromium, the real one and one that holds every row, round after round. */
export async function measurePaint(count: number, rounds: number, say: (line: string) => void): Promise<Painted> {
  say('building the page');
  const { url, remove } = await page();
  const browser = await launchChromium();
  const result: Painted = {
    virtual: [],
    full: [],
    nodes: 0,
    fullNodes: 0,
    prepend: { time: [], site: [], question: [] },
    moved: 0,
  };
  try {
    await painted(browser, url, 'virtual', count);
    for (let round = 1; round <= rounds; round++) {
      say(`painting, round ${round} of ${rounds}`);
      for (const order of GROUPINGS) {
        const prependTurns = async ({ prepend }: { prepend: () => ReturnType<UiBench['prepend']> }) => {
          for (let turn = 0; turn < PREPENDS; turn++) {
            const once = await prepend();
            result.prepend[order].push(once.ms);
            result.moved = Math.max(result.moved, once.moved);
            result.nodes = Math.max(result.nodes, once.nodes);
          }
        };
        const virtual = await painted(browser, url, 'virtual', count, prependTurns, order);
        if (order === 'time') result.virtual.push(virtual.ms);
        result.nodes = Math.max(result.nodes, virtual.nodes);
      }
      for (let turn = 0; turn < 4; turn++) result.virtual.push((await painted(browser, url, 'virtual', count)).ms);
      const full = await painted(browser, url, 'full', count);
      result.full.push(full.ms);
      result.fullNodes = full.nodes;
    }
  } finally {
    await browser.close();
    await remove();
  }
  return result;
}

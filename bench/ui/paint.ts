import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { build } from 'vite';
import type { Grouping } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { say } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { UiBench } from './page/page.tsx';

export interface Painted {
  /** First paint of the list, in ms. */
  first: number[];
  /** Most elements that the list had, and its rows at that time. */
  nodes: number;
  rows: number;
  /** One newer item, in ms of the frame that it makes: script, style, layout and paint; by grouping. */
  prepend: Record<Grouping, number[]>;
  /** How far the row at which the person looked moved, in px. */
  moved: number;
}

/** Number of lists that are painted, of each grouping in turn. */
const LISTS = 9;
/** In each list. The first of them run before the engine has compiled the code; they count as well. */
const PREPENDS = 60;

const GROUPINGS: readonly Grouping[] = ['time', 'site', 'question'];

/** Builds the bench's page into a folder, and serves it. */
async function servePage(outDir: string) {
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: fileURLToPath(new URL('../../build/vite.renderer.config.ts', import.meta.url)),
    root: fileURLToPath(new URL('./page', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  const server = fastify({ forceCloseConnections: true });
  await server.register(fastifyStatic, { root: outDir });
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

/** Paints the real list of `count` items in Chromium, and adds newer items to it. */
export async function measurePaint(count: number): Promise<Painted> {
  const folder = temporaryFolder('bench-paint');
  say('building the page');
  const { url, close } = await servePage(folder.path);
  const browser = await launchChromium();
  const result: Painted = { first: [], nodes: 0, rows: 1, prepend: { time: [], site: [], question: [] }, moved: 0 };
  try {
    for (let list = 0; list < LISTS; list++) {
      say(`list ${list + 1} of ${LISTS}`);
      const order = GROUPINGS[list % GROUPINGS.length]!;
      // A fresh page, so that no list pays for what another left behind.
      const tab = await browser.newPage({ viewport: { width: 1000, height: 720 } });
      tab.setDefaultTimeout(10 * MINUTE_MS);
      await tab.goto(url);
      const painted = await tab.evaluate(([items, by]) => window.bench.paint(items, by), [count, order] as const);
      result.first.push(painted.ms);
      const prepended = await tab.evaluate(async (turns) => {
        const all: Awaited<ReturnType<UiBench['prepend']>>[] = [];
        for (let turn = 0; turn < turns; turn++) all.push(await window.bench.prepend());
        return all;
      }, PREPENDS);
      result.prepend[order].push(...prepended.map(({ ms }) => ms));
      for (const { nodes, rows } of [painted, ...prepended])
        if (nodes > result.nodes) Object.assign(result, { nodes, rows });
      result.moved = Math.max(result.moved, ...prepended.map(({ moved }) => moved));
      await tab.close();
    }
  } finally {
    await browser.close();
    await close();
    folder.remove();
  }
  return result;
}

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildParts } from '../../build/build.ts';

/** Gzipped sizes in kB (1,000 bytes). */
export interface Sizes {
  /** What the first picture needs. */
  initialJs: number;
  initialCss: number;
  /** What comes when it is needed, by file. */
  later: Record<string, number>;
}

/** What `npm run size` allows, in kB: it and the bench hold the window to the same limits. */
export function sizeLimits(): { js: number; css: number } {
  const file = new URL('../../package.json', import.meta.url);
  const { 'size-limit': limits } = JSON.parse(readFileSync(file, 'utf8')) as {
    'size-limit': { name: string; limit: string }[];
  };
  const limitOf = (name: string) => {
    const kilobytes = Number.parseFloat(limits.find((one) => one.name === name)?.limit ?? '');
    if (Number.isNaN(kilobytes)) throw new Error(`package.json names no limit for "${name}".`);
    return kilobytes;
  };
  return { js: limitOf('JavaScript before the inbox is there'), css: limitOf('style sheets') };
}

const rendererDir = fileURLToPath(new URL('../../out/app/renderer', import.meta.url));

/** Builds the window if need be, and weighs it. */
export async function measureSize(say: (line: string) => void): Promise<Sizes> {
  await buildParts(['renderer'], { ifStale: true, say });
  const page = readFileSync(join(rendererDir, 'index.html'), 'utf8');
  const weigh = (file: string) => gzipSync(readFileSync(join(rendererDir, 'assets', file)), { level: 9 }).length / 1000;
  const files = readdirSync(join(rendererDir, 'assets')).filter((file) => /\.(?:js|css)$/.test(file));
  const isInitial = initialOf(page, (file) => readFileSync(join(rendererDir, 'assets', file), 'utf8'));
  const sum = (kind: string) =>
    files.filter((file) => file.endsWith(kind) && isInitial.has(file)).reduce((total, file) => total + weigh(file), 0);
  return {
    initialJs: sum('.js'),
    initialCss: sum('.css'),
    later: Object.fromEntries(
      files.filter((file) => !isInitial.has(file)).map((file) => [file.replace(/-[\w-]{8}(?=\.)/, ''), weigh(file)]),
    ),
  };
}

/** The files that the page names, and those that they import without being asked. */
function initialOf(page: string, read: (file: string) => string): Set<string> {
  const initial = new Set<string>();
  const open = [...page.matchAll(/(?:src|href)="\.\/assets\/([^"]+)"/g)].map(([, file]) => file!);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (initial.has(file)) continue;
    initial.add(file);
    if (!file.endsWith('.js')) continue;
    for (const [, imported] of read(file).matchAll(
      /(?:^|[;}\s])import\s*(?:[\w*{}\s,$]+from\s*)?["']\.\/([^"']+)["']/g,
    ))
      open.push(imported!);
  }
  return initial;
}

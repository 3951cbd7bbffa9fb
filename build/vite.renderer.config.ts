import { existsSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../renderer');

/**
 * Stacks in a layer below Askbell's own sheets, and built without what the window does not use: nine tenths of it,
 * which every page would have to download and match. No source names highlight.js's classes, so these stay.
 */
function layerOfStacks(): Plugin {
  let isBuild = false;
  return {
    name: 'layer-of-stacks',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async transform(code, id) {
      if (!/stacks[\w.-]*\.css$/.test(id.split('?')[0] ?? '')) return undefined;
      const [used] = isBuild
        ? await new PurgeCSS().purge({
            content: [`${root}/**/*.{ts,tsx,html}`],
            css: [{ raw: code }],
            safelist: { standard: [/^hljs/] },
          })
        : [];
      return { code: `@layer stacks {${used?.css ?? code}}`, map: null };
    },
  };
}

/** The window's page and the panel's, each with what it needs; another root has its own. */
function everyPage(): Plugin {
  return {
    name: 'every-page',
    config: ({ root: from = root }) => ({
      build: {
        rolldownOptions: {
          input: ['index.html', 'app/panel.html'].map((page) => join(from, page)).filter((page) => existsSync(page)),
        },
      },
    }),
  };
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What each page's program imports, once that was looked for. */
const found = new Map<string, ReadonlySet<string>>();

/** All that a page's program imports without being asked, and what that imports. */
function importsOf(from: string, modules: Modules): ReadonlySet<string> {
  const known = found.get(from);
  if (known) return known;
  const all = new Set<string>();
  const open = [join(root, from)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (all.has(id)) continue;
    all.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  found.set(from, all);
  return all;
}

/**
 * One file for all that both pages begin with, and one for what only the window begins with: shared out among as many
 * files as there are views that use a part of it, the same code weighs more.
 */
function beginningOf(id: string, modules: Modules): string | null {
  if (!importsOf('app/main.tsx', modules).has(id)) return null;
  return importsOf('app/panel-main.tsx', modules).has(id) ? 'start' : 'window';
}

/**
 * Builds the window into out/app/renderer. Addresses are relative, so that the same files work under app:// and behind
 * a loopback server; nothing of ours is inlined, so that the pages need neither inline scripts nor inline styles.
 */
export default defineConfig({
  root,
  base: './',
  plugins: [react(), layerOfStacks(), everyPage()],
  // Stacks carries a few declarations that Lightning CSS calls errors; browsers skip them, and so should the build.
  css: { lightningcss: { errorRecovery: true } },
  build: {
    outDir: join(import.meta.dirname, '../out/app/renderer'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome120',
    reportCompressedSize: false,
    // `npm run check` holds the sizes.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // On a busy machine Rolldown remarks on slow plugins; nobody who starts Askbell can do anything about that.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: beginningOf, priority: 1 },
            // What several later parts use is little: in a file each it would weigh more.
            { name: 'shared', minShareCount: 2, priority: 0 },
          ],
        },
        // A language's texts are named after it, so that the sizes can tell them from the window's own code.
        chunkFileNames: ({ facadeModuleId }) => {
          const language = /\/i18n\/locales\/([a-z]{2})\/index\.ts$/.exec(facadeModuleId ?? '')?.[1];
          return `assets/${language ? `texts-${language}` : '[name]'}-[hash].js`;
        },
      },
    },
  },
});

import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folder of the built app. Electron runs it from here, and Forge packs exactly this folder. */
export const appDir = fileURLToPath(new URL('../out/app/', import.meta.url));

/**
 * The parts that run in Node, each bundled into one file with everything it needs except Electron and Node's own
 * modules, so that a package carries no node_modules.
 * - `main.cjs`, `preload.cjs`: CommonJS, the only form a sandboxed preload may have.
 * - `sandbox.mjs`: a module, run by a utility process. What it does not need to begin with is in files of its own
 *   beside it,
 *   so that it starts quickly.
 */
export const nodeParts = {
  main: { entry: 'electron/main.ts', file: 'main.cjs', format: 'cjs' },
  preload: { entry: 'electron/preload.ts', file: 'preload.cjs', format: 'cjs' },
  sandbox: { entry: 'sandbox/start.mjs', file: 'sandbox.mjs', format: 'es', isSplit: true },
} satisfies Record<string, NodePart>;

/** A program to bundle: its source (relative to the project), the file it becomes, and in which module form. */
export interface NodePart {
  entry: string;
  file: string;
  format: 'cjs' | 'es';
  /** What is imported dynamically becomes files beside it; otherwise it is all one file. */
  isSplit?: boolean;
}

/** Vite's configuration for bundling a Node program into one file in `outDir`. */
export function nodePartConfig(part: NodePart, outDir = appDir): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: part.entry,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        platform: 'node',
        external: ['electron', /^electron\//, ...builtinModules, /^node:/],
        output: {
          format: part.format,
          entryFileNames: part.file,
          ...(part.isSplit ? { chunkFileNames: part.file.replace('.', '-[name].') } : { codeSplitting: false }),
        },
      },
    },
  };
}

import { builtinModules, isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

/** The folder of the built app. Electron runs it from here, and Forge packs exactly this folder. */
export const appDir = join(import.meta.dirname, '../out/app');

/**
 * The parts that run in Node, each bundled into one file with everything it needs except Electron and Node's own
 * modules, so that a package carries no node_modules.
 * - `main.cjs`, `preload.cjs`: CommonJS, the only form a sandboxed preload may have.
 * - `headless.mjs`: the shell without Electron, a module.
 * - `keyring.mjs`: asks the system's keyring for the shell without Electron, in a process that can be ended.
 * - `history-thread.cjs`: reads a large history in a thread; CommonJS, as the thread is given its text.
 * - `sandbox.mjs`: a module, run by a utility process. What it does not need to begin with is in files of its own
 *   beside it,
 *   so that it starts quickly.
 */
export const nodeParts = {
  main: { entry: 'electron/main.ts', file: 'main.cjs', format: 'cjs' },
  preload: { entry: 'electron/preload.ts', file: 'preload.cjs', format: 'cjs' },
  headless: { entry: 'electron/headless.ts', file: 'headless.mjs', format: 'es', isSplit: true, isLight: true },
  keyring: { entry: 'electron/desktop/headless/keyring-process.ts', file: 'keyring.mjs', format: 'es' },
  thread: { entry: 'electron/store/thread/jobs.ts', file: 'history-thread.cjs', format: 'cjs' },
  sandbox: { entry: 'sandbox/start.mjs', file: 'sandbox.mjs', format: 'es', isSplit: true },
} satisfies Record<string, NodePart>;

/** A program to bundle: its source (relative to the project), the file it becomes, and in which module form. */
export interface NodePart {
  entry: string;
  file: string;
  format: 'cjs' | 'es';
  /** What is imported dynamically becomes files beside it; otherwise it is all one file. */
  isSplit?: boolean;
  /** It stays in memory for weeks, and loads of Node only what it uses. */
  isLight?: boolean;
}

/** The bundler's own runtime begins with it. */
const NEEDED_TO_REQUIRE = ['module', 'node:module'];
/** What may be one of Node's modules. */
const BUILTIN = /^[a-z]|^node:/;

/** Electron brings itself; the keyring is a binary for each system, which npm chooses. */
const NOT_BUNDLED = ['electron', /^electron\//, '@napi-rs/keyring'];

/**
 * V8 keeps a program's text in memory, with two bytes for each character where a single one is beyond Latin-1. Escapes
 * mean the same in strings, patterns and names.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code);
  },
};

const escaped = (code: string) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Gives Node's own modules as `require` would. An `import` of one reads everything that it exports, and `node:http`
 * exports a WebSocket for which Node loads the whole of its fetch: 14 MB.
 */
const builtinsOnDemand: Plugin = {
  name: 'builtins-on-demand',
  enforce: 'pre',
  resolveId: {
    filter: { id: BUILTIN },
    handler: (id) =>
      isBuiltin(id) && !NEEDED_TO_REQUIRE.includes(id) ? `\0builtin:${id.replace(/^node:/, '')}` : undefined,
  },
  load: {
    filter: { id: /^\0builtin:/ },
    handler: (id) => ({
      code: `module.exports = process.getBuiltinModule('node:${id.slice('\0builtin:'.length)}');`,
      moduleType: 'js',
    }),
  },
};

/**
 * What libraries bring along for what Askbell does not ask of them, by the library and what it imports: conf checks
 * with ajv where it is given a schema, and dbus-native reads XML where it is asked what an object can do.
 */
const UNUSED: readonly (readonly [importer: RegExp, id: RegExp])[] = [
  [/\/node_modules\/conf\//, /^ajv(?:-formats|\/.*)?$/],
  [/\/node_modules\/dbus-native\//, /^xml2js$/],
];

/** Leaves {@link UNUSED} out, 2 MB of memory. Whoever does use it is told. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id, importer = '') => {
    const by = importer.replaceAll('\\', '/');
    return UNUSED.some(([library, what]) => library.test(by) && what.test(id)) ? `\0unused:${id}` : undefined;
  },
  load: {
    filter: { id: /^\0unused:/ },
    handler: (id) => ({
      code: `module.exports = new Proxy({}, { get(_, name) {
        if (name === '__esModule') return undefined;
        throw new Error('${id.slice('\0unused:'.length)} is not in this bundle.');
      } });`,
      moduleType: 'js',
    }),
  },
};

/** Vite's configuration for bundling a Node program into one file in `outDir`. */
export function nodePartConfig(part: NodePart, outDir = appDir): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: part.isLight === true ? [builtinsOnDemand, withoutUnused] : [],
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
        plugins: [asciiOnly],
        external: [...NOT_BUNDLED, ...(part.isLight === true ? NEEDED_TO_REQUIRE : [...builtinModules, /^node:/])],
        output: {
          format: part.format,
          entryFileNames: part.file,
          // Names stay, so that a stack in a log can be read.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          // A program that runs while it is updated must not take a file of the newer version for its own.
          ...(part.isSplit ? { chunkFileNames: part.file.replace('.', '-[name]-[hash].') } : { codeSplitting: false }),
        },
      },
    },
  };
}

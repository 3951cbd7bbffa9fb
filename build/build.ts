import { accessSync, constants, cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeLicences } from './bundle/licences.ts';
import { isFresh, startStamp } from './bundle/freshness.ts';
import { writeBuiltInClients } from './bundle/networks.ts';
import { withoutOldChunks } from './bundle/old-chunks.ts';
import { writeSounds } from './bundle/sounds.ts';
import { readCommandLine } from './command-line.ts';
import { PlainError } from './start/plain-error.ts';
import { appDir, nodePartConfig, nodeParts } from './vite.node.config.ts';

/** One thing to build: what it is made of, what it gives, and how. */
interface Part {
  inputs: string[];
  result: string;
  make(): Promise<void>;
  /** It depends on the environment as well, so that no look at files tells whether it is fresh. */
  isNeverFresh?: boolean;
}

/** Vite is loaded only when something has to be built: a fresh start should not wait for it. */
async function viteBuild(config: import('vite').InlineConfig): Promise<void> {
  const { build } = await import('vite');
  // Whoever builds from within a test would get React as it is for developers.
  process.env['NODE_ENV'] = 'production';
  await build(config);
}

function nodePart(name: keyof typeof nodeParts, inputs: string[]): Part {
  const part = nodeParts[name];
  return {
    inputs: [...inputs, 'package-lock.json', 'build/vite.node.config.ts', 'build/build.ts'],
    result: join(appDir, part.file),
    make: () => withoutOldChunks(appDir, part.file, () => viteBuild(nodePartConfig(part))),
  };
}

const parts: Record<string, Part> = {
  renderer: {
    inputs: ['renderer', 'common', 'build/vite.renderer.config.ts', 'package-lock.json'],
    result: join(appDir, 'renderer', 'index.html'),
    make: () => viteBuild({ configFile: join(import.meta.dirname, 'vite.renderer.config.ts'), logLevel: 'warn' }),
  },
  main: nodePart('main', ['electron', 'common']),
  preload: nodePart('preload', ['electron/preload.ts']),
  headless: nodePart('headless', ['electron', 'common', 'package.json']),
  keyring: nodePart('keyring', ['electron/desktop/headless/keyring', 'common/error-message.ts']),
  thread: nodePart('thread', ['electron/store', 'common']),
  sandbox: nodePart('sandbox', ['sandbox', 'common/resources.ts']),
  licences: {
    inputs: ['package-lock.json', 'build/bundle/licences.ts'],
    result: join(appDir, 'third-parties.json'),
    make: () => writeLicences(join(import.meta.dirname, '..'), join(appDir, 'third-parties.json')),
  },
  networks: {
    inputs: ['build/networks.json', 'build/bundle/networks.ts'],
    result: join(appDir, 'networks.json'),
    make: async () => writeBuiltInClients(join(import.meta.dirname, 'networks.json'), join(appDir, 'networks.json')),
    isNeverFresh: true,
  },
  sounds: {
    inputs: ['build/bundle/sounds.ts', 'common/wave.ts'],
    result: join(appDir, 'sounds', 'bell.wav'),
    make: async () => writeSounds(join(appDir, 'sounds')),
  },
  icons: {
    inputs: ['build/icons/app'],
    result: join(appDir, 'icons', 'askbell.png'),
    make: async () => {
      // A picture that is gone is not to stay in packages.
      rmSync(join(appDir, 'icons'), { recursive: true, force: true });
      cpSync(join(import.meta.dirname, 'icons/app'), join(appDir, 'icons'), { recursive: true });
    },
  },
};

/** Names of everything that can be built. */
export const partNames = Object.keys(parts);

/** What the shell without Electron consists of. */
export const headlessParts = partNames.filter((name) => name !== 'main' && name !== 'preload');

/** What the Electron app consists of. */
export const electronParts = partNames.filter((name) => name !== 'headless' && name !== 'keyring');

/** @throws PlainError where this user may not write into the folder of what is built */
function assertWritable(): void {
  let folder = appDir;
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new PlainError(
      `Askbell cannot be built here: you may not write into ${folder}. ` +
        'Clone it again as yourself, or change its owner.',
    );
  }
}

/**
 * Builds the named parts into `out/app`, one short line each to `say`; with `ifStale` only those whose sources changed.
 * Rejects with Vite's error, or a `PlainError` where the folder cannot be written.
 */
export async function buildParts(
  names: readonly string[],
  options: { ifStale: boolean; say: (line: string) => void },
): Promise<void> {
  for (const name of names) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part "${name}" to build; there are: ${partNames.join(', ')}.`);
    if (options.ifStale && part.isNeverFresh !== true && isFresh(name, part.inputs, part.result)) continue;
    assertWritable();
    const stamp = startStamp(name, part.inputs);
    const startedAt = performance.now();
    await part.make();
    stamp();
    if (part.isNeverFresh === true) continue;
    options.say(`built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
}

if (import.meta.main) {
  const { values, positionals } = readCommandLine(
    `Usage: npm run build -- [--if-stale] [PART …]

Builds parts of Askbell into out/app, all of them where none is named: ${partNames.join(', ')}.

  --if-stale   only those whose sources have changed`,
    { options: { 'if-stale': { type: 'boolean' } }, words: partNames },
  );
  await buildParts(positionals.length > 0 ? positionals : partNames, {
    ifStale: values['if-stale'] === true,
    say: (line) => console.log(line),
  });
}

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { buildParts, partNames } from '../../build.ts';
import { readCommandLine } from '../../command-line.ts';
import { appDir, nodePartConfig } from '../../vite.node.config.ts';

/**
 * `npm run package:npm`: makes the npm package `askbell` in out/npm, and its tarball beside. It holds the built app and
 * no sources, so that nothing is built at the first start.
 */
const root = join(import.meta.dirname, '../../..');
const packageFolder = join(root, 'out', 'npm', 'package');

/** What the bundles leave to npm: a binary for each system. */
const NOT_BUNDLED = '@napi-rs/keyring';

/** Returns the package's manifest, made of the project's; without `repository` npm refuses a provenance. */
function npmManifest() {
  const { name, productName, version, description, homepage, repository, bugs, license, author } = packageJson;
  const electronMajor = packageJson.devDependencies.electron.split('.')[0];
  const said = { name, productName, version, description, homepage, repository, bugs, license, author };
  return {
    ...said,
    type: 'module',
    main: 'app/main.cjs',
    bin: { askbell: 'askbell.mjs' },
    files: ['app', 'askbell.mjs'],
    engines: { node: '>=22.18' },
    // Without it the sign-in lasts until Askbell ends, and Settings says so.
    optionalDependencies: { [NOT_BUNDLED]: packageJson.dependencies[NOT_BUNDLED] },
    peerDependencies: { electron: `>=${electronMajor}` },
    peerDependenciesMeta: { electron: { optional: true } },
  };
}

/** Makes the package's folder; says a line for each part that is built. */
async function makeFolder(say: (line: string) => void): Promise<void> {
  await buildParts(partNames, { ifStale: true, say });
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(packageFolder, { recursive: true });
  cpSync(appDir, join(packageFolder, 'app'), { recursive: true });
  const { build } = await import('vite');
  await build(
    nodePartConfig({ entry: 'build/packages/npm/askbell.ts', file: 'askbell.mjs', format: 'es' }, packageFolder),
  );
  const launcher = join(packageFolder, 'askbell.mjs');
  writeFileSync(launcher, `#!/usr/bin/env node\n${readFileSync(launcher, 'utf8')}`, { mode: 0o755 });
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(npmManifest(), undefined, 2)}\n`);
  for (const file of ['README.md', 'LICENSE']) cpSync(join(root, file), join(packageFolder, file));
}

if (import.meta.main) {
  readCommandLine('Usage: npm run package:npm\n\nMakes the npm package in out/npm. It takes no arguments.', {});
  await makeFolder((line) => console.log(line));
  const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', join(root, 'out', 'npm')], {
    cwd: packageFolder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}

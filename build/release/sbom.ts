import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import packageLock from '../../package-lock.json' with { type: 'json' };
import { ReleaseError, runCommand } from './command.ts';

/**
 * `npm run release:sbom -- FOLDER`: writes the lists of what is in the packages, as CycloneDX and as SPDX. npm makes
 * both, of the libraries and of what runs them: Electron and Node, which are tools to npm.
 */
const HELP = `Usage: npm run release:sbom -- FOLDER
Writes askbell.cdx.json (CycloneDX) and askbell.spdx.json (SPDX) into FOLDER: every library in Askbell's packages, and
Electron (in the desktop packages only) and Node (in askbell-headless and its Debian package only).
Ends with 0, or with 2 when npm cannot list the libraries.`;

type Named = Record<string, unknown> & { name: string };

/** A list in the form of CycloneDX 1.5, as much of it as is looked at. */
export interface CycloneDx {
  metadata: { component: { 'bom-ref': string } };
  components: (Named & { 'bom-ref': string; purl: string })[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** A list in the form of SPDX 2.3, as much of it as is looked at. */
export interface Spdx {
  packages: (Named & { SPDXID: string; externalRefs: { referenceLocator: string }[] })[];
  relationships: { spdxElementId: string; relatedSpdxElement: string; relationshipType: string }[];
}

const { electron, node } = packageJson.devDependencies;

/**
 * Runs `list` in a copy of the manifests whose only dependencies are what is in the packages. npm's own `--omit dev`
 * leaves out what a tool uses as well (https://github.com/npm/cli/issues/7909): here React, Zod and 37 others.
 */
function withoutTools<Listed>(list: (folder: string) => Listed): Listed {
  const parent = mkdtempSync(join(tmpdir(), 'askbell-parts-'));
  // npm calls the project as its folder is called.
  const folder = join(parent, packageJson.name);
  try {
    mkdirSync(folder);
    const { devDependencies: _tools, scripts: _scripts, overrides: _overrides, ...manifest } = packageJson;
    const dependencies = { ...manifest.dependencies, electron, node };
    // What these two need is for their download.
    const runtimes = Object.fromEntries(
      Object.entries({ electron, node }).map(([name, version]) => [
        `node_modules/${name}`,
        { version, license: 'MIT' },
      ]),
    );
    const lock = { ...packageLock, packages: { ...packageLock.packages, ...runtimes } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    npm(folder, 'prune', '--offline', '--ignore-scripts', '--no-audit');
    return list(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Returns what npm prints. @throws {ReleaseError} if it fails */
function npm(cwd: string, ...args: string[]): string {
  const options = { cwd, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--package-lock-only'], options);
  if (status !== 0) throw new ReleaseError(`npm ${args.join(' ')} failed. ${stderr}`);
  return stdout;
}

const IDS = ['SPDXID', 'spdxElementId', 'relatedSpdxElement'];

/**
 * Returns npm's list, in which Node is the program and not npm's package of it. Replaces what SPDX allows in no id,
 * such as the "_" of string_decoder, which npm takes over.
 */
const listed = (folder: string, format: 'cyclonedx' | 'spdx'): unknown =>
  JSON.parse(
    npm(folder, 'sbom', '--sbom-format', format).replaceAll('pkg:npm/node@', 'pkg:generic/node@'),
    (field, value: unknown) =>
      IDS.includes(field) && typeof value === 'string' ? value.replaceAll(/[^A-Za-z0-9.-]/g, '-') : value,
  );

/** Returns the lists of what is in the packages. @throws {ReleaseError} if npm cannot list the libraries */
export const billsOfMaterials = () =>
  withoutTools((folder) => ({
    cyclonedx: listed(folder, 'cyclonedx') as CycloneDx,
    spdx: listed(folder, 'spdx') as Spdx,
  }));

if (import.meta.main) {
  await runCommand(HELP, (folder) => {
    const { cyclonedx, spdx } = billsOfMaterials();
    mkdirSync(folder, { recursive: true });
    for (const [name, list] of Object.entries({ 'askbell.cdx.json': cyclonedx, 'askbell.spdx.json': spdx }))
      writeFileSync(join(folder, name), `${JSON.stringify(list, undefined, 2)}\n`);
    return `askbell.cdx.json and askbell.spdx.json list ${cyclonedx.components.length} parts.`;
  });
}

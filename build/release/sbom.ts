import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { ReleaseError, runCommand } from './command.ts';

/**
 * `npm run release:sbom -- FOLDER`: writes the lists of what is in the packages, as CycloneDX and as SPDX. npm knows
 * the libraries; what runs them is in the packages as well, and no dependency of the project: Electron and Node.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const HELP = `Usage: npm run release:sbom -- FOLDER

Writes askbell.cdx.json (CycloneDX) and askbell.spdx.json (SPDX) into FOLDER: every library in Askbell's packages, and
Electron and Node, with which packages hold them.

Ends with 0, or with 2 when npm cannot list the libraries.`;

type Named = Record<string, unknown> & { name: string };

/** A list in the form of CycloneDX 1.5, as much of it as is touched here. */
export interface CycloneDx {
  metadata: { component: { 'bom-ref': string } };
  components: (Named & { 'bom-ref': string; purl: string })[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** A list in the form of SPDX 2.3, as much of it as is touched here. */
export interface Spdx {
  documentDescribes: string[];
  packages: (Named & { SPDXID: string; externalRefs: { referenceLocator: string }[] })[];
  relationships: { spdxElementId: string; relatedSpdxElement: string; relationshipType: string }[];
}

const { electron, node } = packageJson.devDependencies;

/** What runs Askbell and is inside its packages, with the places where people read what came with it. */
const RUNTIMES = [
  {
    name: 'electron',
    version: electron,
    purl: `pkg:npm/electron@${electron}`,
    type: 'framework',
    inside: 'In the desktop packages only. Brings Chromium and a Node.js of its own; its page says of which versions.',
    page: `https://releases.electronjs.org/release/v${electron}`,
    download: `https://github.com/electron/electron/releases/tag/v${electron}`,
  },
  {
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
    type: 'platform',
    inside: 'In askbell-headless and its Debian package only. Brings V8, OpenSSL, SQLite and others.',
    page: `https://nodejs.org/dist/v${node}/`,
    download: `https://nodejs.org/dist/v${node}/`,
  },
];

/**
 * Runs `list` in a copy of the manifests without `devDependencies`. npm's own `--omit dev` leaves out what a tool uses
 * as well (https://github.com/npm/cli/issues/7909): here React, Zod and 37 others.
 */
function withoutTools<Listed>(list: (folder: string) => Listed): Listed {
  const parent = mkdtempSync(join(tmpdir(), 'askbell-parts-'));
  // npm calls the project as its folder is called.
  const folder = join(parent, packageJson.name);
  try {
    mkdirSync(folder);
    const { devDependencies: _tools, scripts: _scripts, overrides: _overrides, ...manifest } = packageJson;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
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

/** Replaces what SPDX allows in no id, such as the "_" of string_decoder, which npm takes over. */
const withValidIds = (list: string) =>
  JSON.parse(list, (field, value: unknown) =>
    IDS.includes(field) && typeof value === 'string' ? value.replaceAll(/[^A-Za-z0-9.-]/g, '-') : value,
  ) as Spdx;

function toSpdx(list: Spdx): Spdx {
  const [project = ''] = list.documentDescribes;
  const runtimes = RUNTIMES.map(({ name, version, purl, inside, page, download }) => ({
    name,
    SPDXID: `SPDXRef-Package-${name}-${version}`,
    versionInfo: version,
    comment: inside,
    primaryPackagePurpose: 'FRAMEWORK',
    downloadLocation: download,
    filesAnalyzed: false,
    homepage: page,
    licenseDeclared: 'MIT',
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
  }));
  const needs = runtimes.map(({ SPDXID }) => ({
    spdxElementId: SPDXID,
    relatedSpdxElement: project,
    relationshipType: 'RUNTIME_DEPENDENCY_OF',
  }));
  return {
    ...list,
    packages: [...list.packages, ...runtimes],
    relationships: [...list.relationships, ...needs],
  };
}

function toCycloneDx(list: CycloneDx): CycloneDx {
  const project = list.metadata.component['bom-ref'];
  const runtimes = RUNTIMES.map(({ name, version, purl, type, inside, page }) => ({
    'bom-ref': `${name}@${version}`,
    type,
    name,
    version,
    scope: 'required',
    description: inside,
    purl,
    externalReferences: [{ type: 'release-notes', url: page }],
    licenses: [{ license: { id: 'MIT' } }],
  }));
  const added = runtimes.map((one) => one['bom-ref']);
  return {
    ...list,
    components: [...list.components, ...runtimes],
    dependencies: [
      ...list.dependencies.map((one) =>
        one.ref === project ? { ...one, dependsOn: [...one.dependsOn, ...added] } : one,
      ),
      ...added.map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

/** Returns the lists of what is in the packages. @throws {ReleaseError} if npm cannot list the libraries */
export const billsOfMaterials = (): { cyclonedx: CycloneDx; spdx: Spdx } =>
  withoutTools((folder) => ({
    cyclonedx: toCycloneDx(JSON.parse(npm(folder, 'sbom', '--sbom-format', 'cyclonedx')) as CycloneDx),
    spdx: toSpdx(withValidIds(npm(folder, 'sbom', '--sbom-format', 'spdx'))),
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

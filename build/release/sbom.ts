import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { ReleaseError } from './changelog.ts';
import { runCommand } from './command.ts';

/**
 * `npm run release:sbom -- FOLDER`: writes the lists of what is in the packages, as CycloneDX and as SPDX. npm knows
 * the libraries; what runs them is in the packages as well, and no dependency of the project: Electron and Node.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const HELP = `Usage: npm run release:sbom -- FOLDER

Writes askbell.cdx.json (CycloneDX) and askbell.spdx.json (SPDX) into FOLDER: every library in Askbell's packages, and
Electron and Node, with which packages hold them.

Ends with 0, or with 2 when npm cannot list the libraries.`;

/** A list in the form of CycloneDX 1.5, as much of it as is touched here. */
export interface CycloneDx {
  specVersion: string;
  metadata: { component: { 'bom-ref': string; name: string } };
  components: { 'bom-ref': string; name: string; purl: string; [field: string]: unknown }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** A list in the form of SPDX 2.3, as much of it as is touched here. */
export interface Spdx {
  spdxVersion: string;
  documentDescribes: string[];
  packages: {
    SPDXID: string;
    name: string;
    /** Where it is in the project; empty for the project itself. */
    packageFileName?: string;
    externalRefs: { referenceType: string; referenceLocator: string; [field: string]: unknown }[];
    [field: string]: unknown;
  }[];
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

/** The project as npm lists it, with what only building and testing need, for every system. */
function npmList<List>(format: 'cyclonedx' | 'spdx'): List {
  const listed = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format', format], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new ReleaseError(`npm sbom failed. ${listed.stderr}`);
  return JSON.parse(listed.stdout) as List;
}

const purlOf = ({ externalRefs }: Spdx['packages'][number]) =>
  externalRefs.find(({ referenceType }) => referenceType === 'purl')?.referenceLocator ?? '';

/** What package-lock.json says of each package, by its place. */
interface Lock {
  packages: Record<string, { dependencies?: object; optionalDependencies?: object }>;
}

/**
 * The ids of what the project's `dependencies` bring. npm's own `--omit dev` leaves out what a tool uses as well
 * (https://github.com/npm/cli/issues/7909): here React, Zod and 37 others. A peer does not count: where it is needed,
 * somebody else brings it.
 */
function shipped(list: Spdx): Set<string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const packages = new Map(list.packages.map((one) => [one.SPDXID, one]));
  const needs = Map.groupBy(list.relationships, ({ relatedSpdxElement }) => relatedSpdxElement);
  const found = new Set(list.documentDescribes);
  // A set that grows while it is gone through: each is visited once.
  for (const id of found) {
    const entry = lock.packages[packages.get(id)?.packageFileName ?? ''];
    const names = new Set(Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }));
    for (const { spdxElementId } of needs.get(id) ?? [])
      if (names.has(packages.get(spdxElementId)?.name ?? '')) found.add(spdxElementId);
  }
  return found;
}

/** npm takes over what SPDX allows in no id, such as the "_" of string_decoder. */
const validId = (id: string) => id.replaceAll(/[^A-Za-z0-9.-]/g, '-');

function toSpdx(list: Spdx, ids: ReadonlySet<string>): Spdx {
  const [project = ''] = list.documentDescribes;
  const isListed = (id: string) => ids.has(id) || id === 'SPDXRef-DOCUMENT';
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
  return {
    ...list,
    packages: [
      ...list.packages.filter(({ SPDXID }) => ids.has(SPDXID)).map((one) => ({ ...one, SPDXID: validId(one.SPDXID) })),
      ...runtimes,
    ],
    relationships: [
      ...list.relationships
        .filter((one) => isListed(one.spdxElementId) && isListed(one.relatedSpdxElement))
        .map(({ spdxElementId, relatedSpdxElement, relationshipType }) => ({
          spdxElementId: validId(spdxElementId),
          relatedSpdxElement: validId(relatedSpdxElement),
          relationshipType,
        })),
      ...runtimes.map(({ SPDXID }) => ({
        spdxElementId: SPDXID,
        relatedSpdxElement: project,
        relationshipType: 'RUNTIME_DEPENDENCY_OF',
      })),
    ],
  };
}

function toCycloneDx(list: CycloneDx, purls: ReadonlySet<string>): CycloneDx {
  // npm calls the project as its folder is called.
  const project = { ...list.metadata.component, name: packageJson.name };
  const components = list.components.filter(({ purl }) => purls.has(purl));
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
  const refs = new Set([project, ...components].map((one) => one['bom-ref']));
  const added = runtimes.map((one) => one['bom-ref']);
  return {
    ...list,
    metadata: { ...list.metadata, component: project },
    components: [...components, ...runtimes],
    dependencies: [
      ...list.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({
          ref,
          dependsOn: [...dependsOn.filter((one) => refs.has(one)), ...(ref === project['bom-ref'] ? added : [])],
        })),
      ...added.map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

/** The lists of what is in the packages. @throws {ReleaseError} Where npm cannot list the libraries. */
export function billsOfMaterials(): { cyclonedx: CycloneDx; spdx: Spdx } {
  const spdx = npmList<Spdx>('spdx');
  const ids = shipped(spdx);
  const purls = new Set(spdx.packages.filter(({ SPDXID }) => ids.has(SPDXID)).map(purlOf));
  return { spdx: toSpdx(spdx, ids), cyclonedx: toCycloneDx(npmList<CycloneDx>('cyclonedx'), purls) };
}

if (import.meta.main) {
  await runCommand(HELP, (folder) => {
    const { cyclonedx, spdx } = billsOfMaterials();
    mkdirSync(folder, { recursive: true });
    for (const [name, list] of Object.entries({ 'askbell.cdx.json': cyclonedx, 'askbell.spdx.json': spdx }))
      writeFileSync(join(folder, name), `${JSON.stringify(list, undefined, 2)}\n`);
    return `askbell.cdx.json and askbell.spdx.json list ${cyclonedx.components.length} parts.`;
  });
}

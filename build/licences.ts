import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ThirdParty } from '../common/contract/contract.ts';

/** What of a package.json says under which licence it is; older packages have a list. */
interface Manifest {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
}

/** What a licence's text is in. */
const licenceFile = /^(?:licen[cs]e|copying)(?:[-.](?:md|txt|mit|markdown))?$/i;

/** Every package that is installed for production, as the lock file has it, by name and version. */
export function installedForProduction(root: string): ThirdParty[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
  };
  const found = new Map<string, ThirdParty>();
  for (const [path, { dev, devOptional, link }] of Object.entries(lock.packages)) {
    if (path === '' || dev === true || devOptional === true || link === true) continue;
    const third = read(join(root, path));
    if (third) found.set(`${third.name} ${third.version}`, third);
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** A package's own word on its licence; undefined where it is not installed here, as builds for other systems are. */
function read(folder: string): ThirdParty | undefined {
  let manifest: Manifest;
  let files: string[];
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    files = readdirSync(folder);
  } catch {
    return undefined;
  }
  const { name, version, license, licenses } = manifest;
  if (name === undefined || version === undefined) return undefined;
  const licence =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '));
  const file = files.find((candidate) => licenceFile.test(candidate));
  return {
    name,
    version,
    licence: licence || 'see the package',
    ...(file !== undefined && { text: readFileSync(join(folder, file), 'utf8').trim() }),
  };
}

/** Writes the list down for the About section. */
export function writeLicences(root: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${JSON.stringify(installedForProduction(root))}\n`);
}

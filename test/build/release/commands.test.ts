import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
const git = (...args: string[]) => run('git', '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args).stdout;
const notes = (...args: string[]) => run(process.execPath, 'build/release/changelog.ts', ...args);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** A clone of what a release changes. */
beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ['CHANGELOG.md', 'package.json', 'package-lock.json', '.npmrc', 'build', 'common'])
    cpSync(name, join(folder, name), { recursive: true });
  cpSync('node_modules/vite/package.json', join(folder, 'node_modules/vite/package.json'));
  run('sh', '-c', 'echo node_modules >.gitignore');
  git('init', '--quiet');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b.example');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});

describe('npm version', () => {
  it('dates the changelog, changes the version of both manifests and nothing else, commits, and tags', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
    expect(run('npm', 'version', '99.1.0')).toMatchObject({ status: 0 });
    expect(JSON.parse(read('package.json'))).toEqual({
      ...(JSON.parse(readFileSync('package.json', 'utf8')) as object),
      version: '99.1.0',
    });
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      ...lock,
      version: '99.1.0',
      packages: { ...lock.packages, '': { ...lock.packages[''], version: '99.1.0' } },
    });
    expect(git('log', '-1', '--format=%s %D')).toContain('Release 99.1.0');
    expect(git('tag')).toBe('v99.1.0\n');
    expect(git('status', '--short')).toBe('');
    expect(notes('v99.1.0').stdout).toContain('### Added');
  });

  it('changes nothing where it is refused', () => {
    const { status, stderr } = run('npm', 'version', '99.1.0-beta.1');
    expect(status).not.toBe(0);
    expect(stderr).toContain('99.1.0-beta.1 is a prerelease');
    expect(git('status', '--short') + git('tag')).toBe('');
  });
});

it('the notes of a release are for the tag of that version only', () => {
  expect(notes('--help')).toMatchObject({ status: 0, stderr: '' });
  expect(notes()).toMatchObject({ status: 2, stderr: `An argument is missing.\n\n${notes('--help').stdout}` });
  expect(notes('v99.1.0', '--fast')).toMatchObject({ status: 2, stdout: '' });
  expect(notes('v99.1.1')).toMatchObject({ status: 2, stdout: '' });
  expect(notes('v99.1.1').stderr).toMatch(/^The tag is v99\.1\.1, but package\.json says .*\n$/);
});

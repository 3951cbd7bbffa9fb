import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');
const BIN = join(ROOT, 'node_modules', '.bin');
/** What the steps of `npm run check` read. */
const SET_UP = ['.oxlintrc.json', 'package.json', 'tsconfig.json'];

const lines = (many: number, line: string) => `${line}\n`.repeat(many);
const ifs = (many: number) => lines(many, '  if (n > 1) n -= 1;');
const FILLED = Object.fromEntries(
  [...'abcdefghijklmno'].map((letter) => [`common/full/${letter}.ts`, 'export {};\n'] as const),
);

/** A small house with one fault of each kind, and beside each what is just allowed. */
const HOUSE: Record<string, string> = {
  'common/good.ts': 'export type Good = number;\n',
  ...FILLED,
  'common/fourteen/good.ts': 'export {};\n',
  'common/wide.ts': `export const wide = 1;\n// ${'x'.repeat(118)}\n`,
  'common/not-wide.ts': `export const notWide = 1;\n// ${'x'.repeat(117)}\n`,
  'common/long.ts': `export function long() {\n${lines(79, "  console.log('');")}}\n`,
  'common/not-long.ts': `export function notLong() {\n${lines(78, "  console.log('');")}}\n`,
  'common/branchy.ts': `export function branchy(n: number) {\n${ifs(20)}  return n;\n}\n`,
  'common/not-branchy.ts': `export function notBranchy(n: number) {\n${ifs(19)}  return n;\n}\n`,
};

let house: string;
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'askbell-house-'));
  for (const name of SET_UP) copyFileSync(join(ROOT, name), join(house, name));
  cpSync(join(ROOT, 'build/checks'), join(house, 'build/checks'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  for (const [path, text] of Object.entries(HOUSE)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  mkdirSync(join(house, 'test'));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** The step of `npm run check` that begins so. */
function stepOf(beginning: string): string {
  const step = packageJson.scripts.check.split(' && ').find((command) => command.startsWith(beginning));
  return step ?? expect.fail(`npm run check has no ${beginning}`);
}

/** Runs a step in the small house; gives what it said of it. */
async function say(step: string): Promise<{ code: number | null; said: string }> {
  const [command = '', ...args] = step.split(' ');
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env['PATH']}`, NO_COLOR: '1' };
  const child = spawn(command, args, { cwd: house, env });
  let said = '';
  const listen = (data: Buffer) => (said += data.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  return { code, said };
}

describe('npm run check', () => {
  it('finds a function of more than 80 lines, and one of too many branches', async () => {
    // Types are not what these rules are about, and reading them takes far longer.
    const { code, said } = await say(stepOf('oxlint').replaceAll(/ --type-\w+/g, ''));
    expect(code).toBe(1);
    expect(said).toContain('max-lines-per-function');
    expect(said).toContain('complexity');
    const named = [...said.matchAll(/common\/[\w-]+\.ts/g)].map(([path]) => path);
    expect(new Set(named)).toEqual(new Set(['common/long.ts', 'common/branchy.ts']));
  });

  it('finds a full folder and a long line', async () => {
    const { code, said } = await say(stepOf('node build/checks/house.ts'));
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      'common/full has 15 entries; 14 may be.',
      'common/wide.ts:2 is 121 columns wide; 120 may be.',
    ]);
  });
});

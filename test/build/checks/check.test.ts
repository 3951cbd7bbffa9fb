import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../..');
const BIN = join(ROOT, 'node_modules', '.bin');
/** What the steps of `npm run check` read. */
const SET_UP = ['.dependency-cruiser.cjs', '.oxfmtrc.json', '.oxlintrc.json', 'package.json', 'tsconfig.json'];

const lines = (many: number, line: string) => `${line}\n`.repeat(many);
const ifs = (many: number) => lines(many, '  if (n > 1) n -= 1;');
const FILLED = Object.fromEntries(
  [...'abcdefghijklmno'].map((letter) => [`common/full/${letter}.ts`, 'export {};\n'] as const),
);

/** A small house with one fault of each kind, and beside each what is just allowed. */
const HOUSE: Record<string, string> = {
  'common/good.ts': 'export type Good = number;\n',
  'common/contract/good.ts': "export type { Good } from '../good.ts';\n",
  'common/unformatted.ts': 'export const   unformatted = "single quotes are ours"\n',
  ...FILLED,
  'common/fourteen/good.ts': 'export {};\n',
  'common/wide.ts': `export const wide = 1;\n// ${'x'.repeat(118)}\n`,
  'common/not-wide.ts': `export const notWide = 1;\n// ${'x'.repeat(117)}\n`,
  'common/long.ts': `export function long() {\n${lines(79, "  console.log('');")}}\n`,
  'common/not-long.ts': `export function notLong() {\n${lines(78, "  console.log('');")}}\n`,
  'common/branchy.ts': `export function branchy(n: number) {\n${ifs(20)}  return n;\n}\n`,
  'common/not-branchy.ts': `export function notBranchy(n: number) {\n${ifs(19)}  return n;\n}\n`,
  'bench/circle/one.ts': "import type { Two } from './two.ts';\n\nexport type One = Two | 1;\n",
  'bench/circle/two.ts': "import type { One } from './one.ts';\n\nexport type Two = One[];\n",
  'electron/agent/sources/up.ts': "export { x } from '../scheduler/x.ts';\n",
  'electron/agent/scheduler/x.ts': 'export const x = 1;\n',
  'electron/agent/sources/y.ts': 'export const y = 1;\n',
  'electron/agent/attic/new-room.ts': "export { y } from '../sources/y.ts';\n",
  'sandbox/attic/new-room.ts': 'export const z = 1;\n',
  'sandbox/command/command.ts': "export { z } from '../attic/new-room.ts';\n",
  'electron/store/inbox/beside.ts': "export { q } from '../questions.ts';\n",
  'electron/store/questions.ts': 'export const q = 1;\n',
  'renderer/feed/past-common.ts': "export { y } from '../../electron/agent/sources/y.ts';\n",
  'build/one/a.ts': "export { b } from '../other/b.ts';\n",
  'build/other/b.ts': 'export const b = 1;\n',
  'build/other/c.ts': "export { d } from '../one/d.ts';\n",
  'build/one/d.ts': 'export const d = 1;\n',
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
  it('finds what is not formatted', async () => {
    const { code, said } = await say(stepOf('oxfmt'));
    expect(code).toBe(1);
    expect(said).toContain('common/unformatted.ts');
    expect(said).not.toContain('good.ts');
  });

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

  it('finds circles, arrows up and aside, rooms without a floor, and the window reaching past common', async () => {
    const { code, said } = await say(stepOf('depcruise'));
    expect(code).toBeGreaterThan(0);
    const found = [...said.matchAll(/error ([^\n]*?): (\w+\/\S+) → \s*(\S+)/g)].map(([, ...parts]) => parts.join(' '));
    expect(found.toSorted()).toEqual([
      'electron/agent-looks-down: sources/ electron/agent/sources/up.ts electron/agent/scheduler/x.ts',
      'electron/agent-rooms-have-floors electron/agent/attic/new-room.ts electron/agent/sources/y.ts',
      'electron/store-looks-down: inbox/ electron/store/inbox/beside.ts electron/store/questions.ts',
      'no-circles bench/circle/one.ts bench/circle/two.ts',
      'no-room-circles build/one build/other',
      'no-room-circles build/other build/one',
      'renderer-knows-common-only renderer/feed/past-common.ts electron/agent/sources/y.ts',
      'sandbox-rooms-have-floors sandbox/command/command.ts sandbox/attic/new-room.ts',
    ]);
  });
});

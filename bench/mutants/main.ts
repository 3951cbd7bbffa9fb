import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesFailure, OptionError, print, runCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import mutations from './mutations.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

/** Copies the files that git knows or would add, and what was built of them. */
function copyTree(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const paths = new Set(listed.toString().split('\0').filter(Boolean));
  for (const path of [...paths, 'out']) if (existsSync(join(ROOT, path))) copy(path, to);
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
}

const copy = (path: string, to: string): void => cpSync(join(ROOT, path), join(to, path), { recursive: true });

/** Runs a command such as `fuzz --cases 5000`. */
function run(tree: string, command: string) {
  const ended = spawnSync('npm', ['run', ...command.replace(' ', ' -- ').split(' ')], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  process.stderr.write(ended.stderr);
  return ended;
}

/** Runs a command with the mistake in place; returns whether it names what is broken. */
function isNoticed(tree: string, { file, text, replacement, command }: (typeof mutations)[number]): boolean {
  const path = join(tree, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${file} has to have "${text}" once.`);
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
  const { status, stdout, stderr } = run(tree, command);
  writeFileSync(path, source);
  return status === 1 && namesFailure(stdout, stderr);
}

/** Returns the numbers of the rows that are to be tried. @throws OptionError for a row that is not there */
function chosenRows(only: string | undefined): number[] {
  const all = mutations.map((_, index) => index + 1);
  const rows = only?.split(',').map(Number) ?? all;
  if (!rows.every((row) => all.includes(row)))
    throw new OptionError(`--only takes rows from 1 to ${all.length}, such as 3,17.`);
  return rows;
}

await runCommand('mutants', async ({ only }) => {
  const rows = chosenRows(only);
  const folder = temporaryFolder('mutants');
  try {
    copyTree(folder.path);
    const escaped: string[] = [];
    /** Commands that pass without a mistake; one that fails anyway would seem to notice each. */
    const sound = new Set<string>();
    for (const row of rows) {
      const mutation = mutations[row - 1]!;
      const { what, command } = mutation;
      if (!sound.has(command) && run(folder.path, command).status !== 0)
        throw new Error(`"${command}" fails without a mistake.`);
      sound.add(command);
      const began = performance.now();
      const noticed = isNoticed(folder.path, mutation);
      print({ mutation: row, what, command, noticed, seconds: Math.round((performance.now() - began) / 1000) });
      if (!noticed) escaped.push(`${row}: ${what}`);
    }
    return { passed: escaped.length === 0, tried: rows.length, escaped };
  } finally {
    folder.remove();
  }
});

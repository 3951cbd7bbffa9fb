import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { print, readNumbers, runCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import mutations from './mutations.json' with { type: 'json' };

const USAGE = `Plants one mistake after the other in a copy of this tree, and runs the command that has to notice it.

Usage: npm run mutants -- [options]
  --only N   only the Nth of bench/mutants/mutations.json
  --help     this text

Prints a JSON line for each. Exit codes: 0 all were noticed, 1 not all, 2 an option that cannot be used.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Copies the files that git knows or would add. */
function copyTree(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of new Set(listed.toString().split('\0').filter(Boolean))) cpSync(join(ROOT, path), join(to, path));
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
}

/** Returns the exit code of a command. */
function run(copy: string, command: string): number | null {
  return spawnSync('npm', ['run', ...command.replace(' ', ' -- ').split(' ')], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status;
}

/** Whether the command fails with the mistake in place. */
function isNotificationd(copy: string, { file, text, replacement, command }: (typeof mutations)[number]): boolean {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${file} has to have "${text}" once.`);
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
  const status = run(copy, command);
  writeFileSync(path, source);
  return status === 1;
}

await runCommand('mutants', USAGE, async (args) => {
  const options = readNumbers(args, { only: { least: 1, most: mutations.length, usual: 0 } });
  if (!options) return undefined;
  const folder = temporaryFolder('mutants');
  try {
    copyTree(folder.path);
    const escaped: string[] = [];
    /** Commands that pass without a mistake; one that fails anyway would seem to notice each. */
    const sound = new Set<string>();
    for (const [index, mutation] of mutations.entries()) {
      if (options.only > 0 && options.only !== index + 1) continue;
      if (!sound.has(mutation.command) && run(folder.path, mutation.command) !== 0)
        throw new Error(`"${mutation.command}" fails without a mistake.`);
      sound.add(mutation.command);
      const began = performance.now();
      const noticed = isNotificationd(folder.path, mutation);
      const { what, command } = mutation;
      print({ mutation: index + 1, what, command, noticed, seconds: Math.round((performance.now() - began) / 1000) });
      if (!noticed) escaped.push(`${index + 1}: ${what}`);
    }
    return { passed: escaped.length === 0, escaped };
  } finally {
    folder.remove();
  }
});

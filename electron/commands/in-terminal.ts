import { homedir } from 'node:os';
import { plainLines } from '../../common/safe-text.ts';
import { dataDirsOf, systemLanguages } from '../desktop/headless/data-dir.ts';
import type { GivenCommand, Options } from './options.ts';

/** Width in columns of an output that is no terminal; only tables have one. */
const DEFAULT_COLUMNS = 100;

/** Runs a command in this process's terminal; returns its exit code. Its modules are loaded for it alone. */
export async function runInTerminal(command: GivenCommand, { json, dataDir }: Options): Promise<number> {
  const { runCommand } = await import('./run.ts');
  const { platform, env, stdout } = process;
  // A reader that has enough, such as head, ends the command without an error.
  stdout.on('error', () => process.exit(0));
  const code = await runCommand(command, json, {
    folders: dataDirsOf(dataDir, { platform, env, home: homedir() }),
    languages: systemLanguages(env),
    out: {
      write: (text) => void stdout.write(text),
      isTerminal: stdout.isTTY,
      columns: stdout.columns || DEFAULT_COLUMNS,
    },
    warn: (line) => void process.stderr.write(`${plainLines(line)}\n`),
  });
  // Where writes to a pipe wait, an exit would cut them off.
  await new Promise<void>((resolve) => stdout.write('', () => resolve()));
  return code;
}

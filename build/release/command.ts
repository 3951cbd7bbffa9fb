import { readCommandLine } from '../command-line.ts';
import { ReleaseError } from './changelog.ts';

/**
 * Runs a command that takes one argument: prints what `run` returns. What keeps a release from being made goes to
 * standard error, and ends it with 2.
 */
export async function runCommand(help: string, run: (argument: string) => string | Promise<string>): Promise<void> {
  const [argument = ''] = readCommandLine(help, { arguments: 1 }).positionals;
  try {
    console.log(await run(argument));
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

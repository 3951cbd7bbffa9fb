import { readCommandLine } from '../command-line.ts';

/** Reason why a release cannot be made; the message says what to do. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

/** Runs a command that takes one argument and prints what `run` returns; ends with 2 for a ReleaseError. */
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

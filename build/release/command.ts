import { ReleaseError } from './changelog.ts';

/**
 * Runs a command that takes one argument: prints what `run` gives, and ends with 0; prints the help where it is asked
 * for, or where the arguments are not one; what keeps a release from being made goes to standard error. Both of the
 * latter end with 2.
 */
export async function runCommand(help: string, run: (argument: string) => string | Promise<string>): Promise<void> {
  const [argument, ...rest] = process.argv.slice(2);
  if (argument === '--help') {
    console.log(help);
    return;
  }
  if (argument === undefined || rest.length > 0) {
    console.error(help);
    process.exitCode = 2;
    return;
  }
  try {
    console.log(await run(argument));
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

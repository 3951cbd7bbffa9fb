import { type Installation, OptionsError, parseOptions } from '../../electron/commands/options.ts';

/**
 * Parses the options of a start. Answers those that need no Askbell, and wrong ones: then returns the exit code.
 *
 * @param kind what is started, for the help
 */
export function parseOrAnswer(args: string[], kind: Installation) {
  try {
    const options = parseOptions(args, kind);
    if (options.answer === undefined) return options;
    process.stdout.write(options.answer);
    return 0;
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    process.stderr.write(`${error.message}${kind === 'clone' ? '' : '\nSee --help for all options.'}\n`);
    return 2;
  }
}

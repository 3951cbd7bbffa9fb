import { helpText, OptionsError, parseOptions } from '../../electron/options.ts';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Parses the options of a start. Answers those that need no Askbell, and wrong ones: then returns the exit code.
 *
 * @param kind what is started, for the help
 */
export function parseOrAnswer(args: string[], kind: Parameters<typeof helpText>[0]) {
  try {
    const options = parseOptions(args);
    if (!options.help && !options.version) return options;
    process.stdout.write(options.help ? helpText(kind) : `${packageJson.version}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    process.stderr.write(`${error.message}${kind === 'clone' ? '' : '\nSee --help for all options.'}\n`);
    return 2;
  }
}

import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { errorMessage } from '../common/error-message.ts';

/** An argument that a command does not take; `message` says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command takes beside `--help`. */
export interface Accepted<Options extends ParseArgsOptionsConfig> {
  options?: Options;
  /** Words that may be given, each once. */
  words?: readonly string[];
  /** How many free arguments have to be given, where no `words` are. */
  arguments?: number;
}

/** Parses a command's arguments. @throws UsageError for one that it does not take, or that is missing */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  accepted: Accepted<Options>,
) {
  const { words, arguments: free = 0 } = accepted;
  const options = { ...(accepted.options as Options), help: { type: 'boolean', short: 'h' } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node goes on about arguments that begin with a hyphen.
    throw new UsageError(errorMessage(error).replace(/(?:\.? To specify .*|\.?)$/s, '.'));
  }
  const { positionals } = parsed;
  const help = (parsed.values as { help?: boolean }).help === true;
  const strange = positionals.find((word, index) =>
    words ? !words.includes(word) || positionals.indexOf(word) < index : index >= free,
  );
  if (!help && strange !== undefined)
    throw new UsageError(`"${strange}" is not taken${words ? `; it is one of: ${words.join(', ')}` : ''}.`);
  if (!help && !words && positionals.length < free) throw new UsageError('An argument is missing.');
  return { values: parsed.values, positionals, help };
}

/**
 * Reads the command line of this process. Prints the usage and ends with 0 for `--help`; ends with 2 for an argument
 * that the command does not take, and says which, and what it takes.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  accepted: Accepted<Options>,
) {
  try {
    const read = parseCommandLine(process.argv.slice(2), accepted);
    if (!read.help) return read;
    process.stdout.write(`${usage.trimEnd()}\n`);
    process.exit(0);
  } catch (error) {
    endForUsage(error, usage);
  }
}

/** Ends the process with 2, the error's message and the usage, where an argument is to blame; throws anything else. */
export function endForUsage(error: unknown, usage: string): never {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage.trimEnd()}\n`);
  process.exit(2);
}

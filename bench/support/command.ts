import { stripVTControlCharacters, type ParseArgsOptionsConfig } from 'node:util';
import { endForUsage, parseCommandLine, UsageError } from '../../build/command-line.ts';

/**
 * What the commands that prove something share: their options, their lines, and how they end. Progress goes to standard
 * error; standard output gets JSON lines, the last of which is the summary.
 */

export { UsageError as OptionError };

/**
 * Reads a command's options, as `parseArgs` of `node:util` takes them. @throws OptionError for one that it does not
 * know, or that lacks its value
 */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  return parseCommandLine(args, { options }).values;
}

/** An option that takes a number. */
export interface NumberOption {
  least: number;
  most: number;
  /** Value of an option that is not given; without it, that is undefined. */
  usual?: number;
  /** Whether parts of one are a number, too (default false). */
  fraction?: boolean;
}

/** The options of a command: numbers, texts, texts that may be given more than once, and flags. */
export type OptionTable = Record<string, NumberOption | 'text' | 'texts' | 'flag'>;

type ValueOf<Option> = Option extends 'flag'
  ? boolean
  : Option extends 'texts'
    ? string[]
    : Option extends 'text'
      ? string | undefined
      : Option extends { usual: number }
        ? number
        : number | undefined;

/** The last line of a command: whether what it proves holds, and its figures, with their units in their names. */
export interface Summary {
  passed: boolean;
  [figure: string]: unknown;
}

/** Returns a command's summary, the last line of its output; undefined where that is none, or another command's. */
export function summaryIn(out: string, name?: string): Summary | undefined {
  try {
    const last: unknown = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    if (typeof last !== 'object' || last === null) return undefined;
    const { command, passed, ...figures }: Record<string, unknown> = { ...last };
    const isSummary = typeof command === 'string' && (name === undefined || command === name);
    return isSummary && typeof passed === 'boolean' ? { command, passed, ...figures } : undefined;
  } catch {
    return undefined;
  }
}

/** As Vitest and Playwright name a test that failed. */
const FAILED_TEST = /^ *(?:FAIL|\d+\)) +\S/m;

/**
 * Whether a command that failed names what is broken: a summary with failures, or a test. One that could not go on,
 * such as where a process took too long to start, has shown nothing.
 */
export function namesFailure(out: string, errors = ''): boolean {
  const summary = summaryIn(out);
  return summary
    ? !summary.passed && summary['error'] === undefined
    : FAILED_TEST.test(stripVTControlCharacters(`${out}\n${errors}`));
}

/** A line for whoever waits. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** One JSON line for whoever reads figures. */
export const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

function numberOf(name: string, text: string, { least, most, fraction }: NumberOption): number {
  const value = Number(text);
  const isNumber = /^\d+(?:\.\d+)?$/.test(text) && (fraction === true || Number.isInteger(value));
  if (!isNumber || value < least || value > most)
    throw new UsageError(
      `--${name} takes a ${fraction === true ? '' : 'whole '}number from ${least} to ${most}, not "${text}".`,
    );
  return value;
}

/**
 * Reads a command line, without the program's name; undefined where help is asked for.
 * @throws OptionError for an option or a value that is not in the table
 */
export function readOptions<const Table extends OptionTable>(args: string[], table: Table) {
  const declared = Object.entries(table).map(([name, option]) => {
    const type = option === 'flag' ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: option === 'texts' }];
  });
  const given: Record<string, unknown> = parseOptions(args, {
    ...(Object.fromEntries(declared) as ParseArgsOptionsConfig),
    help: { type: 'boolean', short: 'h' },
  });
  if (given['help'] === true) return undefined;
  const values = Object.entries(table).map(([name, option]) => {
    const value = given[name];
    if (option === 'flag') return [name, value === true];
    if (option === 'texts') return [name, value ?? []];
    if (option === 'text') return [name, value];
    return [name, typeof value === 'string' ? numberOf(name, value, option) : option.usual];
  });
  return Object.fromEntries(values) as { [Name in keyof Table]: ValueOf<Table[Name]> };
}

/**
 * Runs a command and prints its summary, also where it could not go on. Sets the exit code: 0 passed, 1 failed, 2 wrong
 * usage.
 * @param name as in `npm run <name>`
 * @param prove reads the arguments and does the work; undefined where only help is wanted
 */
export async function runCommand(
  name: string,
  usage: string,
  prove: (args: string[]) => Promise<Summary | undefined>,
): Promise<void> {
  try {
    const summary = await prove(process.argv.slice(2));
    if (!summary) process.stdout.write(usage);
    else {
      print({ command: name, ...summary });
      process.exitCode = summary.passed ? 0 : 1;
    }
  } catch (error) {
    if (!(error instanceof UsageError)) {
      print({ command: name, passed: false, error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
    endForUsage(error, usage);
  }
}

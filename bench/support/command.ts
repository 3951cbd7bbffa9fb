import { stripVTControlCharacters, type ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';
import { endForUsage, parseCommandLine, UsageError } from '../../build/command-line.ts';
import { COMMANDS, type Command } from './commands.ts';

/**
 * What the commands that prove something share: their options, their lines, and how they end. Progress goes to standard
 * error; standard output gets JSON lines, the last of which is the summary.
 */

export { UsageError as OptionError };

type CommandName = keyof typeof COMMANDS;
type ValuesOf<Of extends Command> = z.output<z.ZodObject<Of['options']>>;
/** The values of a command's options. */
export type OptionsOf<Name extends CommandName> = ValuesOf<(typeof COMMANDS)[Name]>;

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

/** Returns the options of a command by their names, as JSON Schema describes them. */
const describedIn = (options: z.ZodRawShape): [name: string, z.core.JSONSchema.JSONSchema][] =>
  Object.entries(z.toJSONSchema(z.object(options)).properties as Record<string, z.core.JSONSchema.JSONSchema>);

/**
 * Reads a command line, without the program's name; undefined where help is asked for.
 * @throws OptionError for an option or a value that the command does not take
 */
export function readOptions<const Of extends Command>(args: string[], { options }: Of): ValuesOf<Of> | undefined {
  const described = describedIn(options);
  const taken = described.map(([name, { type }]) => [
    name,
    { type: type === 'boolean' ? 'boolean' : 'string', multiple: type === 'array' },
  ]);
  const { values, help } = parseCommandLine(args, { options: Object.fromEntries(taken) as ParseArgsOptionsConfig });
  if (help) return undefined;
  const read = z.object(options).safeParse(values);
  if (read.success) return read.data as ValuesOf<Of>;
  const wrong = String(read.error.issues[0]!.path[0]);
  const { type, minimum, maximum, description } = new Map(described).get(wrong)!;
  const value = JSON.stringify(values[wrong]);
  if (minimum === undefined) throw new UsageError(`--${wrong} cannot be ${value}: ${description}.`);
  const number = type === 'integer' ? 'whole number' : 'number';
  throw new UsageError(`--${wrong} takes a ${number} from ${minimum} to ${maximum}, not ${value}.`);
}

/** Returns the help of a command. */
function helpOf(name: CommandName): string {
  const { about, options } = COMMANDS[name];
  const rows = describedIn(options).map(([option, { type, description = '', default: usual }]) => [
    `--${option}${type === 'boolean' ? '' : type === 'number' || type === 'integer' ? ' N' : ' TEXT'}`,
    description + (typeof usual === 'number' ? ` (${usual})` : ''),
  ]);
  const lines = [...rows, ['--help', 'this text']].map(
    ([option = '', says = '']) => `  ${option.padEnd(16)} ${says}\n`,
  );
  return `${about}

Usage: npm run ${name} -- [options]
${lines.join('')}
Progress goes to standard error, figures to standard output: JSON lines, the last of which is a summary.
Exit codes: 0 passed, 1 not so, 2 an option that cannot be used.
`;
}

/** Runs a command with its options, and prints its summary, also where it could not go on. Sets the exit code. */
export async function runCommand<Name extends CommandName>(
  name: Name,
  prove: (options: OptionsOf<Name>) => Promise<Summary>,
  args = process.argv.slice(2),
): Promise<void> {
  const began = performance.now();
  try {
    const options = readOptions(args, COMMANDS[name]);
    if (!options) return void process.stdout.write(helpOf(name));
    const summary = await prove(options);
    print({ command: name, ...summary, seconds: Math.round((performance.now() - began) / 1000) });
    process.exitCode = summary.passed ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) return endForUsage(error, helpOf(name));
    print({ command: name, passed: false, error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

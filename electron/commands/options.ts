import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { DemoOptions } from '../desktop/desktop.ts';
import {
  COMMANDS,
  EXIT_CODES,
  OPTIONS,
  optionsOf,
  type CommandFacts,
  type ExitCodes,
  type OptionFacts,
  GROUPS,
} from './table.ts';

/** Command with its arguments, as given on the command line. */
export interface GivenCommand {
  name: string;
  args: string[];
  /** Options by their names in camel case. */
  flags: Readonly<Record<string, string | boolean | string[] | undefined>>;
}

/** Command-line options of both shells. */
export type Options = ReturnType<typeof parseOptions>;

/** Ways to install Askbell, by how it is called. */
const PROGRAMS = { clone: 'npm run headless --', installed: 'askbell', app: 'askbell', server: 'askbell-headless' };
export type Installation = keyof typeof PROGRAMS;

/** Usage lines for each way to install Askbell. */
const USAGE: Record<Installation, string> = {
  clone: `[options]
       npm run headless -- COMMAND
       npm start -- [options]         the desktop app (headless where Electron cannot be had)`,
  installed: `[options]           the desktop app (headless where Electron is not installed)
       askbell headless [options]  the same, with its window in your browser
       askbell COMMAND`,
  app: '[options]\n       askbell COMMAND',
  server: `[options]  Askbell, with its window in your browser
       askbell-headless COMMAND`,
};

/** Thrown for invalid options; `message` names them. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

const HELP_WIDTH = 120;

const codesLine = (label: string, codes: ExitCodes = EXIT_CODES.command): string =>
  `${label}: ${Object.entries(codes)
    .map(([code, meaning]) => `${code} ${meaning}`)
    .join(', ')}\n`;

/** Adds an option of the table, but those that Commander has itself. */
function addOption(command: Command, facts: OptionFacts): void {
  if (facts.name === 'help' || facts.name === 'version') return;
  const option = new Option(optionUsage(facts), facts.help ?? facts.brief);
  if (Array.isArray(facts.offers)) option.choices(facts.offers);
  const { parseArg } = option;
  if (facts.isList)
    option.argParser((value: string, earlier?: string[]) => [...(earlier ?? []), parseArg?.(value, '') ?? value]);
  if (facts.default !== undefined) option.default(facts.default);
  command.addOption(option);
}

/** Returns the option with its placeholder: `--port <N>`. */
const optionUsage = ({ name, takes }: OptionFacts): string => `--${name}${takes ? ` <${takes}>` : ''}`;

/** Adds a command of the table, and its group before its first one. */
function addCommand(program: Command, facts: CommandFacts, chosen: (command: GivenCommand) => void): void {
  const [last, group] = facts.name.split(' ').toReversed() as [string, string?];
  const parent =
    group === undefined
      ? program
      : (program.commands.find((one) => one.name() === group) ??
        program.command(group).description(GROUPS.find(({ name }) => name === group)!.brief));
  const command = parent.command(`${last} ${facts.takes ?? ''}`).description(facts.brief);
  for (const option of optionsOf(facts)) addOption(command, option);
  command
    .addHelpText('after', `\nExample: ${program.name()} ${facts.example}\n\n${codesLine('Exit codes', facts.codes)}`)
    .action(() => chosen({ name: facts.name, args: command.args, flags: command.optsWithGlobals() }));
}

/** Creates the parser, and with it the help, of the table. `print` receives the help. */
function createProgram(
  kind: Installation,
  print: (text: string) => void,
  chosen: (command: GivenCommand) => void,
): Command {
  const program = new Command(PROGRAMS[kind])
    .usage(USAGE[kind])
    .description('Askbell tells you when there is something new for you on a question-and-answer network.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand('help [command]', 'print this help, or that of a command')
    .configureHelp({ helpWidth: HELP_WIDTH, subcommandTerm: (command) => command.name() })
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .exitOverride()
    .enablePositionalOptions();
  for (const option of OPTIONS) addOption(program, option);
  for (const facts of COMMANDS) if (facts.name !== 'help') addCommand(program, facts, chosen);
  const codes = [
    codesLine('Exit codes', EXIT_CODES.run),
    codesLine('  with --doctor', EXIT_CODES.doctor),
    codesLine('  with a command', EXIT_CODES.command),
  ];
  return program
    .addHelpText('after', `\n${codes.join('')}`)
    .allowExcessArguments()
    .action(() => {
      const [stray] = program.args;
      if (stray === undefined) return;
      const names = [...program.commands.map((command) => command.name()), 'help'].join(', ');
      throw new OptionsError(`Askbell has no command "${stray}"; it has: ${names}.`);
    });
}

/** Returns `help watch list` as `watch list --help`: Commander's own help knows no command of a group. */
function withHelpOption([first, ...topic]: readonly string[], { commands }: Command): string[] {
  if (first !== 'help' || topic.length === 0) return first === undefined ? [] : [first, ...topic];
  return commands.some((one) => one.name() === topic[0]) ? [...topic, '--help'] : topic;
}

/**
 * Parses the arguments after the program's name.
 * @param kind how Askbell was installed, for the help
 * @throws OptionsError if they are invalid
 */
export function parseOptions(args: readonly string[], kind: Installation = 'installed') {
  let answer: string | undefined;
  let command: GivenCommand | undefined;
  const program = createProgram(
    kind,
    (text) => (answer = (answer ?? '') + text),
    (given) => (command = given),
  );
  try {
    program.parse(withHelpOption(args, program), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0)
      throw new OptionsError(
        error.message.replace(/^error: /, '').replace('(outputHelp)', 'say which of its commands'),
      );
  }
  const given = program.opts<Record<string, unknown>>();
  const flags = command?.flags ?? {};
  const json = flags['json'] === true || given['json'] === true;
  if (command && given['doctor']) throw new OptionsError(`Choose one of --doctor and ${command.name}.`);
  if (json && !given['doctor'] && !command) throw new OptionsError('--json works only with --doctor or a command.');
  const port = Number(given['port']);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OptionsError(`--port takes a number from 0 to 65535, not "${String(given['port'])}".`);
  const demoSpeed = Number(given['demoSpeed']);
  if (!(demoSpeed > 0 && demoSpeed <= 10_000))
    throw new OptionsError(`--demo-speed takes a number above 0, not "${String(given['demoSpeed'])}".`);
  return {
    /** Start the demo network and sign in as its first user automatically. */
    demo: given['demo'] === true,
    /** Print one JSON line per notification to standard output. */
    printNotifications: given['printNotifications'] === true,
    /** Start in the tray, without a window. */
    hidden: given['hidden'] === true,
    /** Open the panel instead of the window, also of a running Askbell. */
    panel: given['panel'] === true || flags['panel'] === true,
    /** Folder for settings, history and secrets, instead of the system's default. */
    dataDir: (given['dataDir'] ?? flags['dataDir']) as string | undefined,
    /** Headless: port of the window; 0 lets the system choose. */
    port,
    /** Speed factor of the demo network. */
    demoSpeed,
    /** Behaviour that the demo network simulates. */
    demoLike: given['like'] as DemoOptions['like'],
    /** Run all checks, report problems, and exit. */
    doctor: given['doctor'] === true,
    /** Command for the running Askbell, in place of a start. */
    command,
    /** With `doctor` or a command: print JSON instead of text. */
    json,
    /** Help or version, to be printed in place of a start. */
    answer,
  };
}

/** Returns the help of `help` and `--help`. */
export const helpText = (kind: Installation): string => parseOptions(['--help'], kind).answer!;

/**
 * Returns the arguments for start at login, equivalent to the current ones: in the tray, with the same data and port.
 * @param folder base of relative paths
 */
export const loginArguments = ({ dataDir, port }: Pick<Options, 'dataDir' | 'port'>, folder: string): string[] => [
  '--hidden',
  ...(dataDir ? ['--data-dir', resolve(folder, dataDir)] : []),
  ...(port === 0 ? [] : ['--port', String(port)]),
];

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../common/error-message.ts';
import type { DemoOptions } from './desktop/desktop.ts';

const DEMO_LIKENESSES: readonly DemoOptions['like'][] = ['specification', 'public'];

/** Command-line options of both shells. */
export type Options = ReturnType<typeof parseOptions>;

/** Command, as listed in help, manual and completions. */
export interface CommandFacts {
  name: string;
  /** One phrase without a full stop. */
  brief: string;
}

/** All commands in the order of the help; also used for the manual and the shells' completions. */
export const COMMANDS: readonly CommandFacts[] = [
  { name: 'open', brief: 'open the window of the running Askbell in your browser' },
  { name: 'status', brief: 'show how the running Askbell is doing, and exit' },
  { name: 'help', brief: 'print this help' },
];

/** Option, as listed in help, manual and completions; the rest is for `parseArgs`. */
interface OptionOfParser {
  type: 'boolean' | 'string';
  default?: boolean | string;
  /** Placeholder of its value in the help; absent if it takes none. */
  takes?: string;
  /** Completions of its value: one of these words, or a folder. */
  offers?: readonly string[] | 'folder';
  /** One phrase without a full stop, for the completions. */
  brief: string;
  /** Text of the help, if longer than the phrase. */
  help?: string;
}

const FLAG = { type: 'boolean', default: false } as const;

/** All options in the order of the help. */
const PARSED = {
  demo: { ...FLAG, brief: 'use the built-in demo network and sign in automatically' },
  'demo-speed': { type: 'string', default: '1', takes: 'N', brief: 'run the demo network N times faster (default 1)' },
  like: {
    type: 'string',
    default: 'specification',
    takes: 'WHAT',
    offers: DEMO_LIKENESSES,
    brief: 'what the demo network follows',
    help: 'what the demo network follows: specification (default), or public for what the public service does',
  },
  'print-notifications': { ...FLAG, brief: 'print one JSON line per notification to standard output' },
  hidden: { ...FLAG, brief: 'start in the tray, without opening the window' },
  panel: {
    ...FLAG,
    brief: 'open the panel instead of the window',
    help:
      'open the panel instead of the window, even if Askbell is already running; useful for a shortcut in the ' +
      "system's settings",
  },
  'data-dir': { type: 'string', takes: 'DIR', offers: 'folder', brief: 'keep settings and history in DIR' },
  port: {
    type: 'string',
    default: '0',
    takes: 'N',
    brief: "headless: the window's port on this computer (default: a free one)",
  },
  doctor: {
    ...FLAG,
    brief: 'check everything that Askbell depends on, and exit',
    help:
      'check network, clock, quota, sign-in, keyring, notifications, tray, settings, history, disk and permissions, ' +
      'say what is wrong and what to do about it, and exit. It changes nothing, needs no display, and may run while ' +
      "Askbell is running. It uses one request of each network's quota, rarely two, and says how many",
  },
  json: { ...FLAG, brief: 'with --doctor or status: print one JSON object instead of text' },
  help: { ...FLAG, brief: 'print this help' },
  version: { ...FLAG, brief: 'print the version' },
} as const satisfies Record<string, OptionOfParser>;

export type OptionFacts = OptionOfParser & { name: string };

/** All options in the order of the help; also used for the manual and the shells' completions. */
export const OPTIONS = Object.entries<OptionOfParser>(PARSED).map(([name, facts]): OptionFacts => ({ name, ...facts }));

/** Thrown for invalid options; `message` names them. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/**
 * Parses the arguments after the program's name.
 * @throws OptionsError if they are invalid
 */
export function parseOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: PARSED });
    const [command, ...others] = positionals;
    const known = COMMANDS.find(({ name }) => name === command);
    const stray = command !== undefined && known === undefined ? command : others[0];
    if (stray !== undefined) {
      const names = COMMANDS.map(({ name }) => name).join(', ');
      throw new OptionsError(`Askbell has no command "${stray}"; it has: ${names}.`);
    }
    if (known && values.doctor) throw new OptionsError(`Choose one of --doctor and ${known.name}.`);
    const status = command === 'status';
    if (values.json && !values.doctor && !status) throw new OptionsError('--json works only with --doctor or status.');
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new OptionsError(`--port takes a number from 0 to 65535, not "${values.port}".`);
    const demoSpeed = Number(values['demo-speed']);
    if (!(demoSpeed > 0 && demoSpeed <= 10_000))
      throw new OptionsError(`--demo-speed takes a number above 0, not "${values['demo-speed']}".`);
    const demoLike = DEMO_LIKENESSES.find((likeness) => likeness === values.like);
    if (demoLike === undefined)
      throw new OptionsError(`--like takes ${DEMO_LIKENESSES.join(' or ')}, not "${values.like}".`);
    return {
      /** Start the demo network and sign in as its first user automatically. */
      demo: values.demo,
      /** Print one JSON line per notification to standard output. */
      printNotifications: values['print-notifications'],
      /** Start in the tray, without a window. */
      hidden: values.hidden,
      /** Open the panel instead of the window, also of a running Askbell. */
      panel: values.panel,
      /** Folder for settings, history and secrets, instead of the system's default. */
      dataDir: values['data-dir'],
      /** Headless: port of the window; 0 lets the system choose. */
      port,
      /** Speed factor of the demo network. */
      demoSpeed,
      /** Behaviour that the demo network simulates. */
      demoLike,
      /** Run all checks, report problems, and exit. */
      doctor: values.doctor,
      /** Print the status of the running Askbell, and exit. */
      status,
      /** Open the window of the running Askbell, and exit. */
      open: command === 'open',
      /** With `doctor` or `status`: print one JSON object instead of lines. */
      json: values.json,
      help: values.help || command === 'help',
      version: values.version,
    };
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    // Node adds advice about arguments that begin with a hyphen; Askbell takes none.
    throw new OptionsError(errorMessage(error).replace(/\. To specify .*$/s, '.'));
  }
}

/**
 * Returns the arguments for start at login, equivalent to the current ones: in the tray, with the same data and port.
 * @param folder base of relative paths
 */
export const loginArguments = ({ dataDir, port }: Pick<Options, 'dataDir' | 'port'>, folder: string): string[] => [
  '--hidden',
  ...(dataDir ? ['--data-dir', resolve(folder, dataDir)] : []),
  ...(port === 0 ? [] : ['--port', String(port)]),
];

/** Usage lines for each way to install Askbell. */
const USAGE = {
  clone: `Usage: npm start -- [options]         the desktop app (headless where Electron cannot be had)
       npm run headless -- [options]  the same, with its window in your browser
       npm run headless -- COMMAND [options]`,
  installed: `Usage: askbell [options]           the desktop app (headless where Electron is not installed)
       askbell headless [options]  the same, with its window in your browser
       askbell COMMAND [options]`,
  app: 'Usage: askbell [options]\n       askbell help',
  server: `Usage: askbell-headless [options]  Askbell, with its window in your browser
       askbell-headless COMMAND [options]`,
};

/** Exit codes and their meanings, by command. */
export const EXIT_CODES = {
  run: [
    [0, 'quit'],
    [1, 'could not start'],
    [2, 'wrong options'],
    [3, 'could not use its data folder or a file in it'],
  ],
  doctor: [
    [0, 'nothing is wrong'],
    [1, 'something is wrong'],
    [2, 'wrong options'],
  ],
  open: [
    [0, 'the window opens, or its address is printed'],
    [1, 'Askbell does not answer, or is the desktop app'],
    [2, 'wrong options'],
    [3, 'it is not running'],
  ],
  status: [
    [0, 'Askbell is running and all is well'],
    [1, 'it does not answer'],
    [2, 'wrong options'],
    [3, 'it is not running'],
    [4, 'you are not signed in'],
    [5, 'something keeps it from checking'],
  ],
} as const satisfies Record<string, readonly (readonly [number, string])[]>;

const HELP_COLUMN = 26;
const HELP_WIDTH = 120;

/** Returns a text wrapped to the help's width; lines after the first are indented. */
function inLines(words: string, indent: number): string {
  const lines = [''];
  for (const word of words.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && indent + line.length + 1 + word.length > HELP_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** Returns the option with its placeholder: `--port N`. */
export const optionUsage = ({ name, takes }: OptionFacts): string => `--${name}${takes ? ` ${takes}` : ''}`;

const optionLine = (option: OptionFacts): string =>
  `  ${optionUsage(option).padEnd(HELP_COLUMN - 2)}${inLines(option.help ?? option.brief, HELP_COLUMN)}`;

const codesLine = (label: string, codes: readonly (readonly [number, string])[]): string =>
  label + inLines(codes.map(([code, meaning]) => `${code} ${meaning}`).join(', '), label.length);

const commandLine = ({ name, brief }: CommandFacts): string => `  ${name.padEnd(HELP_COLUMN - 2)}${brief}`;

/** Returns the commands of an installation; the desktop app has a window and a tray instead of `open` and `status`. */
const commandsOf = (kind: keyof typeof USAGE): readonly CommandFacts[] =>
  COMMANDS.filter(({ name }) => kind !== 'app' || name === 'help');

/** Returns the help of `help` and `--help`, with every command and option. */
export const helpText = (kind: keyof typeof USAGE) => `Askbell tells you when there is something new for you on a \
question-and-answer network.

${USAGE[kind]}

Commands:
${commandsOf(kind).map(commandLine).join('\n')}

Options:
${OPTIONS.map(optionLine).join('\n')}

${codesLine('Exit codes: ', EXIT_CODES.run)}
${codesLine('  with --doctor: ', EXIT_CODES.doctor)}
${codesLine('  with open: ', EXIT_CODES.open)}
${codesLine('  with status: ', EXIT_CODES.status)}
`;

import { COMMANDS, OPTIONS, type CommandFacts, type OptionFacts } from './options.ts';

/** Texts of `--help`, which manual and completions are made of as well. */

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

import { readFileSync } from 'node:fs';
import { COMMANDS, EXIT_CODES, type OptionFacts, OPTIONS, optionUsage } from '../../../../electron/options.ts';

/** The manual and the shells' completions, made of the same table as the help. */

const wordsOf = ({ offers }: OptionFacts): string => (Array.isArray(offers) ? offers.join(' ') : '');

/** Bash's line that offers what `compgen` makes of some options. */
const reply = (options: string) => `mapfile -t COMPREPLY < <(compgen ${options} -- "$current")`;

/** The completion of bash for programs of these names. */
export function bashCompletion(programs: readonly string[]): string {
  const valueCases = OPTIONS.flatMap((option) => {
    if (option.takes === undefined) return [];
    const words = wordsOf(option);
    const values = option.offers === 'folder' ? reply('-d') : words === '' ? ':' : reply(`-W '${words}'`);
    return [`    --${option.name})\n      ${values}\n      return\n      ;;`];
  });
  return `# Completion of Askbell's options for bash.
_askbell() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  case $previous in
${valueCases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    ${reply(`-W '${OPTIONS.map(({ name }) => `--${name}`).join(' ')}'`)}
  elif [[ $COMP_CWORD -eq 1 ]]; then
    ${reply(`-W '${COMMANDS.map(({ name }) => name).join(' ')}'`)}
  fi
}
complete -F _askbell ${programs.join(' ')}
`;
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The completion of zsh for programs of these names. */
export function zshCompletion(programs: readonly string[]): string {
  const spec = (option: OptionFacts): string => {
    const brief = option.brief.replaceAll(/[[\]:]/g, String.raw`\$&`);
    if (option.takes === undefined) return quoted(`--${option.name}[${brief}]`);
    const words = wordsOf(option);
    const values = option.offers === 'folder' ? '_files -/' : words === '' ? ' ' : `(${words})`;
    return quoted(`--${option.name}=[${brief}]:${option.takes}:${values}`);
  };
  const commands = COMMANDS.map(({ name, brief }) => String.raw`${name}\:"${brief}"`).join(' ');
  return `#compdef ${programs.join(' ')}
# Completion of Askbell's options for zsh.
_arguments \\
${OPTIONS.map((option) => `  ${spec(option)} \\`).join('\n')}
  ${quoted(`1::command:((${commands}))`)}
`;
}

/** The completion of fish for a program. */
export function fishCompletion(program: string): string {
  const line = (option: OptionFacts): string => {
    const words = option.offers === 'folder' ? '(__fish_complete_directories)' : wordsOf(option);
    const values = (option.takes === undefined ? '' : ' -x') + (words === '' ? '' : ` -a ${quoted(words)}`);
    return `complete -c ${program} -l ${option.name}${values} -d ${fishQuoted(option.brief)}`;
  };
  return `# Completion of Askbell's options for fish.
complete -c ${program} -f
${COMMANDS.map(
  ({ name, brief }) => `complete -c ${program} -n __fish_is_first_arg -a ${name} -d ${fishQuoted(brief)}`,
).join('\n')}
${OPTIONS.map(line).join('\n')}
`;
}

const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** A text as man takes it: hyphens that are meant to be typed, and no line that begins like a command. */
const manText = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);

const manOption = (option: OptionFacts): string =>
  `.TP\n${optionUsage(option)
    .split(' ')
    .map((word, index) => String.raw`\f${index === 0 ? 'B' : 'I'}${manText(word)}\fR`)
    .join(' ')}\n${manText(option.help ?? option.brief)}.`;

const manCodes = (codes: readonly (readonly [number, string])[]): string =>
  codes.map(([code, meaning]) => `.TP\n.B ${code}\n${manText(meaning)}.`).join('\n');

/** Returns the manual's page; `date` as YYYY-MM-DD. */
export function manualPage(version: string, date: string): string {
  const codes = Object.entries(EXIT_CODES).map(([of, meanings]) => [of, manCodes(meanings)]);
  return filled('askbell-headless.1', {
    version,
    date,
    commands: COMMANDS.map(({ name, brief }) => `.TP\n.B ${name}\n${manText(brief)}.`).join('\n'),
    options: OPTIONS.map(manOption).join('\n'),
    ...Object.fromEntries(codes),
  });
}

/** Returns the text of a file beside, with values in the place of their names in braces. */
export const filled = (file: string, values: Readonly<Record<string, string | number>>): string =>
  readFileSync(new URL(`files/${file}`, import.meta.url), 'utf8').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name]),
  );

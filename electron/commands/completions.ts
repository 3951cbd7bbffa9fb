import { OptionsError } from './options.ts';
import { COMMANDS, GROUPS, OPTIONS, optionsOf, type CommandFacts, type OptionFacts } from './table.ts';

/** The shells' completions, made of the same table as the help. */

/** Names of the program; a person has one of them, or both. */
export const PROGRAMS = ['askbell-headless', 'askbell'];

/** First words of commands, each with its description. */
const firsts = [...COMMANDS.filter(({ name }) => !name.includes(' ')), ...GROUPS];
const membersOf = (group: string) => COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
const GROUP_NAMES = GROUPS.map(({ name }) => name).join('|');
const lastWord = (name: string): string => name.split(' ').at(-1)!;

/** Commands with the words that complete their first argument. */
const groups = GROUPS.map((group): CommandFacts => {
  const offers = membersOf(group.name).map(({ name }) => lastWord(name));
  return { ...group, offers, example: '' };
});
const all: readonly CommandFacts[] = [
  ...COMMANDS.map((command) =>
    command.name === 'help' ? { ...command, offers: firsts.map(({ name }) => name) } : command,
  ),
  ...groups,
];

/** Place of the first argument among the words of a line, from 0. */
const argumentAt = ({ name }: CommandFacts): number => name.split(' ').length + 1;

const wordsOf = ({ offers }: Pick<OptionFacts, 'offers'>): string => (Array.isArray(offers) ? offers.join(' ') : '');
const flagsOf = (options: readonly OptionFacts[]): string => options.map(({ name }) => `--${name}`).join(' ');

/** Bash's command that offers what `compgen` makes of some options. The bash of macOS, 3.2, has no mapfile. */
const reply = (options: string) => `COMPREPLY=($(compgen ${options} -- "$current"))`;

/** The completion of bash. */
function bashCompletion(): string {
  const options = new Map([...OPTIONS, ...all.flatMap(optionsOf)].map((option) => [option.name, option]));
  const valueCases = [...options.values()].flatMap((option) => {
    if (option.takes === undefined) return [];
    const words = wordsOf(option);
    const values =
      option.offers === 'folder' ? `local IFS=$'\\n'; ${reply('-d')}` : words === '' ? ':' : reply(`-W '${words}'`);
    return [`    --${option.name})\n      ${values}\n      return\n      ;;`];
  });
  const commandCases = all.map((command) => {
    const flags = flagsOf(optionsOf(command));
    return `    '${command.name}') flags='${flags}' words='${wordsOf(command)}' at=${argumentAt(command)} ;;`;
  });
  return `# Completion of Askbell's commands and options for bash.
_askbell() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  local flags='${flagsOf(OPTIONS)}' words='${firsts.map(({ name }) => name).join(' ')}' at=1
  COMPREPLY=()
  case $previous in
${valueCases.join('\n')}
  esac
  [[ $command =~ ^(${GROUP_NAMES})$ && $COMP_CWORD -gt 2 ]] && command+=" \${COMP_WORDS[2]}"
  [[ $COMP_CWORD -gt 1 ]] && case $command in
${commandCases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    ${reply('-W "$flags"')}
  elif [[ $COMP_CWORD -eq $at ]]; then
    ${reply('-W "$words"')}
  fi
}
complete -F _askbell ${PROGRAMS.join(' ')}
`;
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The completion of zsh. */
function zshCompletion(): string {
  const spec = (option: OptionFacts): string => {
    const brief = option.brief.replaceAll(/[[\]:]/g, String.raw`\$&`);
    const times = option.isList ? '*' : '';
    if (option.takes === undefined) return quoted(`--${option.name}[${brief}]`);
    const words = wordsOf(option);
    const values = option.offers === 'folder' ? '_files -/' : words === '' ? ' ' : `(${words})`;
    return quoted(`${times}--${option.name}=[${brief}]:${option.takes}:${values}`);
  };
  const described = (commands: readonly Pick<CommandFacts, 'name' | 'brief'>[]) =>
    commands.map(({ name, brief }) => String.raw`${lastWord(name)}\:"${brief}"`).join(' ');
  const call = (options: readonly OptionFacts[], words: string) =>
    `_arguments ${[...options.map(spec), quoted(`1::argument:(${words})`), quoted('*: : ')].join(' \\\n      ')}`;
  const cases = all.map((command) => {
    const words = groups.includes(command) ? `(${described(membersOf(command.name))})` : wordsOf(command) || ' ';
    const count = argumentAt(command) - 1;
    return `    '${command.name}')
      shift ${count} words; (( CURRENT -= ${count} ))
      ${call(optionsOf(command), words)} ;;`;
  });
  return `#compdef ${PROGRAMS.join(' ')}
# Completion of Askbell's commands and options for zsh.
_askbell() {
  local command=$words[2]
  [[ $command == (${GROUP_NAMES}) && CURRENT -gt 3 ]] && command+=" $words[3]"
  (( CURRENT > 2 )) || command=
  case $command in
${cases.join('\n')}
    *)
      ${call(OPTIONS, `(${described(firsts)})`)} ;;
  esac
}
_askbell "$@"
`;
}

/** The completion of fish. */
function fishCompletion(): string {
  const complete = (when: string, rest: string) => `complete -c ${PROGRAMS.join(' -c ')} -n ${quoted(when)} ${rest}`;
  const option = (when: string, facts: OptionFacts): string => {
    const words = facts.offers === 'folder' ? '(__fish_complete_directories)' : wordsOf(facts);
    const values = (facts.takes === undefined ? '' : ' -x') + (words === '' ? '' : ` -a ${quoted(words)}`);
    return complete(when, `-l ${facts.name}${values} -d ${fishQuoted(facts.brief)}`);
  };
  const isSeen = (name: string) =>
    name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
  return `# Completion of Askbell's commands and options for fish.
complete -c ${PROGRAMS.join(' -c ')} -f
${[
  ...firsts.map(({ name, brief }) => complete('__fish_use_subcommand', `-a ${name} -d ${fishQuoted(brief)}`)),
  ...OPTIONS.map((facts) => option('__fish_use_subcommand', facts)),
  ...all.flatMap((command) => [
    ...(wordsOf(command) === '' ? [] : [complete(isSeen(command.name), `-a ${quoted(wordsOf(command))}`)]),
    ...optionsOf(command).map((facts) => option(isSeen(command.name), facts)),
  ]),
].join('\n')}
`;
}

const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const COMPLETIONS = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

/** Returns the completion of a shell for Askbell's programs. @throws OptionsError for an unknown shell */
export function completion(shell: string): string {
  const complete = COMPLETIONS.get(shell);
  if (!complete) throw new OptionsError(`No completions of "${shell}"; of: ${[...COMPLETIONS.keys()].join(', ')}.`);
  return complete();
}

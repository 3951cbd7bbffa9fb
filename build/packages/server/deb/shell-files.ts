import { COMMANDS, EXIT_CODES, type OptionFacts, OPTIONS, optionUsage } from '../../../../electron/options.ts';

/** The manual and the shells' completions, made of the same table as the help. Pure. */

const wordsOf = ({ offers }: OptionFacts): readonly string[] => (Array.isArray(offers) ? offers : []);

/** The completion of bash for programs of these names. */
export function bashCompletion(programs: readonly string[]): string {
  const valueCases = OPTIONS.flatMap((option) => {
    if (option.takes === undefined) return [];
    const words = wordsOf(option);
    const reply =
      option.offers === 'folder'
        ? 'mapfile -t COMPREPLY < <(compgen -d -- "$current")'
        : `mapfile -t COMPREPLY < <(compgen -W '${words.join(' ')}' -- "$current")`;
    const isKnown = words.length > 0 || option.offers === 'folder';
    return [`    --${option.name})\n      ${isKnown ? reply : ':'}\n      return\n      ;;`];
  });
  return `# Completion of Askbell's options for bash.
_askbell() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  case $previous in
${valueCases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '${OPTIONS.map(({ name }) => `--${name}`).join(' ')}' -- "$current")
  elif [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W '${COMMANDS.map(({ name }) => name).join(' ')}' -- "$current")
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
    const values = option.offers === 'folder' ? '_files -/' : words.length > 0 ? `(${words.join(' ')})` : ' ';
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
    const words = wordsOf(option);
    const values =
      option.offers === 'folder'
        ? ` -x -a '(__fish_complete_directories)'`
        : option.takes === undefined
          ? ''
          : ` -x${words.length > 0 ? ` -a ${quoted(words.join(' '))}` : ''}`;
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

/** The manual's page of a program; `date` as YYYY-MM-DD. */
export function manualPage(program: string, version: string, date: string): string {
  return String.raw`.TH ${program.toUpperCase()} 1 "${date}" "Askbell ${version}" "User Commands"
.SH NAME
${manText(program)} \- tells you when something happens for you on a question\-and\-answer network
.SH SYNOPSIS
.B ${manText(program)}
.RI [ options ]
.br
.B ${manText(program)} open
.RI [ \-\-panel "] [" "\-\-data\-dir DIR" ]
.br
.B ${manText(program)} status
.RI [ \-\-json "] [" "\-\-data\-dir DIR" ]
.SH DESCRIPTION
Askbell checks a question\-and\-answer network as often as your daily quota allows, and tells you of answers, comments,
votes and questions that you watch for. This is the program without a window of its own: it prints an address that lets
one browser in, once; that browser stays in until Askbell ends. Started again while it runs, it opens the window, or
prints another such address.
.PP
Notifications and a tray icon come over D\-Bus where there is a session bus, otherwise notifications go to the terminal.
Sign\-ins are stored by the Secret Service, such as GNOME Keyring; where there is none, they last until Askbell ends.
.SH COMMANDS
${COMMANDS.map(({ name, brief }) => `.TP\n.B ${name}\n${manText(brief)}.`).join('\n')}
.SH OPTIONS
${OPTIONS.map(manOption).join('\n')}
.SH "EXIT STATUS"
${manCodes(EXIT_CODES.run)}
.PP
Of
.BR \-\-doctor :
${manCodes(EXIT_CODES.doctor)}
.PP
Of
.BR open :
${manCodes(EXIT_CODES.open)}
.PP
Of
.BR status :
${manCodes(EXIT_CODES.status)}
.SH FILES
.TP
.I \(ti/.config/askbell
Settings, history and, in logs/askbell.log, the log. $XDG_CONFIG_HOME is obeyed.
.TP
.I \(ti/.cache/askbell
What the program unpacks of itself. It can be deleted while Askbell does not run.
.SH "AS A SERVICE"
Each person starts it with
.PP
.RS
systemctl \-\-user enable \-\-now askbell
.RE
.PP
and, where it is to run without anybody logged in, loginctl enable\-linger. To get into its window, use
.BR "${manText(program)} open" .
The unit's limits on files need user namespaces; where a system forbids them to ordinary people and the service does not
start, set PrivateTmp=, ProtectSystem=, ProtectHome=, ProtectControlGroups= and ProtectKernelTunables= to no
with systemctl \-\-user edit askbell.
`;
}

import { FORWARD_KINDS } from '../../common/forwarding.ts';
import { SNOOZE_LENGTHS, lengthsOf } from '../../common/snooze.ts';

/** Option, as listed in help, manual and completions. */
export interface OptionFacts {
  name: string;
  /** Placeholder of its value in the help; absent if it takes none. */
  takes?: string;
  /** Completions of its value: one of these words, or a folder. */
  offers?: readonly string[] | 'folder';
  default?: string;
  /** Whether it may be given several times. */
  isList?: true;
  /** One phrase without a full stop, for the completions. */
  brief: string;
  /** Text of the help, if longer than the phrase. */
  help?: string;
}

/** Meanings of exit codes. */
export type ExitCodes = Readonly<Record<number, string>>;

const OF_EVERY_COMMAND = { 2: 'wrong options', 3: 'it is not running' };

/** Exit codes and their meanings, by command; `command`: all others. */
export const EXIT_CODES = {
  run: { 0: 'quit', 1: 'could not start', 2: 'wrong options', 3: 'could not use its data folder or a file in it' },
  doctor: { 0: 'nothing is wrong', 1: 'something is wrong', 2: 'wrong options' },
  status: {
    0: 'Askbell is running and all is well',
    1: 'it does not answer',
    ...OF_EVERY_COMMAND,
    4: 'you are not signed in',
    5: 'something keeps it from checking',
  },
  command: { 0: 'done', 1: 'Askbell refused it, or does not answer', ...OF_EVERY_COMMAND },
} as const satisfies Record<string, ExitCodes>;

/** Command, as listed in help, manual and completions. */
export interface CommandFacts {
  /** One word, or two for a command of a group. */
  name: string;
  /** One phrase without a full stop. */
  brief: string;
  /** Arguments, as Commander names them. */
  takes?: string;
  /** Completions of its first argument. */
  offers?: readonly string[];
  /** Its own options; see `optionsOf`. */
  options?: readonly OptionFacts[];
  /** Whether it prints text only. */
  isText?: true;
  example: string;
  codes?: ExitCodes;
}

const DATA_DIR: OptionFacts = {
  name: 'data-dir',
  takes: 'DIR',
  offers: 'folder',
  brief: 'keep settings and history in DIR',
};
const HELP = { name: 'help', brief: 'print this help' };
const PANEL = {
  name: 'panel',
  brief: 'open the panel instead of the window',
  help:
    'open the panel instead of the window, even if Askbell is already running; useful for a shortcut in the ' +
    "system's settings",
};
const LIMIT = { name: 'limit', takes: 'N', default: '20', brief: 'print at most N entries' };
const BAR: readonly OptionFacts[] = [
  {
    name: 'format',
    takes: 'TEXT',
    brief: 'print TEXT with values for names in braces',
    help: 'print TEXT with values for names in braces, such as {unread} and {reputationToday}; a wrong name lists all',
  },
  { name: 'waybar', brief: 'print JSON for a module of Waybar' },
  { name: 'i3blocks', brief: 'print JSON for a block of i3blocks' },
];
const RULE: readonly OptionFacts[] = [
  { name: 'site', takes: 'SITE', brief: 'site of the questions (default: your first)' },
  { name: 'all', brief: 'match only questions that have all of the tags' },
  { name: 'not', takes: 'TAG', isList: true, brief: 'leave out questions with TAG' },
  { name: 'words', takes: 'TEXT', isList: true, brief: 'match only titles that contain TEXT' },
  { name: 'min-score', takes: 'N', brief: 'match questions once their score is N' },
  { name: 'unanswered', brief: 'match only questions without answers' },
  { name: 'bounty', brief: 'match only questions with a bounty' },
];
const WHENS = ['always', 'away', 'quiet'];
const ALERTS = ['sound', 'silent', 'list'];

/** Options of a start, in the order of the help. */
export const OPTIONS: readonly OptionFacts[] = [
  { name: 'demo', brief: 'use the built-in demo network and sign in automatically' },
  { name: 'demo-speed', takes: 'N', default: '1', brief: 'run the demo network N times faster' },
  {
    name: 'like',
    takes: 'WHAT',
    default: 'specification',
    offers: ['specification', 'public'],
    brief: 'what the demo network follows',
    help: 'what the demo network follows: specification, or public for what the public service does',
  },
  { name: 'print-notifications', brief: 'print one JSON line per notification to standard output' },
  { name: 'hidden', brief: 'start in the tray, without opening the window' },
  PANEL,
  DATA_DIR,
  { name: 'port', takes: 'N', default: '0', brief: "headless: the window's port on this computer; 0 for a free one" },
  {
    name: 'doctor',
    brief: 'check everything that Askbell depends on, and exit',
    help:
      'check network, clock, quota, sign-in, keyring, notifications, tray, settings, history, disk and permissions, ' +
      'say what is wrong and what to do about it, and exit. It changes nothing, needs no display, and may run while ' +
      "Askbell is running. It uses one request of each network's quota, rarely two, and says how many",
  },
  { name: 'json', brief: 'with --doctor or a command: print JSON instead of text' },
  HELP,
  { name: 'version', brief: 'print the version' },
];

const SNOOZES = [...lengthsOf(SNOOZE_LENGTHS), '2h', 'tomorrow', 'next-week', 'reply', 'off'];

/** All commands in the order of the help; also used for the manual and the shells' completions. */
export const COMMANDS: readonly CommandFacts[] = [
  {
    name: 'open',
    brief: 'open the window of the running Askbell, or an item, in your browser',
    takes: '[id]',
    options: [PANEL],
    example: 'open 412',
  },
  {
    name: 'status',
    brief: 'show how the running Askbell is doing, and exit',
    options: BAR,
    example: "status --format '{unread} {reputationToday}'",
    codes: EXIT_CODES.status,
  },
  {
    name: 'inbox',
    brief: 'list unread items, newest first',
    options: [
      { name: 'all', brief: 'list read items as well' },
      { name: 'state', takes: 'STATE', offers: ['saved', 'snoozed', 'done'], brief: 'list the items of a state' },
      { name: 'source', takes: 'SOURCE', offers: ['inbox', 'watches'], brief: 'list only what came from there' },
      LIMIT,
    ],
    example: 'inbox --all --limit 50',
  },
  {
    name: 'search',
    brief: 'find items by their words',
    takes: '<words...>',
    options: [LIMIT],
    example: 'search nested loops',
  },
  { name: 'show', brief: 'show the post of an item', takes: '<id>', example: 'show 412' },
  {
    name: 'read',
    brief: 'mark items read',
    takes: '[ids...]',
    options: [{ name: 'all', brief: 'mark everything read' }],
    example: 'read 412 413',
  },
  {
    name: 'mute',
    brief: 'stop notifications about the question of an item',
    takes: '<id>',
    options: [{ name: 'off', brief: 'notify again' }],
    example: 'mute 412',
  },
  {
    name: 'snooze',
    brief: 'hold notifications for a time, or hide items until then',
    takes: '<time> [ids...]',
    offers: SNOOZES,
    example: 'snooze 30m',
  },
  { name: 'watch list', brief: 'list your watches', example: 'watch list' },
  {
    name: 'watch add',
    brief: 'watch questions with any of some tags',
    takes: '[tags...]',
    options: [...RULE, { name: 'alert', takes: 'HOW', offers: ALERTS, default: 'sound', brief: 'how a match is told' }],
    example: 'watch add loops arrays --not homework',
  },
  {
    name: 'watch preview',
    brief: 'show what a watch would find, and what it costs',
    takes: '[tags...]',
    options: RULE,
    example: 'watch preview loops',
  },
  { name: 'watch remove', brief: 'remove a watch', takes: '<id>', example: 'watch remove 4f2' },
  { name: 'forward list', brief: 'list the targets', example: 'forward list' },
  {
    name: 'forward exec',
    brief: 'run a command for each notification',
    takes: '<command>',
    options: [
      { name: 'kinds', takes: 'KIND', isList: true, offers: FORWARD_KINDS, brief: 'forward only KIND' },
      { name: 'when', takes: 'WHEN', offers: WHENS, default: 'always', brief: 'when to forward' },
    ],
    example: "forward exec '/usr/bin/say-it --loud' --kinds inbox",
  },
  { name: 'forward remove', brief: 'remove a target', takes: '<id>', example: 'forward remove 4f2' },
  { name: 'reputation', brief: "show your reputation and today's changes", example: 'reputation' },
  { name: 'sync', brief: 'check everything now', example: 'sync' },
  { name: 'pause', brief: 'check nothing until you resume', example: 'pause' },
  { name: 'resume', brief: 'check again', example: 'resume' },
  {
    name: 'follow',
    brief: 'print each event as a JSON line, as it comes',
    options: [
      {
        name: 'after',
        takes: 'ID',
        brief: 'begin after an event',
        help: 'begin after the event with this id instead of now; 0 prints all that is kept',
      },
      ...BAR,
    ],
    example: 'follow --after 412',
  },
  {
    name: 'completion',
    brief: 'print the completions of a shell',
    takes: '<shell>',
    offers: ['bash', 'zsh', 'fish'],
    isText: true,
    example: 'completion fish > ~/.config/fish/completions/askbell.fish',
  },
  {
    name: 'schema',
    brief: "print the JSON Schema of a command's output",
    takes: '<command...>',
    isText: true,
    example: 'schema watch list',
  },
  {
    name: 'help',
    brief: 'print this help, or that of a command',
    takes: '[command]',
    isText: true,
    example: 'help follow',
  },
];

/** Groups of commands by their first word. */
export const GROUPS = [
  { name: 'watch', brief: 'list, add, preview or remove watches' },
  { name: 'forward', brief: 'list, add or remove targets of forwarding' },
];

/** Options of a command, with those of others. */
export const optionsOf = ({ options = [], isText }: CommandFacts): readonly OptionFacts[] => [
  ...options,
  ...(isText ? [] : [{ name: 'json', brief: 'print JSON instead of text' }]),
  DATA_DIR,
  HELP,
];

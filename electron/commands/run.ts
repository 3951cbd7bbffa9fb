import { ORPCError } from '@orpc/client';
import type { Locale } from '../../common/i18n/locale.ts';
import { preferredLocale } from '../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../common/i18n/words.ts';
import { statusResult, STATUS_WAIT_MS } from '../agent/health/status.ts';
import { askRunning, runningInstance } from '../desktop/single-instance.ts';
import { ACTIONS, open } from './actions.ts';
import { barFacts, barLine, isForBar } from './bar.ts';
import { connect, NoAskbell, type Client } from './client.ts';
import { completion } from './completions.ts';
import { openWindow } from './open.ts';
import { OptionsError, type GivenCommand } from './options.ts';
import { formatted, type Result, type Terminal } from './output.ts';

/**
 * Commands for the running Askbell. `table.ts` lists them, `options.ts` parses them; from the same table come help,
 * manual and completions. A command asks the running Askbell over its socket, by the window's contract, and prints the
 * answer: as JSON, as a table in a terminal, or as lines with tabs in a pipe.
 */

/** Exit codes; table.ts documents them. */
const EXIT_REFUSED = 1;
const EXIT_WRONG = 2;
const EXIT_NOT_RUNNING = 3;

/** Circumstances of a command. */
export interface Surroundings {
  /** Data folders in which Askbell may be running. */
  folders: readonly string[];
  /** Of the system, preferred first. */
  languages: readonly string[];
  out: Terminal;
  /** Writes a line for people. */
  warn(line: string): void;
}

/** Runs a command; returns its exit code. */
export async function runCommand(given: GivenCommand, json: boolean, around: Surroundings): Promise<number> {
  await loadLanguages();
  const locale = preferredLocale('system', around.languages);
  const { words } = locale;
  try {
    const result = await perform(given, around, locale);
    const text = formatted(result, json, around.out);
    if (text !== '') around.out.write(`${text}\n`);
    return result.exitCode ?? 0;
  } catch (error) {
    if (error instanceof NoAskbell) {
      around.warn(words(error.isRunning ? 'runStatus.silent' : 'runStatus.notRunning', { folder: error.folder }));
      return error.isRunning ? EXIT_REFUSED : EXIT_NOT_RUNNING;
    }
    if (error instanceof OptionsError) {
      around.warn(error.message);
      return EXIT_WRONG;
    }
    around.warn(refusal(error));
    return EXIT_REFUSED;
  }
}

/** Returns the message of a refusal for the user, with its advice. */
function refusal(error: unknown): string {
  if (!(error instanceof ORPCError)) return error instanceof Error ? error.message : String(error);
  const { advice } = (error.data ?? {}) as { advice?: string };
  return error.code === 'BAD_REQUEST'
    ? 'wrong arguments; see --help'
    : [error.message, advice].filter(Boolean).join(' ');
}

async function perform(
  given: GivenCommand,
  { folders, languages, out }: Surroundings,
  locale: Locale,
): Promise<Result> {
  const { name, args, flags } = given;
  if (name === 'completion') return { data: {}, text: completion(args[0]!) };
  if (name === 'schema') return schemaOf(args.join(' '), out);
  if (name === 'status' && !isForBar(given))
    return statusResult(await askRunning(folders, 'status', AbortSignal.timeout(STATUS_WAIT_MS)), locale.words);
  const folder = folders.find((one) => runningInstance(one) !== 'none');
  if (folder === undefined) throw new NoAskbell(folders[0]!, false);
  if (name === 'open' && args.length === 0) return openWindow(folder, flags['panel'] ? 'panel' : 'window', languages);
  const client = await connect(folder);
  if (name === 'status') {
    const facts = await barFacts(client);
    return { data: facts, text: barLine(facts, given) };
  }
  if (name === 'follow') return follow(client, given, folder, out);
  const action = name === 'open' ? open : ACTIONS[name]!;
  return action({ client, given, locale, now: Date.now() });
}

async function schemaOf(command: string, { isTerminal }: Terminal): Promise<Result> {
  const { jsonSchema, OUTPUTS } = await import('./schemas.ts');
  const schema = jsonSchema(command);
  if (!schema) throw new OptionsError(`No JSON of "${command}"; of: ${Object.keys(OUTPUTS).join(', ')}.`);
  return { data: schema, text: JSON.stringify(schema, undefined, isTerminal ? 2 : 0) };
}

/** Prints each event, or each change of a bar, until the running Askbell ends. */
async function follow(client: Client, given: GivenCommand, folder: string, out: Terminal): Promise<never> {
  const { after } = given.flags;
  if (after !== undefined && !/^\d{1,15}$/.test(String(after)))
    throw new OptionsError(`--after takes the id of an event, not "${String(after)}".`);
  const line = (text: string) => out.write(`${text}\n`);
  try {
    if (isForBar(given)) {
      let last: string | undefined;
      for await (const _ of await client.state.watch()) {
        const next = barLine(await barFacts(client), given);
        if (next !== last) line(next);
        last = next;
      }
    } else {
      for await (const event of await client.events.follow(after === undefined ? {} : { after: Number(after) }))
        line(JSON.stringify(event));
    }
  } catch (error) {
    if (error instanceof ORPCError || error instanceof OptionsError) throw error;
    // The connection ended with Askbell.
  }
  throw new NoAskbell(folder, false);
}

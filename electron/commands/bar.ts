import { z } from 'zod';
import { escapeMarkup } from '../../common/safe-text.ts';
import type { Client } from './client.ts';
import { OptionsError, type GivenCommand } from './options.ts';

/** Facts for status bars, by the names that `--format` takes. */
export const BarFacts = z.object({
  /** Unread items and matches. */
  unread: z.number(),
  unreadMatches: z.number(),
  reputation: z.number(),
  reputationToday: z.number(),
  state: z.enum(['fine', 'unread', 'snoozed', 'paused', 'problem', 'signed-out']),
  /** The most urgent condition, or nothing. */
  trouble: z.string(),
});
export type BarFacts = z.output<typeof BarFacts>;

/** Color of a state in i3blocks; others have that of the bar. */
const COLORS: Partial<Record<BarFacts['state'], string>> = { unread: '#f48225', problem: '#d0393e' };

/** Requests the facts of the running Askbell. */
export async function barFacts(client: Client): Promise<BarFacts> {
  const state = await client.state.get();
  const { accounts } = state.accounts.length > 0 ? await client.reputation.list() : { accounts: [] };
  const problem = state.conditions.find(({ severity }) => severity === 'problem');
  const states = [
    [!state.accounts.some(({ signedIn }) => signedIn), 'signed-out'],
    [problem, 'problem'],
    [state.paused, 'paused'],
    [state.unread > 0, 'unread'],
    [state.snoozedUntil, 'snoozed'],
  ] as const;
  return {
    unread: state.unread,
    unreadMatches: state.unreadMatches,
    reputation: accounts.reduce((sum, { reputation }) => sum + reputation, 0),
    reputationToday: accounts.reduce((sum, { today }) => sum + today, 0),
    state: states.find(([is]) => is)?.[1] ?? 'fine',
    trouble: problem?.title ?? '',
  };
}

/** Whether a command prints one of the bar's forms. */
export const isForBar = ({ flags }: GivenCommand): boolean =>
  flags['format'] !== undefined || flags['waybar'] === true || flags['i3blocks'] === true;

/** Formats the facts as the command's options say: a text, or the JSON of a bar. Pure. */
export function barLine(facts: BarFacts, { flags }: GivenCommand): string {
  const given = flags['format'] as string | undefined;
  const today = facts.reputationToday === 0 ? '' : ` ${facts.reputationToday > 0 ? '+' : ''}${facts.reputationToday}`;
  // Waybar parses markup, which a format may contain and a value must not.
  const shown = flags['waybar'] ? { ...facts, trouble: escapeMarkup(facts.trouble) } : facts;
  const text = given === undefined ? `${facts.unread}${today}` : filled(given, shown);
  if (flags['waybar'])
    return JSON.stringify({ text, alt: facts.state, class: facts.state, tooltip: shown.trouble || text });
  if (flags['i3blocks'])
    return JSON.stringify({ full_text: text, short_text: String(facts.unread), color: COLORS[facts.state] });
  return text;
}

/** Returns a format with the facts in place of their names. @throws OptionsError for an unknown name */
function filled(format: string, facts: BarFacts): string {
  return format.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(facts, name))
      throw new OptionsError(`--format has no {${name}}; it has: ${Object.keys(facts).join(', ')}.`);
    return String(facts[name as keyof BarFacts]);
  });
}

import type { AppState, NetworkAccount } from '../../../common/contract/contract.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { Words } from '../../../common/i18n/words.ts';

type PlannedStream = NonNullable<NetworkAccount['plan']>[number];

/** How often a stream is asked ("every 62 s, about 1,390 requests a day"). */
export function paceWords(
  { words, duration }: Locale,
  { everySeconds, perDay }: Pick<PlannedStream, 'everySeconds' | 'perDay'>,
): string {
  // A pace is an average, so it is told to the nearest minute where a countdown would be rounded up.
  const pace = everySeconds < 120 ? Math.max(1, Math.round(everySeconds)) : Math.round(everySeconds / 60) * 60;
  return words('settings.polling.pace', { pace: duration(pace), count: Math.round(perDay) });
}

/** What all streams cost together. */
export function totalWords({ words }: Locale, plan: readonly PlannedStream[]): string {
  return words('settings.polling.total', { count: Math.round(plan.reduce((sum, { perDay }) => sum + perDay, 0)) });
}

/** Whether somebody is there, and what that means for polling. */
export function presenceWords(
  { words, clockTime }: Locale,
  { state, since }: AppState['presence'],
  now: number,
): string {
  return state === 'present'
    ? words('settings.polling.present')
    : words('settings.polling.away', { time: clockTime(since, now) });
}

/** Steps of a weight: each is twice the one before. */
const WEIGHT_STEPS = ['muchLess', 'less', 'usual', 'more', 'muchMore'] as const;
const USUAL_STEP = 2;

/** How much a weight matters ("More often"): the step that is nearest to it. */
export function weightWords(words: Words, weight: number): string {
  const step = Math.min(WEIGHT_STEPS.length - 1, Math.max(0, Math.round(Math.log2(weight)) + USUAL_STEP));
  return words(`settings.polling.weight.${WEIGHT_STEPS[step] ?? 'usual'}`);
}

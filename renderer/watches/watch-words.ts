import type { Watch, WatchAlert, WatchPreview } from '../../electron/contract.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** How often something comes, in the unit that people would use ("about 3 a week"). */
export function rateWords(perDay: number): string {
  if (perDay <= 0) return 'none in a week';
  if (perDay >= 20) return `about ${whole.format(Number(perDay.toPrecision(2)))} a day`;
  if (perDay >= 0.95) return `about ${whole.format(perDay)} a day`;
  const perWeek = perDay * 7;
  if (perWeek >= 0.95) return `about ${whole.format(perWeek)} a week`;
  return perDay * 30 >= 0.95 ? `about ${whole.format(perDay * 30)} a month` : 'less than one a month';
}

/** What a watch adds to the requests of a day. */
export function costWords({ requestsPerDay, sharedWith }: Watch['cost']): string {
  if (requestsPerDay >= 0.5) return `about ${whole.format(requestsPerDay)} requests a day${sharedWith > 0 ? ' more' : ''}`;
  return sharedWith > 0 ? 'no requests of its own' : 'hardly any requests';
}

/** What a preview is worth: how much it was drawn from. */
export function basisWords({ lookedAt }: WatchPreview, now: number): string {
  const questions = `${whole.format(lookedAt.questions)} ${lookedAt.questions === 1 ? 'question' : 'questions'}`;
  if (!lookedAt.since) return `Drawn from ${questions}.`;
  const hours = Math.max(1, Math.round((now - lookedAt.since.getTime()) / 3_600_000));
  const span = hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.round(hours / 24)} days`;
  return `Drawn from ${questions} of the last ${span}.`;
}

export const alertWords: Record<WatchAlert, string> = { sound: 'Notify with a sound', silent: 'Notify silently', list: 'List only' };

/** A tag as it is entered: in lower case, words joined by hyphens, as networks write them. */
export const tagText = (typed: string): string => typed.trim().toLowerCase().replace(/,+$/, '').trim().replace(/\s+/g, '-');

/** A word or phrase of a title as it is entered. */
export const wordText = (typed: string): string => typed.trim().replace(/,+$/, '').trim().replace(/^(["“])(.*)(["”])$/, '$2').trim();

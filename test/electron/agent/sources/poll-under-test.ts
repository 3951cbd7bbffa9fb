import type { Page } from '../../../../electron/api/network.ts';
import type { recordQuestions } from '../../../../electron/agent/sources/questions/record-matches.ts';
import type { QuestionEvent } from '../../../../electron/store/events.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import type { NotificationRules } from '../../../../electron/agent/notifications/rules.ts';
import type { Poll, Recording } from '../../../../electron/agent/sources/poll.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';

/** Rules by which everything is announced. */
export const ANNOUNCED: NotificationRules = {
  notify: { inbox: true, reputation: true, questions: true, badges: true },
  watches: [],
  locale: ENGLISH,
};

/** Returns a recording at a time. */
export const recordingAt = (
  profile: ProfileHistory,
  now: number,
  rules: Partial<NotificationRules> = {},
): Recording => {
  return { profile, rules: { ...ANNOUNCED, ...rules }, now: () => now };
};

/** Returns a poll at a time by all clocks, which may take as many pages and spare requests as it wants. */
export const pollAt = (now: number, part: Pick<Poll, 'network' | 'history' | 'profile'> & Partial<Poll>): Poll => ({
  networkId: 'demo',
  rules: ANNOUNCED,
  sending: {},
  listedSince: -Infinity,
  idleFor: 0,
  now: () => now,
  networkNow: () => now,
  vouchedNow: () => now,
  isStillWatched: () => true,
  sawPage: () => undefined,
  mayTakeAnotherPage: () => true,
  backfillLeft: () => Infinity,
  spendBackfill: () => undefined,
  ...part,
});

/** Returns questions that are news in the list of new ones of the site `loops`, unless `part` says otherwise. */
export const foundQuestions = (
  networkNow: number,
  events: QuestionEvent[],
  part: Partial<Parameters<typeof recordQuestions>[1]> = {},
): Parameters<typeof recordQuestions>[1] => {
  return { siteId: 'loops', list: 'new', networkNow, events, isNews: () => true, marks: {}, ...part };
};

/** Returns a page of a network's answer, and what else it told. */
export const pageWith = <Item>(items: Item[], part: Partial<Page<Item>> = {}): Page<Item> => {
  return { items, hasMore: false, broken: 0, repeated: false, ...part };
};

/** Returns that page of a list. */
export const pageOf = <Item>(all: Item[], page = 1, size = 100): Page<Item> =>
  pageWith(all.slice((page - 1) * size, page * size), { hasMore: all.length > page * size });

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
): Recording => ({
  profile,
  rules: { ...ANNOUNCED, ...rules },
  now: () => now,
});

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

import type { StreamKind } from '../ids.ts';
import { pollAchievements } from './achievements-source.ts';
import { pollBadges } from './badges-source.ts';
import { pollInbox } from './inbox-source.ts';
import type { Poll, PollResult } from './poll.ts';
import { pollByBounty, pollByScore } from './questions/listed-questions.ts';
import { pollNewQuestions } from './questions/new-questions.ts';
import { pollReputationHistory } from './reputation/reputation-backfill.ts';
import { pollReputation } from './reputation/reputation-source.ts';
import { pollAccounts, pollSites } from './sites-source.ts';

/**
 * The sources say what can be asked of a network, and what the responses mean. Each kind of stream has one source: it
 * sends the requests of a poll, converts items to events, and records these together with their pending notifications.
 * A source decides what is new; the rules of `notifications/` decide what of it is announced. The scheduler decides
 * when a stream is polled, and how many pages and spare requests a poll may take. Nothing here calls back up: a poll
 * returns its result.
 */
type Source = (poll: Poll, siteId: string) => Promise<PollResult>;

/** The source of each kind of stream. Those without a site ignore `siteId`. Rejects if a request fails. */
export const SOURCES: Record<StreamKind, Source> = {
  inbox: pollInbox,
  accounts: pollAccounts,
  achievements: pollAchievements,
  sites: pollSites,
  reputation: pollReputation,
  history: pollReputationHistory,
  badges: pollBadges,
  questions: pollNewQuestions,
  scored: pollByScore,
  featured: pollByBounty,
};

import { voteName } from '../../common/i18n/network-names.ts';
import type { Words } from '../../common/i18n/words.ts';

/** What brings a change of reputation, by the network's `vote_type` or the kind in its history; the set is open. */
const KNOWN_VOTE_TYPES = [
  'accepts',
  'up_votes',
  'down_votes',
  'bounties_offered',
  'bounties_won',
  'spam',
  'suggested_edits',
] as const;
type KnownVoteType = (typeof KNOWN_VOTE_TYPES)[number];

const isKnown = (voteType: string): voteType is KnownVoteType =>
  (KNOWN_VOTE_TYPES as readonly string[]).includes(voteType);

/** What brought one change. */
export function changeReason(voteType: string | undefined, words: Words): string {
  if (voteType === undefined) return words('reputation.reasonsUnknown');
  return voteName(words, voteType);
}

/** How many changes of a kind there were: "2 upvotes". */
export function kindWords({ voteType, times }: { voteType?: string | undefined; times: number }, words: Words): string {
  if (voteType === undefined) return words('reputation.kinds.unknown', { count: times });
  return isKnown(voteType)
    ? words(`reputation.kinds.${voteType}`, { count: times })
    : words('reputation.kinds.other', { count: times, name: voteName(words, voteType) });
}

import { spellOut } from '../inbox/item-kinds.ts';

/** What brought a change of reputation, in words, by the network's `vote_type`; the set is open. */
const reasons: Record<string, string> = {
  accepts: 'Accepted answer',
  up_votes: 'Upvote',
  down_votes: 'Downvote',
  bounties_offered: 'Bounty offered',
  bounties_won: 'Bounty won',
  spam: 'Flagged as spam',
  suggested_edits: 'Suggested edit approved',
};

export function changeReason(voteType: string | undefined): string {
  if (voteType === undefined) return 'Reputation changed';
  return Object.hasOwn(reasons, voteType) ? (reasons[voteType] ?? voteType) : spellOut(voteType);
}

const withSign = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });

/** A change with its sign ("+10", "−2"; "0" for none), with a true minus. */
export function signed(change: number): string {
  return withSign.format(change).replace('-', '−');
}

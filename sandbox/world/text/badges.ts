/** A badge that every main site has. `after` says in which case the generator gives it. */
export interface BadgeText {
  name: string;
  rank: 'bronze' | 'silver' | 'gold';
  description: string;
  after:
    | { first: 'question' | 'answer' | 'comment' | 'vote' }
    | { score: number; of: 'question' | 'answer' }
    | { accepted: number }
    | { reputation: number };
}

export const BADGE_TEXTS: readonly BadgeText[] = [
  { name: 'Hand Raised', rank: 'bronze', description: 'Asked a first question', after: { first: 'question' } },
  { name: 'Helping Hand', rank: 'bronze', description: 'Wrote a first answer', after: { first: 'answer' } },
  { name: 'Margin Note', rank: 'bronze', description: 'Left a first comment', after: { first: 'comment' } },
  { name: 'First Ballot', rank: 'bronze', description: 'Voted for the first time', after: { first: 'vote' } },
  {
    name: 'Good Question',
    rank: 'bronze',
    description: 'Asked a question that reached a score of 6',
    after: { score: 6, of: 'question' },
  },
  {
    name: 'Sound Advice',
    rank: 'bronze',
    description: 'Wrote an answer that reached a score of 6',
    after: { score: 6, of: 'answer' },
  },
  {
    name: 'Talk of the Town',
    rank: 'silver',
    description: 'Asked a question that reached a score of 10',
    after: { score: 10, of: 'question' },
  },
  {
    name: 'Clear as Day',
    rank: 'silver',
    description: 'Wrote an answer that reached a score of 10',
    after: { score: 10, of: 'answer' },
  },
  { name: 'Last Word', rank: 'silver', description: 'Wrote 10 accepted answers', after: { accepted: 10 } },
  { name: 'Cornerstone', rank: 'gold', description: 'Wrote 40 accepted answers', after: { accepted: 40 } },
  { name: 'Regular', rank: 'silver', description: 'Earned 500 reputation', after: { reputation: 500 } },
  { name: 'Pillar', rank: 'gold', description: 'Earned 2,000 reputation', after: { reputation: 2000 } },
];

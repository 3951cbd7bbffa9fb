import type { Topic } from './topic.ts';

/** Talk about a site itself; the same on every meta site. */
export const META_TOPICS: readonly Topic[] = [
  {
    tag: 'discussion',
    companions: ['tags', 'bug', 'feature-request', 'support', 'closed-questions', 'reputation', 'moderation'],
    faults: [
      ['the close reason "too broad"', 'hide good questions', 'drive people away'],
      ['a tag with two meanings', 'confuse new users', 'collect odd questions'],
      ['my daily summary', 'show an old count', 'arrive twice'],
      ['the review queue', 'stand still', 'need more hands'],
      ['the welcome page', 'not work on phones', 'say too much at once'],
    ],
    moments: [
      'since last week',
      'for users below 50 reputation',
      'in the evening',
      'when nobody watches',
      'for the third time this year',
    ],
    goals: [
      'merge two tags',
      'welcome a first question',
      'handle questions that ask for a product',
      'reopen an edited question',
      'credit a comment that solved it',
    ],
    limits: [
      'without a moderator',
      'without offending anybody',
      'while the site is small',
      'within the current rules',
      'without starting a quarrel',
    ],
    rivals: [
      ['closing', 'editing', 'for questions without details'],
      ['one broad tag', 'three narrow ones', "for beginners' questions"],
      ['a chat room', 'a meta question', 'for planning the next challenge'],
    ],
    attempts: [
      'searched meta for earlier discussions',
      'left a comment on two of them',
      'looked at the last 30 cases',
      'asked in chat',
      'drafted a new wording',
    ],
    causes: [
      'The rule was written when we had ten questions a week.',
      'Two groups use the same word for different things, and hardly anybody reads the description.',
      'Numbers are cached for some minutes, so they lag behind.',
      'Nobody feels responsible for the queue on weekends.',
      'Most people never scroll that far.',
    ],
    remedies: [
      'Let us try the softer wording for a month and count again.',
      'Make one of them a synonym of the other.',
      'Look again after a quarter of an hour, then report it.',
      'Share the weekends out among five of us.',
      'Write a short guide and link to it from the first line.',
    ],
    details: [
      'I found six cases from this month.',
      'It is not urgent.',
      'I may be wrong about the history.',
      'Other sites of the network do it differently.',
      'Opinions & counter-examples are welcome.',
    ],
  },
];

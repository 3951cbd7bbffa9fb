import type { Topic } from './topic.ts';

/** Talk about a site itself; the same on every meta site. */
export const metaTopics: readonly Topic[] = [
  {
    tag: 'discussion',
    companions: ['tags', 'bug', 'feature-request', 'support', 'closed-questions', 'reputation', 'moderation'],
    things: ['the review queue', 'a tag with two meanings', 'the close reason "too broad"', 'the search box', 'my daily summary', 'the welcome page'],
    troubles: ['confuse new users', 'hide good questions', 'show an old count', 'need a better description', 'not work on phones', 'drive people away'],
    moments: ['since last week', 'for users below 50 reputation', 'in the evening', 'when nobody watches', 'for the third time this year'],
    goals: ['merge two tags', 'welcome a first question', 'handle questions that ask for a product', 'reopen an edited question', 'credit a comment that solved it'],
    limits: ['without a moderator', 'without offending anybody', 'while the site is small', 'within the current rules', 'and who should decide'],
    rivals: [
      ['closing', 'editing', 'for questions without details'],
      ['one broad tag', 'three narrow ones', 'for beginners\' questions'],
      ['a chat room', 'a meta question', 'for planning the next challenge'],
    ],
    attempts: ['searched meta for earlier discussions', 'left a comment on two of them', 'looked at the last 30 cases', 'asked in chat', 'drafted a new wording'],
    causes: [
      'The rule was written when we had ten questions a week.',
      'Most people never see the description, only the name.',
      'Numbers are cached for some minutes, so they lag behind.',
      'Nobody feels responsible for the queue on weekends.',
      'Two groups use the same word for different things.',
    ],
    remedies: [
      'Let us try the softer wording for a month and count again.',
      'Make one of them a synonym of the other.',
      'Leave a comment before you vote to close.',
      'Write a short guide and link to it from the tag.',
      'Ask the asker; it is their question.',
    ],
    details: ['I found six cases from this month.', 'It is not urgent.', 'I may be wrong about the history.', 'Other sites of the network do it differently.', 'Opinions & counter-examples are welcome.'],
  },
];

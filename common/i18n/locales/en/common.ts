/** Words used by more than one view. */
export const common = {
  views: { label: 'Views', inbox: 'Inbox', watches: 'Watches', reputation: 'Reputation', settings: 'Settings' },
  sites: 'Sites',
  skip: 'Skip to the view',
  unread: 'unread',
  undo: 'Undo',
  undone: 'Undone.',
  nothingToUndo: 'There is nothing left to undo.',
  close: 'Close',
  dismiss: 'Dismiss',
  firstOf: '1 of {{count, number}}',
  tryAgain: 'Try again',
  starting: 'Starting…',
  suggestions: '{{label}}: suggestions',
  selected: '{{label}}: selected',
  remove: 'Remove {{value}}',
  copied: 'Copied.',
  notCopied: 'Copying did not work.',
  notCopiedAdvice: 'Copy it by hand, or from the browser.',
  untilTitle: 'Snooze until',
  untilAbout: 'Notifications wait until then, and you get one summary.',
  untilField: 'Date and time',
  untilProblem: 'Choose a date and time in the future.',
};

/** Durations; ages and dates are formatted by `Intl`. */
export const time = {
  justNow: 'just now',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days: '{{count, plural(one: # day; other: # days)}}',
};

/** Abbreviated times. */
export const shortTime = {
  now: 'now',
  ageMinutes: '{{count}}m',
  ageHours: '{{count}}h',
  ageDays: '{{count}}d',
};

/** Failures, with advice. */
export const failures = {
  notAccepted: 'Askbell cannot accept this input.',
  notAcceptedAdvice: 'Check the fields and try again.',
  fault: 'Something went wrong in Askbell.',
  faultAdvice: 'Try again. If it keeps happening, restart Askbell.',
  lost: 'The connection to Askbell was lost.',
  lostAdvice: 'Askbell is reconnecting; try again in a moment.',
  silent: 'Askbell did not answer.',
  silentAdvice: 'Try again in a moment.',
  view: 'This view could not be shown.',
  viewAdvice: 'The other views may still work. Trying again reloads the window.',
};

/** Display names of the network's identifiers, which are the keys of `kinds` and `votes`. */
export const names = {
  other: 'Other',
  kinds: {
    comment: 'Comment',
    askbell_match: 'Watch match',
    new_answer: 'New answer',
    chat_message: 'Chat message',
    careers_message: 'Careers message',
    careers_invitations: 'Careers invitation',
    meta_question: 'Meta question',
    post_notice: 'Post notice',
    moderator_message: 'Moderator message',
    question_update: 'Question update',
    followed_post_activity: 'Followed post',
    subcommunity_endorsement: 'Endorsement',
    subcommunity_leaderboard: 'Leaderboard',
    staging_ground: 'Staging Ground',
  },
  votes: {
    accepts: 'Accepted answer',
    up_votes: 'Upvote',
    down_votes: 'Downvote',
    bounties_offered: 'Bounty offered',
    bounties_won: 'Bounty won',
    suggested_edits: 'Suggested edit approved',
    spam: 'Flagged as spam',
    post_unupvoted: 'Upvote taken back',
    post_undownvoted: 'Downvote taken back',
    answer_unaccepted: 'Acceptance taken back',
    asker_unaccept_answer: 'Acceptance taken back',
    voter_downvotes: 'Your downvote',
    voter_undownvotes: 'Your downvote taken back',
    post_flagged_as_offensive: 'Flagged as offensive',
    bounty_cancelled: 'Bounty cancelled',
    post_deleted: 'Post deleted',
    post_undeleted: 'Post undeleted',
    post_migrated: 'Post moved to another site',
    user_deleted: 'User removed',
    association_bonus: 'Association bonus',
    arbitrary_reputation_change: 'Adjustment',
    vote_fraud_reversal: 'Votes reversed',
  },
};

/** Why a request that the user triggered failed, with advice. */
export const clickRequest = {
  trouble: {
    offline: 'The network cannot be reached. Check your connection.',
    throttled: 'The network asked for a pause.',
    'quota-exhausted': 'The daily quota is used up. Askbell goes on when it is renewed.',
    'signed-out': 'You are signed out, or have not allowed this. Sign in again.',
    'bad-key': 'The network does not accept the key. Enter it again, or generate a new one.',
    'not-offered': 'The network refused this, or does not offer it.',
    failed: 'The network has a problem. Try again later.',
    blocked: 'The network’s bot protection blocks this computer for a while. Try again later.',
    portal: 'A log-in page of this Wi-Fi or company network answered. Log in there first.',
  },
  said: 'The network said: “{{said}}”.',
  retryIn: 'You can try again in {{wait}}.',
  loading: 'Asking the network…',
};

/** Words that more than one view needs. */
export const common = {
  views: { label: 'Views', inbox: 'Inbox', watches: 'Watches', reputation: 'Reputation', settings: 'Settings' },
  skip: 'Skip to the view',
  unread: 'unread',
  undo: 'Undo',
  undone: 'Undone.',
  nothingToUndo: 'Nothing is left to undo.',
  close: 'Close',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  starting: 'Starting Askbell…',
  suggestions: '{{label}}: suggestions',
  chosen: '{{label}}: chosen',
  takeOut: 'Take {{value}} out',
};

/** Lengths of time; ages and dates are told by `Intl`. */
export const time = {
  justNow: 'just now',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
};

/** What went wrong, and what to do about it. */
export const failures = {
  notAccepted: {
    message: 'Askbell does not accept what was entered.',
    advice: 'Look through the fields and try again.',
  },
  fault: {
    message: 'Askbell ran into a fault of its own.',
    advice: 'Try again. If it stays, quit Askbell and start it again.',
  },
  lost: { message: 'The connection to Askbell is lost.', advice: 'It is being restored; try again in a moment.' },
  silent: { message: 'Askbell did not answer.', advice: 'Try again in a moment.' },
  view: {
    message: 'This view could not be shown.',
    advice: 'The other views may still work. Trying again loads the window anew.',
  },
  again: 'Try again in a moment.',
};

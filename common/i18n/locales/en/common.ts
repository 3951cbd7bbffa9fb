/** Words used by more than one view. */
export const common = {
  views: { label: 'Views', inbox: 'Inbox', watches: 'Watches', reputation: 'Reputation', settings: 'Settings' },
  sites: 'Sites',
  skip: 'Skip to the view',
  unread: 'unread',
  undo: 'Undo',
  undone: 'Undone.',
  nothingToUndo: 'There is nothing left to undo.',
  until: {
    title: 'Snooze until',
    about: 'Notifications wait until then, and you get one summary.',
    field: 'Date and time',
    act: 'Snooze',
    problem: 'Choose a date and time in the future.',
  },
  close: 'Close',
  dismiss: 'Dismiss',
  firstOf: '1 of {{count, number}}',
  tryAgain: 'Try again',
  starting: 'Starting Askbell…',
  suggestions: '{{label}}: suggestions',
  selected: '{{label}}: selected',
  remove: 'Remove {{value}}',
};

/** Durations; ages and dates are formatted by `Intl`. */
export const time = {
  justNow: 'just now',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
};

/** Abbreviated times. */
export const shortTime = {
  now: 'now',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  seconds: '{{count}} s',
  ageMinutes: '{{count}}m',
  ageHours: '{{count}}h',
  ageDays: '{{count}}d',
};

/** Failures, with advice. */
export const failures = {
  notAccepted: {
    message: 'Askbell cannot accept this input.',
    advice: 'Check the fields and try again.',
  },
  fault: {
    message: 'Something went wrong in Askbell.',
    advice: 'Try again. If it keeps happening, restart Askbell.',
  },
  lost: { message: 'The connection to Askbell was lost.', advice: 'Askbell is reconnecting; try again in a moment.' },
  silent: { message: 'Askbell did not answer.', advice: 'Try again in a moment.' },
  view: {
    message: 'This view could not be shown.',
    advice: 'The other views may still work. Trying again reloads the window.',
  },
  again: 'Try again in a moment.',
};

/** The first minute after signing in for the first time: three cards. */
export const firstSteps = {
  title: 'Getting started',
  place: 'Step {{number}} of {{count}}',
  next: 'Next',
  skip: 'Skip',
  skipAll: 'Skip all',
  finish: 'Done',
  tags: {
    title: 'Watch the tags you write about',
    about: 'Askbell tells you of new questions in the tags that are ticked. You can change all of it in Watches.',
    loading: 'Looking for your tags',
    none: 'No tags of yours were found. You can add any tag in Watches.',
    together: 'Together: {{rate}}.',
    watch_one: 'Watch {{count, number}} tag',
    watch_other: 'Watch {{count, number}} tags',
  },
  sites: {
    title: 'Which sites matter?',
    about: 'News of a site that is switched off is listed, but raises no notification.',
    none: 'The network has not told your sites yet. You find them in Settings → Notifications.',
  },
  notification: {
    title: 'See what a notification looks like',
    about: 'That is how Askbell tells you of an answer, a comment or a question, also while its window is closed.',
    send: 'Send a test notification',
    sent: 'A notification was sent. Have you seen it?',
    yes: 'Yes, done',
    no: 'No, I saw nothing',
    again: 'Send another one',
    notSeen: 'Then something keeps it back:',
    allow: 'Look in your system’s settings whether Askbell may show notifications.',
    doNotDisturb: 'Switch “do not disturb” off, there or at the clock.',
    terminal:
      'This computer shows Askbell no place for notifications: they appear in this page, while it is open, and in the terminal.',
    check: '“Check everything” in Settings → Data and diagnostics says what else may be wrong.',
  },
};

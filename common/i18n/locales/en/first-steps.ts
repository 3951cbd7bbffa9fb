/** Onboarding after the first sign-in: three cards. */
export const firstSteps = {
  title: 'Getting started',
  place: 'Step {{number}} of {{count}}',
  next: 'Next',
  skip: 'Skip',
  skipAll: 'Skip all',
  finish: 'Done',
  tags: {
    title: 'Watch the tags you write about',
    about: 'Askbell tells you about new questions with the tags you tick. You can change this in Watches at any time.',
    loading: 'Looking for your tags',
    none: 'Askbell found no tags that you write about. You can add any tag in Watches.',
    together: 'New questions in all: {{rate}}.',
    watch_one: 'Watch {{count, number}} tag',
    watch_other: 'Watch {{count, number}} tags',
  },
  sites: {
    title: 'Which sites matter?',
    about: 'What is new on a site you switch off is listed, but you are not notified.',
    none: 'The network has not listed your sites yet. You will find them in Settings → Notifications.',
  },
  notification: {
    title: 'See what a notification looks like',
    about: 'This is how Askbell tells you about an answer, a comment or a question, even while its window is closed.',
    send: 'Send a test notification',
    sent: 'Notification sent. Did you see it?',
    yes: 'Yes, done',
    no: 'No, I saw nothing',
    again: 'Send another one',
    notSeen: 'Then something is holding it back:',
    allow: 'Check in your system’s settings that Askbell may show notifications.',
    doNotDisturb: 'Turn off “do not disturb”, there or beside the clock.',
    terminal:
      'This computer cannot show notifications, so they appear in the terminal and, while it is open, on this page.',
    check: '“Check everything” in Settings → Data and diagnostics shows what else may be wrong.',
  },
};

/** Texts of `askbell status`. Only the agent uses them; the window does not load them. */
export const runStatus = {
  /** Shown at the start, before the history is opened. */
  upgrading: 'Askbell is preparing the history ({{count, number}} items). This takes a minute or so, once.',
  running: 'Askbell {{version}} is running.',
  starting: 'Askbell is starting.',
  address: 'Window: {{address}} (to open it: askbell open)',
  folder: 'Data folder: {{folder}}',
  nobody: 'You are not signed in.',
  signingIn: 'A sign-in is in progress.',
  person: '{{network}}: {{person}}',
  lastCheck: 'Last check: {{age}}',
  noCheck: 'Last check: none yet',
  nextCheck: 'Next: {{what}}, {{at}}',
  quota: 'Quota: {{remaining, number}} of {{max, number}} requests left today',
  paused: 'Paused: nothing is checked until you resume.',
  pausedUntil: 'Checks wait until {{at}}.',
  snoozed: 'Notifications wait until {{at}}.',
  waiting: 'Notifications: {{waiting}}',
  problem: 'Problem: {{title}}',
  warning: 'Warning: {{title}}',
  fine: 'All is well.',
  notRunning: 'Askbell is not running ({{folder}}). Start it with "askbell", or with "npm start" in a clone.',
  silent: 'Askbell is running with {{folder}}, but does not answer. It may be starting, or be older.',
};

/** Texts of the other commands. */
export const terminal = {
  nothing: 'There is nothing.',
  awake: 'Notifications are shown again.',
  hidden: 'Hidden until {{at}}: {{items, number}}.',
  watching: 'Watching: {{name}}',
  forwards: 'Forwards to: {{name}}',
  removed: 'Removed: {{name}}',
  preview: 'Questions this week: {{questions, number}}; requests a day: {{requests, number}}',
  resumed: 'Askbell checks again.',
  /** Heads of the columns of a table, apart by bars. */
  heads: {
    items: 'ID||Age|Kind|Site|Title',
    watches: 'ID|Site|This week|Requests a day|Watch',
    matches: 'Age|Title',
    targets: 'ID|Kind|Target',
    reputation: 'Reputation|Today|Site',
  },
};

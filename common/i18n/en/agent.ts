/** What the network's own names are called. Keys of `kinds` and `votes` are the network's. */
export const names = {
  other: 'Other',
  kinds: {
    comment: 'Comment',
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
  },
};

/** Notifications. */
export const notices = {
  open: 'Open',
  markRead: 'Mark as read',
  kindOn: '{{kind}} on {{site}}',
  inbox_one: '{{count, number}} new inbox item',
  inbox_other: '{{count, number}} new inbox items',
  reputationOn: '{{change}} reputation on {{site}}',
  reputationOnSites_one: '{{change}} reputation on {{count, number}} site',
  reputationOnSites_other: '{{change}} reputation on {{count, number}} sites',
  questionOn: 'New question on {{site}}  {{tags}}',
  questions_one: '{{count, number}} new question you watch for',
  questions_other: '{{count, number}} new questions you watch for',
  more_one: 'and {{count, number}} more',
  more_other: 'and {{count, number}} more',
  heldBack: 'While notifications were held back',
  heldInbox_one: '{{count, number}} inbox item',
  heldInbox_other: '{{count, number}} inbox items',
  heldQuestions_one: '{{count, number}} question you watch for',
  heldQuestions_other: '{{count, number}} questions you watch for',
  heldReputation_one: '{{count, number}} site with a reputation change',
  heldReputation_other: '{{count, number}} sites with reputation changes',
  test: 'This is what a notification looks like.',
};

/** The tray's menu and tooltip. */
export const tray = {
  nextTry: 'Next try in {{time}}',
  goesOn: 'Goes on in {{time}}',
  item: '{{title}}  ·  {{site}}, {{age}}',
  moreUnread_one: 'and {{count, number}} more unread',
  moreUnread_other: 'and {{count, number}} more unread',
  nothingUnread: 'Nothing unread',
  noChange: 'No reputation change today',
  change: '{{change}} reputation today',
  share: '{{share}} of the day’s requests left',
  syncNow: 'Sync now',
  snooze: 'Snooze notifications',
  snooze30: 'For 30 minutes',
  snooze60: 'For 1 hour',
  snoozeTomorrow: 'Until tomorrow',
  endSnooze: 'End snooze ({{time}} left)',
  resume: 'Resume polling',
  pause: 'Pause polling',
  markAllRead: 'Mark all read',
  open: 'Open Askbell',
  settings: 'Settings',
  quit: 'Quit',
  now: 'now',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  days: '{{count}} d',
  seconds: '{{count}} s',
  tooltip: {
    whole: 'Askbell: {{parts}}',
    starting: 'starting',
    notSignedIn: 'not signed in',
    paused: 'paused',
    snoozed: 'notifications snoozed',
    quiet: 'quiet for now',
    nothingUnread: 'nothing unread',
    unread_one: '{{count, number}} unread',
    unread_other: '{{count, number}} unread',
    left: '{{left}} of {{max}} requests left',
    goesOn: 'goes on in {{time}}',
    next: 'next look at {{time}} ({{what}})',
  },
};

/** What is not as it should be, and what to do about it. */
export const conditions = {
  fault: {
    title: 'Askbell could not keep what it received',
    advice: 'Is the disk full, or the data folder gone? The log says more. Askbell keeps trying.',
  },
  offline: {
    title: '{{network}} cannot be reached',
    advice: 'Check the internet connection, and the address if you typed one in. Askbell keeps trying by itself.',
  },
  timeout: {
    title: '{{network}} does not answer in time',
    advice: 'The connection is slow or broken. Askbell keeps trying by itself.',
  },
  throttled: {
    title: '{{network}} asks to slow down',
    advice: 'Nothing to do: Askbell waits as long as it has to and goes on by itself.',
  },
  backoff: {
    title: '{{network}} asks for a pause',
    advice: 'Nothing to do: Askbell waits as long as it has to and goes on by itself.',
  },
  exhausted: {
    title: 'The day’s requests to {{network}} are used up',
    advice:
      'Askbell goes on when the network counts anew. Other apps with the same account or address spend the same requests.',
  },
  clicksOnly: {
    title: 'The day’s requests to {{network}} are used up',
    advice: 'The last few are kept for what you click yourself. The rest goes on when the network counts anew.',
  },
  reserve: {
    title: 'The day’s requests to {{network}} are used up',
    advice:
      'A few are kept for the inbox, which is still looked at now and then, and for what you click yourself. The rest goes on when the network counts anew.',
  },
  signedOut: {
    title: 'You are signed out of {{network}}',
    advice: 'The permission has expired or was taken back. Sign in again; nothing you had is lost.',
  },
  notKept: {
    title: 'You are signed out of {{network}}',
    advice: 'The sign-in could not be kept on this computer. Sign in again; nothing you had is lost.',
  },
  scope: {
    title: 'Askbell may not read your inbox',
    advice: 'The sign-in did not grant it. Sign in again and approve the inbox.',
  },
  badKey: {
    title: '{{network}} does not know this key',
    advice: 'Check the client id and key of your registered app: add the network again in Settings.',
  },
  itSaid: 'It said: “{{said}}”.',
  badRequest: {
    title: '{{network}} refused a request',
    advice: 'If this stays, the network may have changed: look for a newer Askbell.',
  },
  siteRefused: {
    title: '{{network}} does not answer for {{site}}',
    advice_one: 'If this stays, the site is probably gone: stop watching {{watches}} there. Everything else goes on.',
    advice_other:
      'If this stays, the site is probably gone: stop watching there ({{watches}}). Everything else goes on.',
  },
  serverFault: {
    title: '{{network}} has a fault',
    advice: 'The trouble is on its side. Askbell keeps trying by itself.',
  },
  badAnswer: {
    title: '{{network}} gave an answer Askbell cannot read',
    advice:
      'A login page of a hotel or office network may stand in between, or the address is wrong. Open a web page to see; Askbell keeps trying.',
  },
  clock: {
    behind: 'This computer’s clock is about {{size}} behind',
    ahead: 'This computer’s clock is about {{size}} ahead',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    advice: 'Nothing is missed, but the ages shown are off. Set the date and time in the system settings.',
  },
  expired: {
    title: 'Your sign-in at {{network}} has ended',
    advice: 'It was granted for a day only. Sign in again; nothing you had is lost.',
  },
  expires: {
    title: 'Your sign-in at {{network}} ends in {{time}}',
    advice: 'It was granted for a day only. Sign in again to keep getting news.',
  },
  signInFailed: 'The sign-in did not work',
  secretsNotKept: 'You will have to sign in again after a restart',
  notificationsFail: {
    title: 'The system refuses notifications',
    advice: 'Allow notifications for Askbell in the system settings. Everything new is in this window.',
  },
  settingsReset: {
    title: 'Some settings could not be read and were set back',
    advice: 'Set back: {{parts}}. Single old values are kept in the settings file under “rejected”.',
  },
};

/** What is asked, how often, and why so. */
export const plan = {
  inbox: 'Inbox',
  reputation: 'Reputation',
  sites: 'Sites',
  scored: 'Scores on {{site}}',
  featured: 'Bounties on {{site}}',
  history: 'Past reputation on {{site}}',
  reputationOn: 'Reputation on {{site}}',
  questionsOn: 'Questions on {{site}}',
  waits: 'The network asked for a pause, or failed; it goes on afterwards.',
  spent: 'The requests of this day are used up; it goes on when the network counts anew.',
  spentInbox: 'The requests of this day are used up, and this is with what is kept for the inbox.',
  unknown: 'Nothing is known of it yet.',
  atMost: 'As often as the network allows: the requests last for that.',
  busy: 'this is one of its busy hours',
  calm: 'this is one of its quiet hours',
  full: 'a page of 100 fills up by then',
  away: 'nobody is here to be told',
  worthInbox: 'Items: about {{items}} a day, and each matters most',
  worthReputation: 'Changes: about {{changes}} a day',
  worthQuestions: 'Matches that count: about {{matches}} a day',
  worthQuestionsAmong: 'Matches that count: about {{matches}} a day, out of {{questions}} in all',
  worthSlow: 'Scores and bounties change slowly',
};

/** What a person asked for and cannot have: why, and what to do instead. */
export const refusals = {
  nobody: { why: 'Nobody is signed in.', advice: 'Sign in first.' },
  watchGone: { why: 'This watch is gone.', advice: 'Add it anew.' },
  watched: { why: 'You watch {{watch}} on {{site}} already.', advice: 'Choose something else.' },
  emptyWatch: {
    why: 'The watch is for nothing in particular.',
    advice: 'Enter a tag, or some other condition. The tag * stands for every question.',
  },
  impossibleWatch: {
    why: 'Nothing can match this watch: what it leaves out covers the tags it asks for.',
    advice: 'Take a tag out of one of the two lists.',
  },
  noNetwork: { why: 'No network is chosen yet.', advice: 'Choose a network first.' },
  noKey: {
    why: 'The key of your app is not kept on this computer.',
    advice: 'Choose the network again and enter the client id and key.',
  },
  noDialog: { why: 'No sign-in is open.', advice: 'Start to sign in first.' },
  noDemo: { why: 'The demo network could not be started.', advice: 'Start Askbell again; the log says more.' },
  noSite: { why: 'This network has no such site.', advice: 'Choose a site from the list.' },
  itemGone: { why: 'This item is not there any more.', advice: 'The list will be brought up to date.' },
  noQuestion: { why: 'There is no question behind this item.', advice: 'Only what is about a question can be muted.' },
  tooLate: {
    why: 'That cannot be undone any more.',
    advice: 'It was undone already, or Askbell was started anew since.',
  },
  knowsNobody: {
    why: 'The network knows no account of yours.',
    advice: 'Join one of its sites first, then sign in again.',
  },
  noAccount: { why: 'You have no account on this site.', advice: 'Choose another site.' },
  noNotification: 'The system refused the notification.',
  network: {
    advice: 'Try again in a minute.',
    offline: 'The network cannot be reached.',
    timeout: 'The network does not answer in time.',
    throttled: 'The network asks to slow down.',
    backoff: 'The network asks for a pause.',
    'quota-exhausted': 'The requests of this day are used up.',
    'token-rejected': 'You are signed out of the network.',
    'scope-missing': 'The sign-in did not grant this.',
    'bad-key': 'The network does not know this key.',
    'bad-request': 'The network refused the request.',
    'not-found': 'The network has no such thing.',
    'server-fault': 'The network has a fault.',
    'bad-answer': 'The network gave an answer Askbell cannot read.',
    cancelled: 'The request was called off.',
  },
};

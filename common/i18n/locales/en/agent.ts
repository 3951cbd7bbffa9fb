/** Notifications. */
export const notices = {
  markRead: 'Mark as read',
  muteQuestion: 'Mute question',
  snoozeAll: 'Snooze for 1 hour',
  kindOn: '{{kind}} on {{site}}',
  inbox: '{{count, number}} new inbox {{count, plural(one: item; other: items)}}',
  reputationOn: '{{change}} reputation on {{site}}',
  reputationOnSites: '{{change}} reputation on {{count, plural(one: # site; other: # sites)}}',
  today: '{{change}} today: {{parts}}',
  moved: {
    upvote: '{{count, plural(one: # upvote; other: # upvotes)}}',
    downvote: '{{count, plural(one: # downvote; other: # downvotes)}}',
    accept: '{{count, plural(one: # accept; other: # accepts)}}',
    bounty: '{{count, plural(one: # bounty; other: # bounties)}}',
    edit: '{{count, plural(one: # edit; other: # edits)}}',
    otherChange: '{{count, number}} other {{count, plural(one: change; other: changes)}}',
  },
  questionOn: 'New question on {{site}}  {{tags}}',
  questions: '{{count, number}} new {{count, plural(one: question; other: questions)}} from your watches',
  more: 'and {{count, number}} more',
  summaryTitle: 'While Askbell was quiet',
  summaryOfMany: 'Since the last notification',
  summaryQuestions: '{{count, plural(one: # question; other: # questions)}} from your watches',
  summaryReputation: '{{count, plural(one: # site with a reputation change; other: # sites with reputation changes)}}',
  badge: 'New badge: {{name}} ({{rank}}) on {{site}}',
  badges: '{{count, number}} new {{count, plural(one: badge; other: badges)}} on {{site}}',
  badgesOnSites: '{{count, number}} new {{count, plural(one: badge; other: badges)}}',
  digest: 'Askbell: {{count, plural(one: # notification; other: # notifications)}}',
  forwardTest: { title: 'Askbell: a test', body: 'Forwarding works.' },
  privileges: '{{count, number}} new {{count, plural(one: privilege; other: privileges)}}',
  summaryBadges: '{{count, plural(one: # site; other: # sites)}} with new badges',
  test: { question: 'How do I know that notifications work?', answer: 'You see this one, so they do.' },
};

/** Menu and tooltip of the tray. */
export const tray = {
  problem: '{{title}}  ·  {{until}}',
  nextAttempt: 'Next attempt in {{time}}',
  item: '{{title}}  ·  {{site}}, {{age}}',
  noChange: 'No reputation change today',
  change: '{{change}} reputation today',
  snooze: 'Snooze notifications',
  endSnooze: 'End snooze ({{time}} left)',
  waiting: '{{waiting}}  ·  Show now',
  resume: 'Resume polling',
  pause: 'Pause polling',
  undoMarkRead: 'Mark {{count, number}} as unread again',
  markAllRead: 'Mark {{count, number}} as read',
  openPanel: 'Open panel',
  quit: 'Quit',
  tooltip: {
    whole: 'Askbell: {{parts}}',
    starting: 'starting',
    notSignedIn: 'not signed in',
    paused: 'paused',
    snoozed: 'notifications snoozed',
    quiet: 'quiet for now',
    nothingUnread: 'nothing unread',
    resumesIn: 'resumes in {{time}}',
    nextCheck: 'next check at {{time}} ({{what}})',
  },
};

/** Problems and warnings, with advice. */
export const conditions = {
  fault: {
    title: 'Askbell could not save what it received',
    advice: 'The disk may be full, or the data folder may be missing. The log has the details. Askbell keeps trying.',
  },
  offline: {
    title: '{{network}} cannot be reached',
    advice: 'Check your internet connection, and the network’s address if you entered one. Askbell keeps trying.',
  },
  timeout: {
    title: '{{network}} takes too long to answer',
    advice: 'The connection is slow or broken. Askbell keeps trying.',
  },
  throttled: {
    title: '{{network}} asked Askbell to slow down',
    advice: 'You need not do anything: Askbell waits as long as it has to, then carries on.',
  },
  backoff: {
    title: '{{network}} asked for a pause',
    advice: 'You need not do anything: Askbell waits as long as it has to, then carries on.',
  },
  exhausted: {
    title: 'The daily quota for {{network}} is used up',
    advice:
      'Askbell carries on when the network resets the quota. Other apps with the same account or address use the same quota.',
  },
  clicksOnly: {
    title: 'The daily quota for {{network}} is used up',
    advice:
      'The last few requests are kept for your own clicks. Everything else resumes when the network resets the quota.',
  },
  reserve: {
    title: 'The daily quota for {{network}} is used up',
    advice:
      'A few requests are kept for the inbox, which is still checked now and then, and for your own clicks. Everything else resumes when the network resets the quota.',
  },
  signedOut: {
    title: 'You are signed out of {{network}}',
    advice: 'Askbell’s access has expired or was revoked. Sign in again; nothing is lost.',
  },
  notKept: {
    title: 'You are signed out of {{network}}',
    advice: 'The sign-in could not be saved on this computer. Sign in again; nothing is lost.',
  },
  notRead: {
    title: 'You are signed out of {{network}}',
    advice: 'The system’s keyring is locked or does not answer. Unlock it, or sign in again; nothing is lost.',
  },
  scope: {
    title: 'Askbell may not read your inbox',
    advice: 'You did not grant access to it when you signed in. Sign in again and approve it.',
  },
  badKey: {
    title: '{{network}} does not recognise this key',
    advice:
      'Check the client id and key of your registered application. You can change the key in Settings; you stay signed in.',
  },
  keyExpired: {
    title: 'Your key for {{network}} has expired',
    advice:
      'Generate a new one on your application’s page at the network (“Generate new API Key”) and enter it in Settings. You stay signed in.',
  },
  badRequest: {
    title: '{{network}} refused a request',
    advice: 'If this keeps happening, the network may have changed: look for a newer version of Askbell.',
  },
  siteRefused: {
    title: '{{network}} refuses requests for {{site}}',
    advice: 'If this keeps happening, the site is probably gone: stop watching there ({{watches}}).',
  },
  serverFault: {
    title: '{{network}} has a problem',
    advice: 'The problem is on its side. Askbell keeps trying.',
  },
  badAnswer: {
    title: '{{network}} sent an answer that Askbell cannot read',
    advice:
      'The login page of a hotel or office network may be in the way, or the address may be wrong. Open any web page to find out; Askbell keeps trying.',
  },
  unreadable: {
    title: 'Askbell cannot read the lists of {{network}}',
    advice:
      'The network answers, but Askbell cannot read any of the items in one of its lists, so something new may be missing here. Look at the network’s own pages in the meantime, and check for a newer version of Askbell. Askbell keeps trying.',
  },
  protection: {
    title: 'The bot protection of {{network}} blocks Askbell',
    advice:
      'It has mistaken this computer for a bot, perhaps because of other programs at the same address. You need not do anything: Askbell waits, then tries again. You stay signed in.',
  },
  portal: {
    title: 'A log-in page answered instead of {{network}}',
    advice:
      'The Wi-Fi or company network wants you to log in first. Open any web page to do so, then click “Try now”; otherwise Askbell tries again by itself. You stay signed in.',
  },
  clock: {
    behind: 'This computer’s clock is about {{size}} behind',
    ahead: 'This computer’s clock is about {{size}} ahead',
    minutes: '{{count, plural(one: # minute; other: # minutes)}}',
    hours: '{{count, plural(one: # hour; other: # hours)}}',
    days: '{{count, plural(one: # day; other: # days)}}',
    advice: 'You miss nothing, but the ages shown are wrong. Set the date and time in your system’s settings.',
  },
  expired: {
    title: 'Your sign-in to {{network}} has expired',
    advice: 'It was granted for one day only. Sign in again; nothing is lost.',
  },
  expires: {
    title: 'Your sign-in to {{network}} expires in {{time}}',
    advice: 'It was granted for one day only. Sign in again to stay up to date.',
  },
  signInFailed: 'The sign-in did not work',
  secretsNotKept: 'You will have to sign in again after a restart',
  notificationsFail: {
    title: 'The system blocks notifications',
    advice:
      'Allow notifications for Askbell in your system’s settings. Until then, look for what is new in this window.',
  },
  forwardingFails: {
    title: 'Some notifications could not be forwarded',
    advice: 'They were given up after a day. Settings → Forwarding says why; a test that arrives there ends this note.',
  },
  diskFull: {
    title: 'The disk is full',
    advice:
      'Askbell carries on in memory and saves {{file}} as soon as there is room: free up some space. Anything new is ' +
      'lost if the computer or Askbell is switched off before then, and you may be notified of it again.',
  },
  unwritable: {
    title: 'The history cannot be saved',
    advice:
      'Askbell carries on in memory. Check that {{file}} can be written and its disk is connected. Anything new is ' +
      'lost if the computer or Askbell is switched off before then, and you may be notified of it again.',
  },
  settingsUnwritable: {
    title: 'The settings cannot be saved',
    advice: 'Askbell keeps them in memory and tries again. Check that {{file}} can be written.',
  },
  moveToApplications: {
    title: 'Move Askbell to the Applications folder?',
    detail: 'From there it can update itself and start when you log in.',
    move: 'Move',
  },
  update: {
    title: 'Askbell {{version}} is out',
    self: 'It has been downloaded and is installed when you quit Askbell.',
    page: 'Get it from {{page}}',
  },
  demoReset: {
    title: 'The demo network has started over',
    advice:
      'Its data was damaged, so everything there is new; you may have to sign in again. The damaged file is kept: {{file}}.',
  },
  historyGone: {
    title: 'The history was deleted while Askbell was running',
    advice: 'Askbell has written it again: {{file}}. To delete it, use Settings → Accounts and data.',
    replaced: 'Askbell has written it again: {{file}}. The file found in its place is kept: {{aside}}.',
  },
  historyMissing: {
    title: 'The history was missing',
    advice:
      'Askbell has run here before, but found no history and has started a new one: {{file}}. If you have ' +
      'the old file, quit Askbell and put it there.',
  },
  historyDamaged: {
    title: 'The history was damaged',
    saved: 'Askbell has saved all of it into a new file. The damaged one is kept: {{file}}.',
    savedInPart:
      'Askbell could read and save {{count, plural(one: # entry; other: # entries)}}. What is new at first is listed without a notification; after that you are notified as usual. The damaged file is kept: {{file}}.',
    lost: 'None of it could be read, so Askbell has started a new one. The damaged file is kept: {{file}}.',
  },
  settingsReset: {
    title: 'Some settings could not be read and were reset',
    advice: 'Reset: {{parts}}. The old values are kept in the settings file under “rejected”.',
  },
};

/** The current poll plan, with reasons. */
export const plan = {
  achievements: 'Achievements on all sites',
  scored: 'Scores on {{site}}',
  featured: 'Bounties on {{site}}',
  history: 'Past reputation on {{site}}',
  badges: 'Badges on {{site}}',
  questionsOn: 'Questions on {{site}}',
  waiting: 'The network asked for a pause or had a problem; polling resumes afterwards.',
  quotaUsedUp: 'The daily quota is used up; polling resumes when the network resets it.',
  quotaUsedUpInbox: 'The daily quota is used up; this uses what is reserved for the inbox.',
  unknown: 'Nothing is known about it yet.',
  asOftenAsAllowed: 'As often as the network allows: the quota is large enough.',
  busy: 'this is one of its busy hours',
  calm: 'this is one of its quiet hours',
  hinted: 'an open connection says when there is news',
  pageFills: 'a page of 100 fills up in that time',
  away: 'you are away',
  worthInbox: 'Items: about {{items}} a day, and they matter most',
  worthReputation: 'Changes: about {{changes}} a day',
  worthQuestions: 'Relevant matches: about {{matches}} a day',
  worthQuestionsAmong: 'Relevant matches: about {{matches}} a day, out of {{questions}} questions',
  worthSlow: 'Scores and bounties change slowly',
  worthBadges: 'New badges are rare',
};

/** Errors shown to the user, with a suggested action. */
export const errors = {
  nobody: { why: 'You are not signed in.', advice: 'Sign in first.' },
  watchGone: { why: 'This watch no longer exists.', advice: 'Add it again.' },
  watched: {
    why: 'You already watch {{watch}} on {{site}}.',
    advice: 'Change the conditions, or use the existing watch.',
  },
  emptyWatch: {
    why: 'The watch has no conditions.',
    advice: 'Enter a tag or another condition. The tag * matches every question.',
  },
  impossibleWatch: {
    why: 'Nothing can match this watch: the tags it excludes cover all the tags it asks for.',
    advice: 'Remove a tag from one of the two lists.',
  },
  noNetwork: { why: 'No network has been chosen yet.', advice: 'Choose a network first.' },
  noClientId: {
    why: 'This copy of Askbell is not registered with the network.',
    advice: 'Register an application there and enter its client id.',
  },
  noKey: {
    why: 'Your application’s key is not stored on this computer.',
    advice: 'Choose the network again and enter the client id and key.',
  },
  signInNotSaved: { why: 'Your sign-in could not be saved.', advice: 'Sign in again; the log has the details.' },
  noDialog: { why: 'No sign-in is in progress.', advice: 'Start signing in first.' },
  noDemo: { why: 'The demo network could not be started.', advice: 'Restart Askbell; the log has the details.' },
  noSite: { why: 'This network has no such site.', advice: 'Choose a site from the list.' },
  notAWebAddress: {
    why: 'Askbell does not open this address.',
    advice: 'It opens only web addresses without a user name or password.',
  },
  itemGone: { why: 'This item no longer exists.', advice: 'Wait for the list to refresh.' },
  noItem: { why: 'There is no such item.', advice: 'askbell inbox --all lists items with their numbers.' },
  noQuestion: {
    why: 'This item does not belong to a question.',
    advice: 'Only items that belong to a question can be muted.',
  },
  snoozeOver: { why: 'That time has passed.', advice: 'Choose a time in the future.' },
  snoozeTooLong: { why: 'That is more than a year away.', advice: 'Choose an earlier time.' },
  noSound: { why: 'This sound cannot be used.', advice: 'Choose a short audio file, such as WAV, MP3 or OGG.' },
  longSound: { why: 'This sound is too long.', advice: 'Choose one of up to ten seconds.' },
  soundNotKept: 'The sound could not be saved.',
  tooLate: {
    why: 'That can no longer be undone.',
    advice: 'It has already been undone, or Askbell has been restarted since.',
  },
  knowsNobody: {
    why: 'You have no account on this network.',
    advice: 'Join one of its sites first, then sign in again.',
  },
  noAccount: { why: 'You have no account on this site.', advice: 'Choose another site.' },
  forwardingSecret: {
    why: 'The password, key or token is missing, or has letters that it cannot have.',
    advice: 'Enter it; a new address needs it again.',
  },
  forwardingCommand: { why: 'The window cannot set a command.', advice: 'Use askbell forward exec in a terminal.' },
  forwardingKeyring: {
    why: 'The password or key could not be stored in the keyring.',
    advice: 'Unlock the keyring and try again.',
  },
  forwardingGone: { why: 'This target no longer exists.', advice: 'Add it again.' },
  noNotification: 'The system blocked the notification.',
  network: {
    advice: 'Try again in a minute.',
    offline: 'The network cannot be reached.',
    timeout: 'The network takes too long to answer.',
    throttled: 'The network asked Askbell to slow down.',
    backoff: 'The network asked for a pause.',
    'quota-exhausted': 'The daily quota is used up.',
    'token-rejected': 'You are signed out of the network.',
    'scope-missing': 'The sign-in did not grant access to this.',
    'bad-key': 'The network does not recognise this key.',
    'bad-request': 'The network refused the request.',
    'not-found': 'The network could not find this.',
    'server-fault': 'The network has a problem.',
    'bad-answer': 'The network sent an answer that Askbell cannot read.',
    'blocked-by-protection': 'The network’s bot protection blocks requests from this computer.',
    'captive-portal': 'A log-in page of this Wi-Fi or company network answered.',
    cancelled: 'The request was cancelled.',
  },
};

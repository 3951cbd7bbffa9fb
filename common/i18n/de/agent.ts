import type {
  conditions as englishConditions,
  names as englishNames,
  notices as englishNotices,
  plan as englishPlan,
  refusals as englishRefusals,
  tray as englishTray,
} from '../en/agent.ts';

export const names: typeof englishNames = {
  other: 'Sonstiges',
  kinds: {
    comment: 'Kommentar',
    new_answer: 'Neue Antwort',
    chat_message: 'Chatnachricht',
    careers_message: 'Nachricht von Careers',
    careers_invitations: 'Einladung von Careers',
    meta_question: 'Meta-Frage',
    post_notice: 'Hinweis zum Beitrag',
    moderator_message: 'Nachricht der Moderation',
    question_update: 'Frage geändert',
    followed_post_activity: 'Gefolgter Beitrag',
    subcommunity_endorsement: 'Empfehlung',
    subcommunity_leaderboard: 'Bestenliste',
    staging_ground: 'Staging Ground',
  },
  votes: {
    accepts: 'Akzeptierte Antwort',
    up_votes: 'Positive Stimme',
    down_votes: 'Negative Stimme',
    bounties_offered: 'Prämie ausgesetzt',
    bounties_won: 'Prämie gewonnen',
    suggested_edits: 'Änderungsvorschlag angenommen',
    spam: 'Als Spam gemeldet',
  },
};

export const notices: typeof englishNotices = {
  open: 'Öffnen',
  markRead: 'Als gelesen markieren',
  kindOn: '{{kind}} auf {{site}}',
  inbox_one: '{{count, number}} neuer Eintrag im Eingang',
  inbox_other: '{{count, number}} neue Einträge im Eingang',
  reputationOn: '{{change}} Reputation auf {{site}}',
  reputationOnSites_one: '{{change}} Reputation auf {{count, number}} Seite',
  reputationOnSites_other: '{{change}} Reputation auf {{count, number}} Seiten',
  questionOn: 'Neue Frage auf {{site}}  {{tags}}',
  questions_one: '{{count, number}} neue Frage, die du beobachtest',
  questions_other: '{{count, number}} neue Fragen, die du beobachtest',
  more_one: 'und {{count, number}} weiterer Eintrag',
  more_other: 'und {{count, number}} weitere Einträge',
  heldBack: 'Während die Benachrichtigungen ruhten',
  heldInbox_one: '{{count, number}} Eintrag im Eingang',
  heldInbox_other: '{{count, number}} Einträge im Eingang',
  heldQuestions_one: '{{count, number}} Frage, die du beobachtest',
  heldQuestions_other: '{{count, number}} Fragen, die du beobachtest',
  heldReputation_one: '{{count, number}} Seite mit geänderter Reputation',
  heldReputation_other: '{{count, number}} Seiten mit geänderter Reputation',
  test: 'So sieht eine Benachrichtigung aus.',
};

export const tray: typeof englishTray = {
  nextTry: 'Nächster Versuch in {{time}}',
  goesOn: 'Geht weiter in {{time}}',
  item: '{{title}}  ·  {{site}}, {{age}}',
  moreUnread_one: 'und {{count, number}} weiterer ungelesener',
  moreUnread_other: 'und {{count, number}} weitere ungelesene',
  nothingUnread: 'Nichts Ungelesenes',
  noChange: 'Reputation heute unverändert',
  change: '{{change}} Reputation heute',
  share: '{{share}} der Anfragen des Tages übrig',
  syncNow: 'Jetzt abfragen',
  snooze: 'Benachrichtigungen ruhen lassen',
  snooze30: 'Für 30 Minuten',
  snooze60: 'Für 1 Stunde',
  snoozeTomorrow: 'Bis morgen',
  endSnooze: 'Ruhe beenden (noch {{time}})',
  resume: 'Abfragen fortsetzen',
  pause: 'Abfragen anhalten',
  markAllRead: 'Alles als gelesen markieren',
  open: 'Askbell öffnen',
  settings: 'Einstellungen',
  quit: 'Beenden',
  now: 'jetzt',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  days: '{{count}} T',
  seconds: '{{count}} s',
  tooltip: {
    whole: 'Askbell: {{parts}}',
    starting: 'startet',
    notSignedIn: 'nicht angemeldet',
    paused: 'angehalten',
    snoozed: 'Benachrichtigungen ruhen',
    quiet: 'Ruhezeit',
    nothingUnread: 'nichts ungelesen',
    unread_one: '{{count, number}} ungelesen',
    unread_other: '{{count, number}} ungelesen',
    left: '{{left}} von {{max}} Anfragen übrig',
    goesOn: 'geht weiter in {{time}}',
    next: 'nächster Blick um {{time}} ({{what}})',
  },
};

export const conditions: typeof englishConditions = {
  fault: {
    title: 'Askbell konnte das Empfangene nicht aufheben',
    advice: 'Ist die Festplatte voll oder der Datenordner weg? Das Protokoll sagt mehr. Askbell versucht es weiter.',
  },
  offline: {
    title: '{{network}} ist nicht zu erreichen',
    advice:
      'Prüfe die Internetverbindung, und die Adresse, falls du eine eingetippt hast. Askbell versucht es von selbst weiter.',
  },
  timeout: {
    title: '{{network}} antwortet nicht rechtzeitig',
    advice: 'Die Verbindung ist langsam oder gestört. Askbell versucht es von selbst weiter.',
  },
  throttled: {
    title: '{{network}} bittet um weniger Anfragen',
    advice: 'Nichts zu tun: Askbell wartet, so lange es muss, und macht von selbst weiter.',
  },
  backoff: {
    title: '{{network}} bittet um eine Pause',
    advice: 'Nichts zu tun: Askbell wartet, so lange es muss, und macht von selbst weiter.',
  },
  exhausted: {
    title: 'Die Anfragen dieses Tages an {{network}} sind verbraucht',
    advice:
      'Askbell macht weiter, wenn das Netzwerk neu zählt. Andere Programme mit demselben Konto oder derselben Adresse verbrauchen dieselben Anfragen.',
  },
  clicksOnly: {
    title: 'Die Anfragen dieses Tages an {{network}} sind verbraucht',
    advice:
      'Die letzten paar bleiben für das, was du selbst anklickst. Der Rest geht weiter, wenn das Netzwerk neu zählt.',
  },
  reserve: {
    title: 'Die Anfragen dieses Tages an {{network}} sind verbraucht',
    advice:
      'Ein paar bleiben für den Eingang, nach dem hin und wieder noch gesehen wird, und für das, was du selbst anklickst. Der Rest geht weiter, wenn das Netzwerk neu zählt.',
  },
  signedOut: {
    title: 'Du bist bei {{network}} abgemeldet',
    advice: 'Die Erlaubnis ist abgelaufen oder wurde zurückgenommen. Melde dich neu an; nichts geht verloren.',
  },
  notKept: {
    title: 'Du bist bei {{network}} abgemeldet',
    advice: 'Die Anmeldung ließ sich auf diesem Computer nicht aufheben. Melde dich neu an; nichts geht verloren.',
  },
  scope: {
    title: 'Askbell darf deinen Eingang nicht lesen',
    advice: 'Die Anmeldung hat es nicht erlaubt. Melde dich neu an und stimme dem Eingang zu.',
  },
  badKey: {
    title: '{{network}} kennt diesen Schlüssel nicht',
    advice:
      'Prüfe Client-ID und Schlüssel deiner registrierten Anwendung: Füge das Netzwerk in den Einstellungen neu hinzu.',
  },
  itSaid: 'Es sagte: „{{said}}“.',
  siteRefused: {
    title: '{{network}} antwortet nicht für {{site}}',
    advice_one:
      'Wenn das so bleibt, gibt es die Seite wohl nicht mehr: Beende dort die Beobachtung {{watches}}. Alles andere geht weiter.',
    advice_other:
      'Wenn das so bleibt, gibt es die Seite wohl nicht mehr: Beende dort die Beobachtungen ({{watches}}). Alles andere geht weiter.',
  },
  badRequest: {
    title: '{{network}} hat eine Anfrage abgelehnt',
    advice: 'Wenn das so bleibt, hat sich das Netzwerk vielleicht geändert: Sieh nach einem neueren Askbell.',
  },
  serverFault: {
    title: '{{network}} hat eine Störung',
    advice: 'Der Fehler liegt dort. Askbell versucht es von selbst weiter.',
  },
  badAnswer: {
    title: '{{network}} hat etwas geantwortet, was Askbell nicht lesen kann',
    advice:
      'Vielleicht steht die Anmeldeseite eines Hotel- oder Firmennetzes dazwischen, oder die Adresse ist falsch. Öffne eine Webseite, um es zu sehen; Askbell versucht es weiter.',
  },
  clock: {
    behind: 'Die Uhr dieses Computers geht etwa {{size}} nach',
    ahead: 'Die Uhr dieses Computers geht etwa {{size}} vor',
    minutes_one: '{{count}} Minute',
    minutes_other: '{{count}} Minuten',
    hours_one: '{{count}} Stunde',
    hours_other: '{{count}} Stunden',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tage',
    advice:
      'Nichts wird verpasst, aber die Altersangaben stimmen nicht. Stell Datum und Uhrzeit in den Systemeinstellungen.',
  },
  expired: {
    title: 'Deine Anmeldung bei {{network}} ist abgelaufen',
    advice: 'Sie galt nur für einen Tag. Melde dich neu an; nichts geht verloren.',
  },
  expires: {
    title: 'Deine Anmeldung bei {{network}} endet in {{time}}',
    advice: 'Sie gilt nur für einen Tag. Melde dich neu an, um weiter Neues zu bekommen.',
  },
  signInFailed: 'Die Anmeldung hat nicht geklappt',
  secretsNotKept: 'Nach einem Neustart musst du dich neu anmelden',
  notificationsFail: {
    title: 'Das System lehnt Benachrichtigungen ab',
    advice: 'Erlaube Askbell in den Systemeinstellungen Benachrichtigungen. Alles Neue steht in diesem Fenster.',
  },
  settingsReset: {
    title: 'Einige Einstellungen waren nicht lesbar und wurden zurückgesetzt',
    advice: 'Zurückgesetzt: {{parts}}. Einzelne alte Werte stehen in der Einstellungsdatei unter „rejected“.',
  },
};

export const plan: typeof englishPlan = {
  inbox: 'Eingang',
  reputation: 'Reputation',
  sites: 'Seiten',
  scored: 'Punktestände auf {{site}}',
  featured: 'Prämien auf {{site}}',
  history: 'Frühere Reputation auf {{site}}',
  reputationOn: 'Reputation auf {{site}}',
  questionsOn: 'Fragen auf {{site}}',
  waits: 'Das Netzwerk hat um eine Pause gebeten oder war gestört; danach geht es weiter.',
  spent: 'Die Anfragen dieses Tages sind verbraucht; es geht weiter, wenn das Netzwerk neu zählt.',
  spentInbox:
    'Die Anfragen dieses Tages sind verbraucht; dies geht von dem ab, was für den Posteingang zurückbehalten wird.',
  unknown: 'Darüber ist noch nichts bekannt.',
  atMost: 'So oft, wie das Netzwerk es erlaubt: Die Anfragen reichen dafür.',
  busy: 'jetzt ist dort viel los',
  calm: 'jetzt ist dort wenig los',
  full: 'bis dahin ist eine Seite von 100 voll',
  away: 'niemand ist da, dem es zu sagen wäre',
  worthInbox: 'Einträge: etwa {{items}} am Tag, und jeder zählt am meisten',
  worthReputation: 'Änderungen: etwa {{changes}} am Tag',
  worthQuestions: 'Zählende Treffer: etwa {{matches}} am Tag',
  worthQuestionsAmong: 'Zählende Treffer: etwa {{matches}} am Tag, von insgesamt {{questions}}',
  worthSlow: 'Punktestände und Prämien ändern sich langsam',
};

export const refusals: typeof englishRefusals = {
  nobody: { why: 'Niemand ist angemeldet.', advice: 'Melde dich erst an.' },
  watchGone: { why: 'Diese Beobachtung gibt es nicht mehr.', advice: 'Füge sie neu hinzu.' },
  watched: { why: '{{watch}} auf {{site}} beobachtest du schon.', advice: 'Wähl etwas anderes.' },
  emptyWatch: {
    why: 'Diese Beobachtung gilt nichts Bestimmtem.',
    advice: 'Trage ein Tag ein oder eine andere Bedingung. Das Tag * steht für jede Frage.',
  },
  impossibleWatch: {
    why: 'Nichts kann zu dieser Beobachtung passen: Was sie ausschließt, umfasst die verlangten Schlagwörter.',
    advice: 'Nimm ein Schlagwort aus einer der beiden Listen.',
  },
  noNetwork: { why: 'Es ist noch kein Netzwerk gewählt.', advice: 'Wähl erst ein Netzwerk.' },
  noKey: {
    why: 'Der Schlüssel deiner Anwendung liegt nicht auf diesem Computer.',
    advice: 'Wähl das Netzwerk noch einmal und trage Client-ID und Schlüssel ein.',
  },
  noDialog: { why: 'Es läuft keine Anmeldung.', advice: 'Beginne erst mit der Anmeldung.' },
  noDemo: { why: 'Das Demo-Netzwerk ließ sich nicht starten.', advice: 'Starte Askbell neu; das Protokoll sagt mehr.' },
  noSite: { why: 'Dieses Netzwerk hat keine solche Seite.', advice: 'Wähl eine Seite aus der Liste.' },
  itemGone: { why: 'Diesen Eintrag gibt es nicht mehr.', advice: 'Die Liste wird gleich erneuert.' },
  noQuestion: {
    why: 'Hinter diesem Eintrag steht keine Frage.',
    advice: 'Nur was zu einer Frage gehört, lässt sich stumm schalten.',
  },
  tooLate: {
    why: 'Das lässt sich nicht mehr rückgängig machen.',
    advice: 'Es ist schon rückgängig gemacht, oder Askbell wurde seitdem neu gestartet.',
  },
  knowsNobody: {
    why: 'Das Netzwerk kennt kein Konto von dir.',
    advice: 'Tritt erst einer seiner Seiten bei und melde dich dann noch einmal an.',
  },
  noAccount: { why: 'Du hast kein Konto auf dieser Seite.', advice: 'Wähl eine andere Seite.' },
  noNotification: 'Das System hat die Benachrichtigung abgelehnt.',
  network: {
    advice: 'Versuch es in einer Minute noch einmal.',
    offline: 'Das Netzwerk ist nicht zu erreichen.',
    timeout: 'Das Netzwerk antwortet nicht rechtzeitig.',
    throttled: 'Das Netzwerk bittet um weniger Anfragen.',
    backoff: 'Das Netzwerk bittet um eine Pause.',
    'quota-exhausted': 'Die Anfragen dieses Tages sind verbraucht.',
    'token-rejected': 'Du bist beim Netzwerk abgemeldet.',
    'scope-missing': 'Die Anmeldung hat das nicht erlaubt.',
    'bad-key': 'Das Netzwerk kennt diesen Schlüssel nicht.',
    'bad-request': 'Das Netzwerk hat die Anfrage abgelehnt.',
    'not-found': 'Das Netzwerk hat das nicht.',
    'server-fault': 'Das Netzwerk hat eine Störung.',
    'bad-answer': 'Das Netzwerk hat etwas geantwortet, was Askbell nicht lesen kann.',
    cancelled: 'Die Anfrage wurde abgebrochen.',
  },
};

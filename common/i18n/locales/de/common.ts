export const common = {
  views: {
    label: 'Ansichten',
    inbox: 'Posteingang',
    watches: 'Beobachtungen',
    reputation: 'Reputation',
    settings: 'Einstellungen',
  },
  sites: 'Websites',
  skip: 'Zur Ansicht springen',
  unread: 'ungelesen',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht.',
  nothingToUndo: 'Es gibt nichts mehr, was sich rückgängig machen ließe.',
  until: {
    title: 'Zurückstellen bis',
    about: 'Benachrichtigungen warten bis dahin, und du bekommst eine Zusammenfassung.',
    field: 'Datum und Uhrzeit',
    problem: 'Wähle Datum und Uhrzeit in der Zukunft.',
  },
  close: 'Schließen',
  dismiss: 'Ausblenden',
  firstOf: '1 von {{count, number}}',
  tryAgain: 'Noch einmal versuchen',
  starting: 'Askbell startet …',
  suggestions: '{{label}}: Vorschläge',
  selected: '{{label}}: ausgewählt',
  remove: '{{value}} entfernen',
};

export const time = {
  justNow: 'gerade eben',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days: '{{count, plural(one: # Tag; other: # Tage)}}',
};

export const shortTime = {
  now: 'jetzt',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  seconds: '{{count}} s',
  ageMinutes: '{{count}}m',
  ageHours: '{{count}}h',
  ageDays: '{{count}}T',
};

export const failures = {
  notAccepted: {
    message: 'Askbell kann diese Eingabe nicht annehmen.',
    advice: 'Prüfe die Felder und versuche es noch einmal.',
  },
  fault: {
    message: 'In Askbell ist ein Fehler aufgetreten.',
    advice: 'Versuche es noch einmal. Wenn es so bleibt, starte Askbell neu.',
  },
  lost: {
    message: 'Die Verbindung zu Askbell ist unterbrochen.',
    advice: 'Sie wird wiederhergestellt; versuche es gleich noch einmal.',
  },
  silent: { message: 'Askbell hat nicht geantwortet.', advice: 'Versuche es gleich noch einmal.' },
  view: {
    message: 'Diese Ansicht ließ sich nicht zeigen.',
    advice: 'Die anderen Ansichten funktionieren vielleicht noch. Ein neuer Versuch lädt das Fenster neu.',
  },
};

export const names = {
  other: 'Sonstiges',
  kinds: {
    comment: 'Kommentar',
    askbell_match: 'Treffer',
    new_answer: 'Neue Antwort',
    chat_message: 'Chatnachricht',
    careers_message: 'Nachricht von Careers',
    careers_invitations: 'Einladung von Careers',
    meta_question: 'Meta-Frage',
    post_notice: 'Hinweis zum Beitrag',
    moderator_message: 'Nachricht der Moderation',
    question_update: 'Frage geändert',
    followed_post_activity: 'Abonnierter Beitrag',
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
    post_unupvoted: 'Positive Stimme zurückgenommen',
    post_undownvoted: 'Negative Stimme zurückgenommen',
    answer_unaccepted: 'Akzeptieren zurückgenommen',
    asker_unaccept_answer: 'Akzeptieren zurückgenommen',
    voter_downvotes: 'Deine negative Stimme',
    voter_undownvotes: 'Deine negative Stimme zurückgenommen',
    post_flagged_as_offensive: 'Als beleidigend gemeldet',
    bounty_cancelled: 'Prämie abgebrochen',
    post_deleted: 'Beitrag gelöscht',
    post_undeleted: 'Beitrag wiederhergestellt',
    post_migrated: 'Beitrag auf eine andere Seite verschoben',
    user_deleted: 'Benutzer entfernt',
    association_bonus: 'Bonus für verknüpfte Konten',
    arbitrary_reputation_change: 'Anpassung',
    vote_fraud_reversal: 'Stimmen rückgängig gemacht',
  },
};

export const clickRequest = {
  trouble: {
    offline: 'Das Netzwerk ist nicht zu erreichen. Prüfe die Verbindung und versuche es dann noch einmal.',
    throttled: 'Das Netzwerk hat um eine Pause gebeten.',
    'quota-exhausted': 'Das Tageskontingent ist aufgebraucht. Askbell macht weiter, sobald das Netzwerk es erneuert.',
    'signed-out': 'Du bist abgemeldet. Melde dich an und versuche es dann noch einmal.',
    'bad-key': 'Das Netzwerk kennt diesen Schlüssel nicht. Wähle das Netzwerk neu und gib Client-ID und Schlüssel ein.',
    'not-offered': 'Dieses Netzwerk bietet das nicht an.',
    failed: 'Das Netzwerk hat eine unsinnige Antwort gegeben. Das Problem liegt dort; versuche es später noch einmal.',
    blocked:
      'Der Bot-Schutz des Netzwerks sperrt Anfragen dieses Computers eine Zeit lang. Versuche es später noch einmal.',
    portal:
      'Eine Anmeldeseite dieses WLANs oder Firmennetzes hat geantwortet. Melde dich dort an und versuche es dann noch einmal.',
  },
  said: 'Das Netzwerk sagt: „{{said}}“.',
  retryIn: 'Du kannst es in {{wait}} noch einmal versuchen.',
  loading: 'Das Netzwerk wird gefragt …',
};

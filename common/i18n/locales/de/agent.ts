export const notices = {
  markRead: 'Als gelesen markieren',
  muteQuestion: 'Frage stummschalten',
  snoozeAll: '1 Stunde zurückstellen',
  kindOn: '{{kind}} auf {{site}}',
  inbox: '{{count, plural(one: # neuer Eintrag; other: # neue Einträge)}} im Eingang',
  reputationOn: '{{change}} Reputation auf {{site}}',
  reputationOnSites: '{{change}} Reputation auf {{count, plural(one: # Seite; other: # Seiten)}}',
  today: '{{change}} heute: {{parts}}',
  moved: {
    upvote: '{{count, number}} positive {{count, plural(one: Stimme; other: Stimmen)}}',
    downvote: '{{count, number}} negative {{count, plural(one: Stimme; other: Stimmen)}}',
    accept: '{{count, number}} akzeptierte {{count, plural(one: Antwort; other: Antworten)}}',
    bounty: '{{count, plural(one: # Prämie; other: # Prämien)}}',
    edit: '{{count, plural(one: # Bearbeitung; other: # Bearbeitungen)}}',
    otherChange: '{{count, number}} andere {{count, plural(one: Änderung; other: Änderungen)}}',
  },
  questionOn: 'Neue Frage auf {{site}}  {{tags}}',
  questions: '{{count, number}} neue {{count, plural(one: Frage; other: Fragen)}} aus deinen Beobachtungen',
  more: 'und {{count, number}} weitere',
  summaryTitle: 'Während der Ruhe',
  summaryOfMany: 'Seit der letzten Benachrichtigung',
  summaryQuestions: '{{count, plural(one: # Frage; other: # Fragen)}} aus deinen Beobachtungen',
  summaryReputation: '{{count, plural(one: # Seite; other: # Seiten)}} mit geänderter Reputation',
  badge: 'Neues Abzeichen: {{name}} ({{rank}}) auf {{site}}',
  badges: '{{count, plural(one: # neues; other: # neue)}} Abzeichen auf {{site}}',
  badgesOnSites: '{{count, plural(one: # neues; other: # neue)}} Abzeichen',
  digest: 'Askbell: {{count, plural(one: # Benachrichtigung; other: # Benachrichtigungen)}}',
  forwardTest: { title: 'Askbell: ein Test', body: 'Das Weiterleiten funktioniert.' },
  privileges: '{{count, plural(one: # neues Recht; other: # neue Rechte)}}',
  summaryBadges: '{{count, plural(one: # Seite; other: # Seiten)}} mit neuen Abzeichen',
  test: {
    question: 'Woher weiß ich, dass Benachrichtigungen ankommen?',
    answer: 'Du siehst diese hier, also kommen sie an.',
  },
};

export const tray = {
  problem: '{{title}}  ·  {{until}}',
  nextAttempt: 'Nächster Versuch in {{time}}',
  item: '{{title}}  ·  {{site}}, {{age}}',
  noChange: 'Reputation heute unverändert',
  change: '{{change}} Reputation heute',
  snooze: 'Benachrichtigungen zurückstellen',
  endSnooze: 'Wieder benachrichtigen (noch {{time}})',
  waiting: '{{waiting}}  ·  Jetzt anzeigen',
  resume: 'Abfragen fortsetzen',
  pause: 'Abfragen anhalten',
  undoMarkRead: '{{count, number}} wieder als ungelesen markieren',
  markAllRead: '{{count, number}} als gelesen markieren',
  openPanel: 'Panel öffnen',
  quit: 'Beenden',
  tooltip: {
    whole: 'Askbell: {{parts}}',
    starting: 'startet',
    notSignedIn: 'nicht angemeldet',
    paused: 'angehalten',
    snoozed: 'Benachrichtigungen zurückgestellt',
    quiet: 'Ruhezeit',
    nothingUnread: 'nichts Ungelesenes',
    resumesIn: 'geht in {{time}} weiter',
    nextCheck: 'nächste Abfrage um {{time}} ({{what}})',
  },
};

export const conditions = {
  fault: {
    title: 'Askbell konnte das Empfangene nicht speichern',
    advice:
      'Vielleicht ist die Festplatte voll, oder der Datenordner fehlt. Einzelheiten stehen im Protokoll. Askbell versucht es weiter.',
  },
  offline: {
    title: '{{network}} ist nicht zu erreichen',
    advice:
      'Prüfe die Internetverbindung und, falls du eine eingegeben hast, die Adresse des Netzwerks. Askbell versucht es weiter.',
  },
  timeout: {
    title: '{{network}} antwortet nicht rechtzeitig',
    advice: 'Die Verbindung ist langsam oder gestört. Askbell versucht es weiter.',
  },
  throttled: {
    title: '{{network}} bittet Askbell, seltener zu fragen',
    advice: 'Du musst nichts tun: Askbell wartet so lange wie nötig und macht dann weiter.',
  },
  backoff: {
    title: '{{network}} bittet um eine Pause',
    advice: 'Du musst nichts tun: Askbell wartet so lange wie nötig und macht dann weiter.',
  },
  exhausted: {
    title: 'Das Tageskontingent für {{network}} ist aufgebraucht',
    advice:
      'Askbell macht weiter, sobald das Netzwerk das Kontingent erneuert. Andere Programme mit demselben Konto oder derselben Adresse nutzen dasselbe Kontingent.',
  },
  clicksOnly: {
    title: 'Das Tageskontingent für {{network}} ist aufgebraucht',
    advice:
      'Die letzten Anfragen bleiben für deine eigenen Klicks. Alles andere geht weiter, sobald das Netzwerk das Kontingent erneuert.',
  },
  reserve: {
    title: 'Das Tageskontingent für {{network}} ist aufgebraucht',
    advice:
      'Einige Anfragen bleiben für den Eingang, der weiterhin ab und zu abgefragt wird, und für deine eigenen Klicks. Alles andere geht weiter, sobald das Netzwerk das Kontingent erneuert.',
  },
  signedOut: {
    title: 'Du bist bei {{network}} abgemeldet',
    advice: 'Der Zugriff von Askbell ist abgelaufen oder wurde widerrufen. Melde dich neu an; nichts geht verloren.',
  },
  notKept: {
    title: 'Du bist bei {{network}} abgemeldet',
    advice: 'Die Anmeldung ließ sich auf diesem Computer nicht speichern. Melde dich neu an; nichts geht verloren.',
  },
  notRead: {
    title: 'Du bist bei {{network}} abgemeldet',
    advice:
      'Der Schlüsselbund des Systems ist gesperrt oder antwortet nicht. Entsperre ihn oder melde dich neu an; nichts geht verloren.',
  },
  scope: {
    title: 'Askbell darf deinen Eingang nicht lesen',
    advice: 'Du hast den Zugriff darauf bei der Anmeldung nicht erlaubt. Melde dich neu an und stimme zu.',
  },
  badKey: {
    title: '{{network}} kennt diesen Schlüssel nicht',
    advice:
      'Prüfe Client-ID und Schlüssel deiner registrierten Anwendung. Den Schlüssel kannst du in den Einstellungen ändern; du bleibst angemeldet.',
  },
  keyExpired: {
    title: 'Dein Schlüssel für {{network}} ist abgelaufen',
    advice:
      'Erzeuge auf der Seite deiner Anwendung beim Netzwerk einen neuen („Generate new API Key“) und trage ihn in den Einstellungen ein. Du bleibst angemeldet.',
  },
  siteRefused: {
    title: '{{network}} lehnt Anfragen für {{site}} ab',
    advice: 'Wenn das so bleibt, gibt es die Website wohl nicht mehr: Beende dort deine Beobachtungen ({{watches}}).',
  },
  badRequest: {
    title: '{{network}} hat eine Anfrage abgelehnt',
    advice:
      'Wenn das so bleibt, hat sich das Netzwerk vielleicht geändert: Suche nach einer neueren Version von Askbell.',
  },
  serverFault: {
    title: '{{network}} hat eine Störung',
    advice: 'Das Problem liegt dort. Askbell versucht es weiter.',
  },
  badAnswer: {
    title: '{{network}} hat eine Antwort gesendet, die Askbell nicht lesen kann',
    advice:
      'Vielleicht ist die Anmeldeseite eines Hotel- oder Firmennetzes dazwischen, oder die Adresse ist falsch. Öffne zur Probe eine Webseite; Askbell versucht es weiter.',
  },
  unreadable: {
    title: 'Askbell kann die Listen von {{network}} nicht lesen',
    advice:
      'Das Netzwerk antwortet, aber in einer seiner Listen kann Askbell keinen Eintrag lesen; deshalb fehlt hier vielleicht Neues. Sieh solange auf den Seiten des Netzwerks nach und suche nach einer neueren Version von Askbell. Askbell versucht es weiter.',
  },
  protection: {
    title: 'Der Bot-Schutz von {{network}} sperrt Askbell',
    advice:
      'Er hält diesen Computer für einen Bot, vielleicht wegen anderer Programme an derselben Adresse. Du musst nichts tun: Askbell wartet und versucht es dann wieder. Du bleibst angemeldet.',
  },
  portal: {
    title: 'Statt {{network}} hat eine Anmeldeseite geantwortet',
    advice:
      'Im WLAN oder Firmennetz musst du dich erst anmelden. Öffne dazu irgendeine Webseite und klicke dann auf „Jetzt versuchen“; sonst versucht es Askbell von selbst wieder. In Askbell bleibst du angemeldet.',
  },
  clock: {
    behind: 'Die Uhr dieses Computers geht etwa {{size}} nach',
    ahead: 'Die Uhr dieses Computers geht etwa {{size}} vor',
    minutes: '{{count, plural(one: # Minute; other: # Minuten)}}',
    hours: '{{count, plural(one: # Stunde; other: # Stunden)}}',
    days: '{{count, plural(one: # Tag; other: # Tage)}}',
    advice:
      'Du verpasst nichts, aber die Altersangaben stimmen nicht. Stelle Datum und Uhrzeit in den Systemeinstellungen ein.',
  },
  expired: {
    title: 'Deine Anmeldung bei {{network}} ist abgelaufen',
    advice: 'Sie galt nur für einen Tag. Melde dich neu an; nichts geht verloren.',
  },
  expires: {
    title: 'Deine Anmeldung bei {{network}} läuft in {{time}} ab',
    advice: 'Sie gilt nur für einen Tag. Melde dich neu an, um auf dem Laufenden zu bleiben.',
  },
  signInFailed: 'Die Anmeldung hat nicht geklappt',
  secretsNotKept: 'Nach einem Neustart musst du dich neu anmelden',
  notificationsFail: {
    title: 'Das System blockiert Benachrichtigungen',
    advice: 'Erlaube Askbell in den Systemeinstellungen Benachrichtigungen. Alles Neue steht in diesem Fenster.',
  },
  forwardingFails: {
    title: 'Manche Benachrichtigungen konnten nicht weitergeleitet werden',
    advice:
      'Nach einem Tag wurden sie aufgegeben. Einstellungen → Weiterleiten sagt, warum; ein Test, der ankommt, ' +
      'beendet diesen Hinweis.',
  },
  diskFull: {
    title: 'Der Datenträger ist voll',
    advice:
      'Askbell macht im Arbeitsspeicher weiter und speichert {{file}}, sobald wieder Platz ist: Gib etwas Speicherplatz ' +
      'frei. Neues geht verloren, wenn Askbell oder der Computer vorher ausgeschaltet wird, und wird dann vielleicht ' +
      'noch einmal gemeldet.',
  },
  unwritable: {
    title: 'Der Verlauf lässt sich nicht speichern',
    advice:
      'Askbell macht im Arbeitsspeicher weiter. Prüfe, ob {{file}} beschreibbar und der Datenträger angeschlossen ist. ' +
      'Neues geht verloren, wenn Askbell oder der Computer vorher ausgeschaltet wird, und wird dann vielleicht noch ' +
      'einmal gemeldet.',
  },
  settingsUnwritable: {
    title: 'Die Einstellungen lassen sich nicht speichern',
    advice: 'Askbell behält sie im Arbeitsspeicher und versucht es weiter. Prüfe, ob {{file}} beschreibbar ist.',
  },
  moveToApplications: {
    title: 'Askbell in den Ordner „Programme“ bewegen?',
    detail: 'Von dort kann es sich aktualisieren und starten, wenn du dich anmeldest.',
    move: 'Bewegen',
  },
  update: {
    title: 'Askbell {{version}} ist da',
    self: 'Es ist heruntergeladen und wird installiert, wenn du Askbell beendest.',
    page: 'Du bekommst es hier: {{page}}',
  },
  demoReset: {
    title: 'Das Demo-Netzwerk hat von vorn begonnen',
    advice:
      'Seine Daten waren beschädigt, deshalb ist dort alles neu; vielleicht musst du dich noch einmal anmelden. Die beschädigte Datei bleibt erhalten: {{file}}.',
  },
  historyGone: {
    title: 'Der Verlauf wurde gelöscht, während Askbell lief',
    advice: 'Askbell hat ihn neu geschrieben: {{file}}. Löschen kannst du ihn unter Einstellungen → Konten und Daten.',
    replaced: 'Askbell hat ihn neu geschrieben: {{file}}. Was an seiner Stelle lag, bleibt erhalten: {{aside}}.',
  },
  historyMissing: {
    title: 'Der Verlauf fehlte',
    advice:
      'Askbell lief hier schon, hat aber keinen Verlauf gefunden und einen neuen begonnen: {{file}}. Wenn ' +
      'du die alte Datei hast, beende Askbell und lege sie dorthin.',
  },
  historyDamaged: {
    title: 'Der Verlauf war beschädigt',
    saved: 'Askbell hat alles in eine neue Datei gerettet. Die beschädigte bleibt erhalten: {{file}}.',
    savedInPart:
      'Askbell konnte {{count, plural(one: # Eintrag; other: # Einträge)}} lesen und retten. Was zuerst neu ist, wird nur aufgelistet; danach wirst du wieder benachrichtigt. Die beschädigte Datei bleibt erhalten: {{file}}.',
    lost:
      'Nichts davon war lesbar, deshalb hat Askbell einen neuen begonnen. Die beschädigte Datei bleibt erhalten: ' +
      '{{file}}.',
  },
  settingsReset: {
    title: 'Einige Einstellungen waren nicht lesbar und wurden zurückgesetzt',
    advice: 'Zurückgesetzt: {{parts}}. Die alten Werte stehen in der Einstellungsdatei unter „rejected“.',
  },
};

export const plan = {
  achievements: 'Erfolge auf allen Seiten',
  scored: 'Punktestände auf {{site}}',
  featured: 'Prämien auf {{site}}',
  history: 'Frühere Reputation auf {{site}}',
  badges: 'Abzeichen auf {{site}}',
  questionsOn: 'Fragen auf {{site}}',
  waiting: 'Das Netzwerk hat um eine Pause gebeten oder war gestört; danach wird weiter abgefragt.',
  quotaUsedUp: 'Das Tageskontingent ist aufgebraucht; es wird weiter abgefragt, sobald das Netzwerk es erneuert.',
  quotaUsedUpInbox: 'Das Tageskontingent ist aufgebraucht; dies nutzt, was für den Eingang reserviert ist.',
  unknown: 'Darüber ist noch nichts bekannt.',
  asOftenAsAllowed: 'So oft, wie das Netzwerk es erlaubt: Das Kontingent reicht dafür.',
  busy: 'jetzt ist dort viel los',
  calm: 'jetzt ist dort wenig los',
  hinted: 'eine offene Verbindung sagt, wann es Neues gibt',
  pageFills: 'bis dahin ist eine Seite von 100 voll',
  away: 'du bist nicht da',
  worthInbox: 'Einträge: etwa {{items}} am Tag, und sie sind am wichtigsten',
  worthReputation: 'Änderungen: etwa {{changes}} am Tag',
  worthQuestions: 'Wichtige Treffer: etwa {{matches}} am Tag',
  worthQuestionsAmong: 'Wichtige Treffer: etwa {{matches}} am Tag, von {{questions}} Fragen',
  worthSlow: 'Punktestände und Prämien ändern sich langsam',
  worthBadges: 'Neue Abzeichen sind selten',
};

export const errors = {
  nobody: { why: 'Du bist nicht angemeldet.', advice: 'Melde dich erst an.' },
  watchGone: { why: 'Diese Beobachtung gibt es nicht mehr.', advice: 'Füge sie noch einmal hinzu.' },
  watched: {
    why: '{{watch}} auf {{site}} beobachtest du schon.',
    advice: 'Ändere die Bedingungen oder nutze die vorhandene Beobachtung.',
  },
  emptyWatch: {
    why: 'Diese Beobachtung hat keine Bedingungen.',
    advice: 'Gib ein Schlagwort oder eine andere Bedingung ein. Das Schlagwort * passt zu jeder Frage.',
  },
  impossibleWatch: {
    why: 'Nichts kann zu dieser Beobachtung passen: Die ausgeschlossenen Schlagwörter umfassen alle verlangten.',
    advice: 'Nimm ein Schlagwort aus einer der beiden Listen.',
  },
  noNetwork: { why: 'Es ist noch kein Netzwerk ausgewählt.', advice: 'Wähle erst ein Netzwerk.' },
  noClientId: {
    why: 'Diese Kopie von Askbell ist bei dem Netzwerk nicht registriert.',
    advice: 'Registriere dort eine Anwendung und trage ihre Client-ID ein.',
  },
  noKey: {
    why: 'Der Schlüssel deiner Anwendung ist nicht auf diesem Computer gespeichert.',
    advice: 'Wähle das Netzwerk noch einmal und trage Client-ID und Schlüssel ein.',
  },
  signInNotSaved: {
    why: 'Deine Anmeldung ließ sich nicht speichern.',
    advice: 'Melde dich neu an; Einzelheiten stehen im Protokoll.',
  },
  noDialog: { why: 'Es läuft keine Anmeldung.', advice: 'Beginne erst mit der Anmeldung.' },
  noDemo: {
    why: 'Das Demo-Netzwerk ließ sich nicht starten.',
    advice: 'Starte Askbell neu; Einzelheiten stehen im Protokoll.',
  },
  noSite: { why: 'Dieses Netzwerk hat keine solche Seite.', advice: 'Wähle eine Seite aus der Liste.' },
  notAWebAddress: {
    why: 'Askbell öffnet diese Adresse nicht.',
    advice: 'Es öffnet nur Webadressen ohne Benutzernamen und Passwort.',
  },
  itemGone: { why: 'Diesen Eintrag gibt es nicht mehr.', advice: 'Warte, bis die Liste aktualisiert ist.' },
  noItem: { why: 'Diesen Eintrag gibt es nicht.', advice: 'askbell inbox --all zeigt Einträge mit ihren Nummern.' },
  noQuestion: {
    why: 'Dieser Eintrag gehört zu keiner Frage.',
    advice: 'Nur Einträge, die zu einer Frage gehören, lassen sich stummschalten.',
  },
  snoozeOver: { why: 'Dieser Zeitpunkt ist schon vorbei.', advice: 'Wähle einen in der Zukunft.' },
  snoozeTooLong: { why: 'Das ist mehr als ein Jahr entfernt.', advice: 'Wähle einen früheren Zeitpunkt.' },
  noSound: {
    why: 'Dieser Ton lässt sich nicht verwenden.',
    advice: 'Wähle eine kurze Audiodatei, etwa WAV, MP3 oder OGG.',
  },
  longSound: { why: 'Dieser Ton ist zu lang.', advice: 'Wähle einen mit höchstens zehn Sekunden.' },
  soundNotKept: 'Der Ton konnte nicht gespeichert werden.',
  tooLate: {
    why: 'Das lässt sich nicht mehr rückgängig machen.',
    advice: 'Es wurde schon rückgängig gemacht, oder Askbell wurde seitdem neu gestartet.',
  },
  knowsNobody: {
    why: 'Du hast kein Konto in diesem Netzwerk.',
    advice: 'Tritt erst einer seiner Seiten bei und melde dich dann noch einmal an.',
  },
  noAccount: { why: 'Du hast kein Konto auf dieser Seite.', advice: 'Wähle eine andere Seite.' },
  forwardingSecret: {
    why: 'Passwort, Schlüssel oder Token fehlt oder hat Zeichen, die es nicht haben kann.',
    advice: 'Gib es ein; eine neue Adresse braucht es noch einmal.',
  },
  forwardingCommand: {
    why: 'Das Fenster kann keinen Befehl festlegen.',
    advice: 'Nimm askbell forward exec in einem Terminal.',
  },
  forwardingKeyring: {
    why: 'Passwort oder Schlüssel ließ sich nicht im Schlüsselbund speichern.',
    advice: 'Entsperre den Schlüsselbund und versuche es noch einmal.',
  },
  forwardingGone: { why: 'Dieses Ziel gibt es nicht mehr.', advice: 'Füge es noch einmal hinzu.' },
  noNotification: 'Das System hat die Benachrichtigung blockiert.',
  network: {
    advice: 'Versuche es in einer Minute noch einmal.',
    offline: 'Das Netzwerk ist nicht zu erreichen.',
    timeout: 'Das Netzwerk antwortet nicht rechtzeitig.',
    throttled: 'Das Netzwerk bittet Askbell, seltener zu fragen.',
    backoff: 'Das Netzwerk bittet um eine Pause.',
    'quota-exhausted': 'Das Tageskontingent ist aufgebraucht.',
    'token-rejected': 'Du bist beim Netzwerk abgemeldet.',
    'scope-missing': 'Die Anmeldung hat das nicht erlaubt.',
    'bad-key': 'Das Netzwerk kennt diesen Schlüssel nicht.',
    'bad-request': 'Das Netzwerk hat die Anfrage abgelehnt.',
    'not-found': 'Das Netzwerk konnte das nicht finden.',
    'server-fault': 'Das Netzwerk hat eine Störung.',
    'bad-answer': 'Das Netzwerk hat eine Antwort gesendet, die Askbell nicht lesen kann.',
    'blocked-by-protection': 'Der Bot-Schutz des Netzwerks sperrt Anfragen dieses Computers.',
    'captive-portal': 'Eine Anmeldeseite dieses WLANs oder Firmennetzes hat geantwortet.',
    cancelled: 'Die Anfrage wurde abgebrochen.',
  },
};

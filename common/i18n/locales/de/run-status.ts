export const runStatus = {
  upgrading: 'Askbell bereitet den Verlauf vor ({{count, number}} Einträge). Das dauert einmal etwa eine Minute.',
  running: 'Askbell {{version}} läuft.',
  starting: 'Askbell startet gerade.',
  address: 'Fenster: {{address}} (öffnen mit: askbell open)',
  folder: 'Datenordner: {{folder}}',
  nobody: 'Du bist nicht angemeldet.',
  signingIn: 'Eine Anmeldung läuft gerade.',
  person: '{{network}}: {{person}}',
  lastCheck: 'Zuletzt abgefragt: {{age}}',
  noCheck: 'Zuletzt abgefragt: noch nie',
  nextCheck: 'Als Nächstes: {{what}}, {{at}}',
  quota: 'Kontingent: heute noch {{remaining, number}} von {{max, number}} Anfragen',
  paused: 'Angehalten: Nichts wird abgefragt, bis du fortsetzt.',
  pausedUntil: 'Abgefragt wird wieder ab {{at}}.',
  snoozed: 'Benachrichtigungen warten bis {{at}}.',
  waiting: 'Benachrichtigungen: {{waiting}}',
  problem: 'Problem: {{title}}',
  warning: 'Warnung: {{title}}',
  fine: 'Alles in Ordnung.',
  notRunning: 'Askbell läuft nicht ({{folder}}). Starten: „askbell“, oder „npm start“ in einem Klon.',
  silent:
    'Askbell läuft mit {{folder}}, antwortet aber nicht. Vielleicht startet es gerade, oder seine Version ist älter als diese.',
};

/** Texts of the other commands. */
export const terminal = {
  nothing: 'Da ist nichts.',
  awake: 'Benachrichtigungen werden wieder angezeigt.',
  hidden: 'Bis {{at}} ausgeblendet: {{items, number}}.',
  watching: 'Beobachtet: {{name}}',
  forwards: 'Leitet weiter an: {{name}}',
  removed: 'Entfernt: {{name}}',
  preview: 'Fragen in dieser Woche: {{questions, number}}; Anfragen am Tag: {{requests, number}}',
  resumed: 'Askbell prüft wieder.',
  heads: {
    items: 'Nr.||Alter|Art|Site|Titel',
    watches: 'Nr.|Site|Diese Woche|Anfragen am Tag|Beobachtung',
    matches: 'Alter|Titel',
    targets: 'Nr.|Art|Ziel',
    reputation: 'Reputation|Heute|Site',
  },
};

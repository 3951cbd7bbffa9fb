import type {
  common as englishCommon,
  failures as englishFailures,
  shortTime as englishShortTime,
  time as englishTime,
} from '../en/common.ts';

export const common: typeof englishCommon = {
  views: {
    label: 'Ansichten',
    inbox: 'Eingang',
    watches: 'Beobachtet',
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
    act: 'Zurückstellen',
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

export const time: typeof englishTime = {
  justNow: 'gerade eben',
  seconds: '{{seconds}} s',
  minutes: '{{minutes}} min',
  hours: '{{hours}} h',
  hoursAndMinutes: '{{hours}} h {{minutes}} min',
  days_one: '{{count}} Tag',
  days_other: '{{count}} Tage',
};

export const shortTime: typeof englishShortTime = {
  now: 'jetzt',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  seconds: '{{count}} s',
  ageMinutes: '{{count}}m',
  ageHours: '{{count}}h',
  ageDays: '{{count}}T',
};

export const failures: typeof englishFailures = {
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
  again: 'Versuche es gleich noch einmal.',
};

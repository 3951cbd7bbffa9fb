import type { firstSteps as english } from '../en/first-steps.ts';

export const firstSteps: typeof english = {
  title: 'Erste Schritte',
  place: 'Schritt {{number}} von {{count}}',
  next: 'Weiter',
  skip: 'Überspringen',
  skipAll: 'Alles überspringen',
  finish: 'Fertig',
  tags: {
    title: 'Beobachte die Tags, zu denen du schreibst',
    about: 'Askbell meldet dir neue Fragen zu den angehakten Tags. Unter „Beobachtet“ kannst du das alles ändern.',
    loading: 'Deine Tags werden gesucht',
    none: 'Es wurden keine Tags von dir gefunden. Unter „Beobachtet“ kannst du beliebige hinzufügen.',
    together: 'Zusammen: {{rate}}.',
    watch_one: '{{count, number}} Tag beobachten',
    watch_other: '{{count, number}} Tags beobachten',
  },
  sites: {
    title: 'Welche Seiten sind dir wichtig?',
    about: 'Neues von ausgeschalteten Seiten wird aufgelistet, aber nicht gemeldet.',
    none: 'Das Netzwerk hat deine Seiten noch nicht genannt. Du findest sie unter Einstellungen → Benachrichtigungen.',
  },
  notification: {
    title: 'So sieht eine Benachrichtigung aus',
    about: 'Damit meldet dir Askbell Antworten, Kommentare und Fragen, auch wenn sein Fenster geschlossen ist.',
    send: 'Testbenachrichtigung senden',
    sent: 'Eine Benachrichtigung wurde gesendet. Hast du sie gesehen?',
    yes: 'Ja, fertig',
    no: 'Nein, nichts',
    again: 'Noch eine senden',
    notSeen: 'Dann hält etwas sie zurück:',
    allow: 'Sieh in den Einstellungen des Systems nach, ob Askbell Benachrichtigungen zeigen darf.',
    doNotDisturb: 'Schalte „Nicht stören“ aus, dort oder bei der Uhr.',
    terminal:
      'Auf diesem Computer gibt es für Askbell keinen Ort für Benachrichtigungen. Sie erscheinen auf dieser Seite, solange sie offen ist, und im Terminal.',
    check: '„Alles prüfen“ unter Einstellungen → Daten und Diagnose sagt, was sonst nicht stimmt.',
  },
};

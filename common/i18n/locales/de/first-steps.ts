import type { firstSteps as english } from '../en/first-steps.ts';

export const firstSteps: typeof english = {
  title: 'Erste Schritte',
  place: 'Schritt {{number}} von {{count}}',
  next: 'Weiter',
  skip: 'Überspringen',
  skipAll: 'Alles überspringen',
  finish: 'Fertig',
  tags: {
    title: 'Beobachte die Schlagwörter, zu denen du schreibst',
    about:
      'Askbell meldet dir neue Fragen zu den angekreuzten Schlagwörtern. Unter „Beobachtet“ kannst du das jederzeit ändern.',
    loading: 'Deine Schlagwörter werden gesucht',
    none: 'Askbell hat keine Schlagwörter gefunden, zu denen du schreibst. Unter „Beobachtet“ kannst du beliebige hinzufügen.',
    together: 'Neue Fragen insgesamt: {{rate}}.',
    watch_one: '{{count, number}} Schlagwort beobachten',
    watch_other: '{{count, number}} Schlagwörter beobachten',
  },
  sites: {
    title: 'Welche Seiten sind dir wichtig?',
    about: 'Neues auf ausgeschalteten Seiten wird aufgelistet, aber du wirst nicht benachrichtigt.',
    none: 'Das Netzwerk hat deine Seiten noch nicht aufgelistet. Du findest sie später unter Einstellungen → Benachrichtigungen.',
  },
  notification: {
    title: 'So sieht eine Benachrichtigung aus',
    about: 'Damit meldet dir Askbell Antworten, Kommentare und Fragen, auch wenn sein Fenster geschlossen ist.',
    send: 'Testbenachrichtigung senden',
    sent: 'Benachrichtigung gesendet. Hast du sie gesehen?',
    yes: 'Ja, fertig',
    no: 'Nein, ich habe nichts gesehen',
    again: 'Noch eine senden',
    notSeen: 'Dann hält etwas sie zurück:',
    allow: 'Sieh in den Einstellungen des Systems nach, ob Askbell Benachrichtigungen zeigen darf.',
    doNotDisturb: 'Schalte „Nicht stören“ aus, dort oder bei der Uhr.',
    terminal:
      'Dieser Computer kann keine Benachrichtigungen zeigen, deshalb erscheinen sie im Terminal und, solange sie offen ist, auf dieser Seite.',
    check: '„Alles prüfen“ unter Einstellungen → Daten und Diagnose zeigt, was sonst nicht stimmt.',
  },
};

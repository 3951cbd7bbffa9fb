import type { firstSteps as english } from '../en/first-steps.ts';

export const firstSteps: typeof english = {
  title: 'Erste Schritte',
  place: 'Schritt {{number}} von {{count}}',
  next: 'Weiter',
  skip: 'Überspringen',
  skipAll: 'Alles überspringen',
  finish: 'Fertig',
  tags: {
    title: 'Neue Fragen zu deinen Tags',
    about:
      'Aus dem, was du beantwortet hast. Die ruhigen sind angekreuzt; unter „Beobachtungen“ kannst du das jederzeit ändern.',
    loading: 'Deine Tags werden gesucht',
    none: 'Askbell hat keine Tags gefunden, zu denen du schreibst. Unter „Beobachtungen“ kannst du beliebige hinzufügen.',
    together: 'Zusammen: {{rate}}',
    good: 'Eine gute Menge. Bei viel Betrieb wird gebündelt.',
    lot: 'Das ist viel. Nimm einige weg oder wähle eine Punktzahl.',
    fromScore: 'Ab {{score}} Punkten',
    watch_one: '{{count, number}} Tag beobachten',
    watch_other: '{{count, number}} Tags beobachten',
  },
  notification: {
    title: 'So sieht eine Benachrichtigung aus',
    about: 'Damit meldet dir Askbell Antworten, Kommentare und Fragen, auch wenn sein Fenster geschlossen ist.',
    send: 'Testbenachrichtigung senden',
    sent: 'Benachrichtigung gesendet. Hast du sie gesehen?',
    yes: 'Ja',
    no: 'Nein',
    again: 'Noch eine senden',
    notSeen: 'Finden wir heraus, warum:',
    allow: 'Sieh in den Einstellungen des Systems nach, ob Askbell Benachrichtigungen zeigen darf.',
    doNotDisturb: 'Schalte „Nicht stören“ aus, dort oder bei der Uhr.',
    terminal:
      'Dieser Computer kann keine Benachrichtigungen zeigen, deshalb erscheinen sie im Terminal und, solange sie offen ist, auf dieser Seite.',
    check: '„Alles prüfen“ unter Einstellungen → Konten und Daten zeigt, was sonst nicht stimmt.',
  },
};

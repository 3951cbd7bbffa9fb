import type { welcome as english } from '../en/welcome.ts';

export const welcome: typeof english = {
  title: 'Willkommen bei Askbell',
  addTitle: 'Netzwerk hinzufügen',
  about:
    'Askbell sagt dir, wenn in einem Frage-und-Antwort-Netzwerk etwas für dich geschieht: Antworten, Änderungen der Reputation und neue Fragen zu den Schlagwörtern, die du beobachtest.',
  signedOut: 'Du bist bei {{network}} abgemeldet.',
  signInAgain: 'Neu anmelden',
  which: 'Welches Netzwerk?',
  demo: {
    name: 'Demo-Netzwerk',
    about: 'Ein kleines Netzwerk auf diesem Computer, mit erfundenen Leuten und Fragen. Du brauchst kein Konto.',
  },
  stackexchange: {
    name: 'Stack Exchange',
    about: 'Stack Overflow und alle Schwesterseiten. Du brauchst dort ein Konto, eine Client-ID und einen Schlüssel.',
  },
  other: {
    name: 'Anderes Netzwerk',
    about: 'Jedes Netzwerk mit derselben API. Du brauchst seine Adressen, eine Client-ID und einen Schlüssel.',
  },
  oneMoment: 'Einen Moment …',
  tryDemo: 'Demo-Netzwerk ausprobieren',
  signIn: 'Anmelden',
  back: 'Zurück',
  register: {
    summary: 'Woher du Client-ID und Schlüssel bekommst',
    at: 'Registriere dort eine Anwendung (es dauert zwei Minuten und kostet nichts):',
    domain: 'Trage als „OAuth Domain“ dies ein, ohne Port:',
    tick: 'Kreuze „Enable Client Side OAuth Flow“ und „Enable Desktop / Non-Web OAuth Redirect Uri“ an.',
    free: 'Name, Beschreibung und Website kannst du frei wählen.',
    copy: 'Kopiere Client-ID und Schlüssel von der Seite, die dann kommt. Das Client-Secret wird nicht gebraucht.',
  },
  fields: {
    application: 'Deine Anwendung',
    networkAndApplication: 'Das Netzwerk und deine Anwendung dort',
    name: 'Name',
    nameHint: 'Wie du das Netzwerk nennen willst.',
    api: 'API-Adresse',
    apiHint: 'Ohne die Version, zum Beispiel https://api.example.org',
    auth: 'Anmeldeadresse',
    authHint: 'Wo der Anmeldedialog des Netzwerks ist, zum Beispiel https://example.org',
    registerHint:
      'Registriere Askbell beim Netzwerk als Anwendung. Trage als OAuth-Domain den Rechnernamen der Anmeldeadresse ein, ohne Port, und erlaube den Client-Side-Flow.',
    clientId: 'Client-ID',
    key: 'Schlüssel',
    keyHint: 'Wird auf diesem Computer gespeichert und nur an dieses Netzwerk gesendet.',
  },
  problems: {
    clientId: 'Trage die Client-ID deiner registrierten Anwendung ein.',
    key: 'Trage den Schlüssel deiner registrierten Anwendung ein.',
    keySpaces: 'Ein Schlüssel enthält keine Leerzeichen. Kopiere ihn noch einmal.',
    name: 'Gib dem Netzwerk einen Namen.',
    api: 'Trage die Adresse der API des Netzwerks ein.',
    auth: 'Trage die Anmeldeadresse des Netzwerks ein.',
    notWhole: 'Das ist keine vollständige Adresse. Sie muss mit https:// oder http:// beginnen.',
    notWeb: 'Die Adresse muss mit https:// oder http:// beginnen.',
    query: 'Lass das ? oder # und alles danach weg.',
    password: 'Lass Benutzernamen und Passwort aus der Adresse weg.',
  },
  signingIn: {
    title: 'Anmelden bei {{network}}',
    ready: 'Der Anmeldedialog wird vorbereitet …',
    inWindow: 'Schließ die Anmeldung im Anmeldefenster ab. Askbell macht weiter, sobald du zugestimmt hast.',
    first: 'Anmelden und zustimmen',
    firstAbout:
      'Der Dialog öffnet sich in einem neuen Tab. Er sagt, worum Askbell bittet: deinen Eingang zu lesen und angemeldet zu bleiben.',
    firstAboutWriting:
      'Der Dialog öffnet sich in einem neuen Tab. Er sagt, worum Askbell bittet: deinen Eingang zu lesen, angemeldet zu bleiben und in deinem Namen zu schreiben. Askbell schreibt nur, wenn du eine Antwort akzeptierst oder das zurücknimmst.',
    open: 'Anmeldedialog öffnen',
    second: 'Die Adresse zurückbringen',
    secondAbout:
      'Wenn der Tab sagt, dass du angemeldet bist, kopiere seine ganze Adresse aus der Adresszeile und füge sie hier ein.',
    address: 'Adresse der Seite, auf der du gelandet bist',
    addressHint: 'Der Teil nach dem # oder nur das Token genügt auch.',
    addressMissing: 'Füge erst die Adresse ein.',
    checking: 'Wird geprüft …',
    finish: 'Anmeldung abschließen',
    again: 'Von vorn beginnen',
    change: 'Angaben ändern',
    cancel: 'Abbrechen',
  },
};

import type { welcome as english } from '../en/welcome.ts';

export const welcome: typeof english = {
  title: 'Willkommen bei Askbell',
  addTitle: 'Netzwerk hinzufügen',
  about:
    'Askbell sagt dir, wenn es in einem Frage-und-Antwort-Netzwerk Neues für dich gibt: Antworten, Änderungen der Reputation und neue Fragen zu den Schlagwörtern, die du beobachtest.',
  signedOut: 'Du bist bei {{network}} abgemeldet.',
  historyStays: 'Was du empfangen hast, bleibt hier. Neues kommt erst, wenn du dich anmeldest.',
  readHistory: 'Empfangenes lesen',
  signInAgain: 'Neu anmelden',
  which: 'Welches Netzwerk?',
  demo: {
    name: 'Demo-Netzwerk',
    about: 'Ein kleines Netzwerk auf diesem Computer, mit erfundenen Leuten und Fragen. Du brauchst kein Konto.',
  },
  stackexchange: {
    name: 'Stack Exchange',
    about: 'Stack Overflow und alle Schwesterseiten. Du brauchst dort ein Konto und eine Client-ID.',
    ownName: 'Stack Exchange, mit eigener Anwendung',
    ownAbout: 'Wenn du dort selbst eine Anwendung registriert hast und Askbell sie benutzen soll.',
  },
  other: {
    name: 'Anderes Netzwerk',
    about:
      'Jedes Netzwerk mit derselben API. Du brauchst seine Adressen und eine Client-ID, manchmal auch einen Schlüssel.',
  },
  builtIn: {
    button: 'Bei Stack Exchange anmelden',
    about: 'Stack Overflow und alle Schwesterseiten. Dein Browser öffnet sich; stimme dort zu, und du bist fertig.',
  },
  whichElse: 'Oder etwas anderes?',
  oneMoment: 'Einen Moment …',
  tryDemo: 'Demo-Netzwerk ausprobieren',
  signIn: 'Anmelden',
  back: 'Zurück',
  register: {
    summary: 'Woher du eine Client-ID bekommst',
    at: 'Wähle bei Stack Apps „Register an application“, was zwei Minuten dauert und nichts kostet:',
    free: 'Name und Beschreibung kannst du frei wählen. Stimme den Bedingungen zu und wähle „Register application“.',
    tick: 'Wähle auf der Seite, die dann kommt, „Manage OAuth“. Kreuze unter „Public client“ „Authorization Code with PKCE“ an.',
    domain: 'Wähle „Save changes“, nachdem du dies als „OAuth domain“ eingetragen hast:',
    copy: 'Trage die Nummer, die „Client ID“ heißt, unten ein. Weder Schlüssel noch Secret werden gebraucht.',
  },
  fields: {
    application: 'Deine Anwendung',
    networkAndApplication: 'Das Netzwerk und deine Anwendung dort',
    name: 'Name',
    nameHint: 'So heißt das Netzwerk in Askbell.',
    api: 'API-Adresse',
    apiHint: 'Ohne die Version, zum Beispiel https://api.example.org',
    auth: 'Anmeldeadresse',
    authHint: 'Wo der Anmeldedialog des Netzwerks ist, zum Beispiel https://example.org',
    registerHint:
      'Registriere Askbell beim Netzwerk als Anwendung. Kreuze „Authorization Code with PKCE“ an und trage als OAuth-Domain „localhost“ ein. Gibt es kein PKCE, kreuze „Implicit“ an (früher „client-side flow“) und trage den Rechnernamen der Anmeldeadresse ein, ohne Port.',
    clientId: 'Client-ID',
    key: 'Schlüssel',
    advanced: 'Erweitert',
    place: 'Wie Token und Schlüssel gesendet werden',
    placeFindOut: 'Automatisch',
    placeHeader: 'In einem Header',
    placeQuery: 'In der Adresse',
    keyOptionalHint:
      'Nur, wenn dieses Netzwerk einen verlangt. Er wird auf diesem Computer gespeichert und nur an dieses Netzwerk gesendet.',
    keyInQueryHint:
      'Nur nötig bei Netzwerken, die Token und Schlüssel in der Adresse erwarten. Er wird auf diesem Computer gespeichert und nur an dieses Netzwerk gesendet.',
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
    inWindow: 'Schließe die Anmeldung im Anmeldefenster ab. Askbell macht weiter, sobald du zugestimmt hast.',
    inBrowser: 'Stimme auf der Anmeldeseite in deinem Browser zu. Askbell macht von selbst weiter.',
    asks: 'Die Seite sagt, worum Askbell bittet: deinen Eingang zu lesen und angemeldet zu bleiben.',
    asksWriting:
      'Die Seite sagt, worum Askbell bittet: deinen Eingang zu lesen, angemeldet zu bleiben und in deinem Namen zu schreiben. Askbell schreibt nur, wenn du eine Antwort akzeptierst oder das zurücknimmst.',
    asksPrivate:
      'Sie fragt auch, ob Askbell private Daten deines Kontos sehen darf: Damit liest Askbell deine Erfolge.',
    stuck: 'Klappt es nicht?',
    stuckPaste:
      'Wenn dein Browser die letzte Seite nicht öffnen konnte, kopiere ihre ganze Adresse und füge sie hier ein.',
    stuckError: 'Wenn die Anmeldeseite einen Fehler zeigt, gibt es einen anderen Weg.',
    otherWay: 'Anderen Weg versuchen',
    clipboard: 'Aus der Zwischenablage nehmen, wenn ich zurückkomme',
    clipboardHint: 'Askbell sucht dort nur die Adresse dieser Anmeldung und lässt alles andere in Ruhe.',
    addressWhole: 'Vollständig, mit allem nach dem Fragezeichen.',
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

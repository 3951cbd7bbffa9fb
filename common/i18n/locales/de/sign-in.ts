export const signIn = {
  declined: 'Die Anmeldung wurde abgelehnt, deshalb hat Askbell keinen Zugang.',
  error: 'Fehlercode: {{error}}.',
  anotherSignIn:
    'Diese Antwort gehört zu einer anderen Anmeldung. Fange noch einmal an und nimm die Seite, die sich dann öffnet.',
  endedElsewhere: 'Die Anmeldung endete auf der falschen Seite. Versuche es noch einmal.',
  checkKey: 'Prüfe Client-ID und Schlüssel.',
  checkAddress: 'Prüfe die API-Adresse und die Verbindung und schließe die Anmeldung dann noch einmal ab.',
  checkSignInAddress: 'Prüfe die Verbindung und die Adressen des Netzwerks und versuche es dann noch einmal.',
  tryAgain: 'Versuche noch einmal, dich anzumelden.',
  windowAt: 'Anmelden bei {{host}}',
  /** Shown if the network provides no name. */
  you: 'Du',
  notLoaded:
    'Die Anmeldeseite konnte nicht geladen werden. Prüfe die Verbindung und die Adressen des Netzwerks und versuche es dann noch einmal.',
  noPort: 'Auf diesem Computer war kein Port frei, über den dein Browser zurückkommen kann.',
  timedOut:
    'Dein Browser ist nicht innerhalb von fünf Minuten zurückgekommen. Fange noch einmal an oder melde dich auf einem anderen Weg an.',
  page: {
    done: { title: 'Du kannst diesen Tab schließen', text: 'Askbell macht von selbst weiter.' },
    failed: {
      title: 'Askbell hat keinen Zugang bekommen',
      text: 'Du kannst diesen Tab schließen und es in Askbell noch einmal versuchen.',
    },
  },
  problems: {
    nothingPasted: 'Es wurde nichts eingefügt. Kopiere die ganze Adresse der Seite, auf der die Anmeldung endete.',
    otherSite:
      'Diese Adresse gehört zu einer anderen Seite. Kopiere die Adresse der Seite, auf der die Anmeldung endete.',
    unusableToken: 'Die Anmeldung endete ohne brauchbares Token. Versuche noch einmal, dich anzumelden.',
    notCompleted:
      'Das Netzwerk hat die Anmeldung nicht abgeschlossen. Prüfe die Client-ID und versuche es noch einmal.',
    notExchanged:
      'Das Netzwerk hat für den Code, den es gesendet hatte, keinen Zugang gewährt. Fange noch einmal an oder melde dich auf einem anderen Weg an.',
    code: 'Das Netzwerk hat mit einem Code statt mit einem Token geantwortet. Kreuze in der Registrierung deiner Anwendung „Implicit“ an (früher „client-side flow“) und versuche es noch einmal.',
    notTheEnd:
      'Das ist nicht die Adresse, auf der die Anmeldung endet. Erlaube zuerst im Dialog den Zugang und kopiere dann die Adresse der Seite, die folgt.',
    noCode: 'Das Eingefügte enthält keinen Code. Kopiere die ganze Adresse, mit allem nach dem Fragezeichen.',
    noToken: 'Das Eingefügte enthält kein Token. Kopiere die ganze Adresse, mit allem nach dem Zeichen #.',
    notAToken:
      'Das sieht nicht nach einem Token aus. Kopiere die ganze Adresse der Seite, auf der die Anmeldung endete.',
  },
};

export const signOut = {
  notSignedIn: 'Dort bist du nicht angemeldet.',
  notSignedInAdvice: 'Es gibt nichts zu tun.',
  noToken: 'Hier gab es kein Token mehr, das sich bei {{network}} widerrufen ließe.',
  cannotRevoke: 'Bei {{network}} lässt sich ein Token nicht widerrufen.',
  revokeFailed: '{{network}} konnte nicht gebeten werden, das Token zu widerrufen.',
  revokeYourself:
    'Auf diesem Computer ist das Token gelöscht. Widerrufe den Zugriff von Askbell selbst, auf der Seite des Netzwerks mit den autorisierten Anwendungen.',
};

export const signIn = {
  declined: 'Die Anmeldung wurde abgelehnt, deshalb hat Askbell keinen Zugang.',
  error: 'Fehlercode: {{error}}.',
  anotherSignIn: 'Das gehört zu einer anderen Anmeldung. Fange neu an und nimm die Seite, die sich dann öffnet.',
  endedElsewhere: 'Die Anmeldung endete auf der falschen Seite. Versuche es noch einmal.',
  checkKey: 'Prüfe Client-ID und Schlüssel.',
  checkAddress: 'Prüfe die API-Adresse und die Verbindung und schließe die Anmeldung dann noch einmal ab.',
  checkSignInAddress: 'Prüfe die Verbindung und die Adressen des Netzwerks und versuche es dann noch einmal.',
  tryAgain: 'Versuche noch einmal, dich anzumelden.',
  windowAt: 'Anmelden bei {{host}}',
  /** Shown if the network provides no name. */
  you: 'Du',
  notLoaded: 'Die Anmeldeseite lädt nicht. Prüfe die Verbindung und die Adressen des Netzwerks.',
  noPort: 'Auf diesem Computer war kein Port frei, über den dein Browser zurückkommen kann.',
  timedOut: 'Dein Browser kam fünf Minuten lang nicht zurück. Fange neu an oder nimm einen anderen Weg.',
  page: {
    done: { title: 'Du kannst diesen Tab schließen', text: 'Askbell macht von selbst weiter.' },
    failed: {
      title: 'Askbell hat keinen Zugang bekommen',
      text: 'Du kannst diesen Tab schließen und es in Askbell noch einmal versuchen.',
    },
  },
  problems: {
    unusableToken: 'Die Anmeldung endete ohne brauchbares Token. Versuche noch einmal, dich anzumelden.',
    notCompleted: 'Das Netzwerk hat die Anmeldung nicht abgeschlossen. Prüfe die Client-ID.',
    notExchanged: 'Das Netzwerk gab für seinen Code keinen Zugang. Fange neu an oder nimm einen anderen Weg.',
    code: 'Das Netzwerk sandte einen Code statt eines Tokens. Kreuze dort bei deiner Anwendung „Implicit“ an.',
    notTheEnd: 'Dort endet die Anmeldung nicht. Erlaube den Zugang und kopiere dann die ganze Adresse.',
    nothingPasted: 'Es wurde nichts eingefügt. Füge die ganze Adresse der letzten Seite ein.',
    noCode: 'Das Eingefügte enthält keinen Code. Füge die ganze Adresse ein, mit allem nach dem „?“.',
    noToken: 'Das Eingefügte enthält kein Token. Füge die ganze Adresse ein, mit allem nach dem #.',
  },
};

export const signOut = {
  notSignedIn: 'Dort bist du nicht angemeldet.',
  notSignedInAdvice: 'Es gibt nichts zu tun.',
  noToken: 'Hier gab es kein Token mehr, das sich bei {{network}} widerrufen ließe.',
  cannotRevoke: 'Bei {{network}} lässt sich ein Token nicht widerrufen.',
  revokeFailed: '{{network}} konnte nicht gebeten werden, das Token zu widerrufen.',
  revokeYourself: 'Widerrufe Askbells Zugriff selbst, beim Netzwerk unter den autorisierten Anwendungen.',
};

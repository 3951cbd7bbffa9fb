import type { machine as english } from '../en/machine.ts';

export const machine: typeof english = {
  shortcut: {
    taken: 'Ein anderes Programm hat dieses Tastenkürzel. Wähle ein anderes.',
    invalid:
      'Das sind keine Tasten für ein Tastenkürzel. Nimm Strg, Alt oder Umschalt zusammen mit einem Buchstaben, einer Ziffer oder einer Funktionstaste.',
    unsupported:
      'Ohne seine Desktop-App kann Askbell nicht auf ein Tastenkürzel hören. Lege in den Einstellungen deines Systems eines für die Adresse von Askbell fest.',
  },
  sound:
    'Hier wurde kein Programm gefunden, das Töne abspielt. Darum ertönt der Ton des Systems, so laut, wie das System eingestellt ist.',
  proxy: {
    environment:
      'Ohne seine Desktop-App kennt Askbell nur den Proxy aus den Variablen http_proxy und https_proxy. Anmeldeseiten öffnen sich in deinem Browser, mit dessen Proxy.',
    invalid: 'Das ist keine Adresse eines Proxys.',
    invalidAdvice: 'Gib sie als http://host:port ein, zum Beispiel http://proxy.example:8080.',
    named: 'Die Adresse des Proxys enthält einen Benutzernamen oder ein Passwort.',
    namedAdvice: 'Lass sie weg: Einstellungen werden als Klartext gespeichert.',
    failed: 'Der Proxy konnte nicht eingestellt werden.',
  },
  keyring: {
    where: {
      keychain: 'der macOS-Schlüsselbund',
      'credential-manager': 'die Windows-Anmeldeinformationsverwaltung',
      'data-protection': 'der Datenschutz von Windows (DPAPI)',
      keyring: 'der Schlüsselbund des Systems',
    },
    none: 'Dieser Desktop hat keinen Schlüsselbund (GNOME-Schlüsselbund oder KWallet). Du bleibst angemeldet, bis Askbell beendet wird.',
    locked:
      'Der Schlüsselbund des Systems ist gesperrt oder antwortet nicht. Du bleibst angemeldet, bis Askbell beendet wird.',
    unusable:
      'Auf diesem Computer nicht zu verwenden: {{where}}. Darum behält Askbell deine Anmeldung nur, bis es beendet wird. {{advice}}',
    start:
      'Starte oder entsperre einen Schlüsselbund (GNOME-Schlüsselbund, KWallet oder KeePassXC) und starte Askbell neu.',
    unlock: 'Entsperre ihn und starte Askbell neu.',
  },
  startAtLogin: 'Der Start bei der Anmeldung konnte nicht geändert werden.',
  signIn: {
    declined: 'Die Anmeldung wurde abgelehnt; Askbell hat keinen Zugang.',
    says: 'Das Netzwerk sagt: „{{said}}“',
    error: 'Es nennt den Fehler {{error}}.',
    anotherSignIn:
      'Diese Antwort gehört zu einer anderen Anmeldung. Fang noch einmal an und nimm die Seite, die sich dann öffnet.',
    endedElsewhere: 'Die Anmeldung endete nicht, wo sie sollte. Versuch es noch einmal.',
    checkKey: 'Prüf Client-ID und Schlüssel.',
    checkAddress: 'Prüf die API-Adresse und die Verbindung und schließ die Anmeldung dann noch einmal ab.',
    tryAgain: 'Versuch noch einmal, dich anzumelden.',
    problems: {
      nothingPasted: 'Es wurde nichts eingefügt. Kopier die ganze Adresse der Seite, auf der die Anmeldung endete.',
      otherSite:
        'Diese Adresse gehört zu einer anderen Seite. Kopier die Adresse der Seite, auf der die Anmeldung endete.',
      unusableToken: 'Die Anmeldung endete ohne brauchbares Token. Versuch noch einmal, dich anzumelden.',
      notCompleted:
        'Das Netzwerk hat die Anmeldung nicht abgeschlossen. Prüf die Client-ID und versuch es noch einmal.',
      code: 'Das Netzwerk hat mit einem Code statt mit einem Token geantwortet. Schalte in der Registrierung deiner App den „client-side flow“ ein und versuch es noch einmal.',
      notTheEnd:
        'Das ist nicht die Adresse, auf der die Anmeldung endet. Erlaub zuerst im Dialog den Zugang und kopier dann die Adresse der Seite, die folgt.',
      noToken: 'Darin ist kein Token. Kopier die ganze Adresse, mit allem nach dem Zeichen #.',
      notAToken:
        'Das sieht nicht nach einem Token aus. Kopier die ganze Adresse der Seite, auf der die Anmeldung endete.',
    },
  },
  startAtLoginUnsupported:
    'Ohne seine Desktop-App kann Askbell nur unter Linux beim Anmelden starten. Trag seinen Befehl selbst bei den Startprogrammen ein.',
  signOut: {
    nobody: 'Dort ist niemand angemeldet.',
    nobodyAdvice: 'Es gibt nichts zu tun.',
    noToken: 'Hier war kein Token mehr, das bei {{network}} beendet werden konnte.',
    noWay: '{{network}} bietet keinen Weg, ein Token zu beenden.',
    notAsked: '{{network}} konnte nicht gebeten werden, das Token zu beenden.',
    takeBack:
      'Auf diesem Computer ist es gelöscht. Nimm die Erlaubnis selbst zurück, auf der Seite des Netzwerks mit den Anwendungen, denen du sie gegeben hast.',
  },
};

export const system = {
  shortcut: {
    taken: 'Ein anderes Programm benutzt dieses Tastenkürzel. Wähle ein anderes.',
    invalid:
      'Diese Tasten gehen nicht als Tastenkürzel. Nimm Strg, Alt oder Umschalt zusammen mit einem Buchstaben, einer Ziffer oder einer Funktionstaste.',
    unsupported:
      'Ohne seine Desktop-App kann Askbell nicht auf ein Tastenkürzel reagieren. Lege in den Einstellungen deines Systems eines fest, das Askbell noch einmal startet; mit --panel öffnet es das Panel.',
  },
  sound:
    'Askbell hat kein Programm gefunden, das Töne abspielt. Darum benutzt es den Ton und die Lautstärke des Systems.',
  proxy: {
    environment:
      'Ohne seine Desktop-App kann Askbell nur den Proxy aus den Variablen http_proxy und https_proxy benutzen. Anmeldeseiten öffnen sich in deinem Browser und benutzen dessen Proxy.',
    invalid: 'Das ist keine Proxy-Adresse.',
    invalidAdvice: 'Gib sie als http://host:port ein, zum Beispiel http://proxy.example:8080.',
    named: 'Die Proxy-Adresse enthält einen Benutzernamen oder ein Passwort.',
    namedAdvice: 'Lass sie weg: Einstellungen werden als Klartext gespeichert.',
    failed: 'Der Proxy konnte nicht eingestellt werden.',
  },
  startAtLogin: '„Beim Anmelden starten“ konnte nicht geändert werden.',
  startAtLoginUnsupported: {
    system:
      'Ohne seine Desktop-App kann Askbell nur unter Linux beim Anmelden starten. Trage seinen Befehl selbst bei den Startprogrammen ein.',
    confined:
      'Das Paket, in dem Askbell steckt, erlaubt das nicht. Trage Askbell in den Einstellungen deines Systems bei den Startprogrammen ein.',
    forbidden:
      'Askbell darf deine Startprogramme nicht ändern. Läuft es als Dienst, sorgt „systemctl --user enable askbell“ dafür, dass dieser beim Anmelden startet.',
  },
};

export const data = {
  notJson: 'Diese Datei kann nicht gelesen werden.',
  notJsonAdvice: 'Sie ist keine JSON-Datei. Wähle eine, die Askbell exportiert hat; ihr Name beginnt mit „askbell-“.',
  notAskbell: 'Diese Datei ist kein Export von Askbell.',
  notAskbellAdvice: 'Wähle eine, die Askbell exportiert hat; ihr Name beginnt mit „askbell-“.',
  newer: 'Diese Datei stammt von einer neueren Version von Askbell.',
  newerAdvice: 'Aktualisiere Askbell und importiere die Datei dann noch einmal.',
  broken: 'Dieser Export ist beschädigt oder wurde verändert.',
  brokenAdvice:
    'Nichts wurde importiert. Der Fehler steht bei „{{where}}“; exportiere die Daten am Ursprungsort noch einmal.',
  tooLarge: 'Diese Datei ist zu groß.',
  tooLargeAdvice:
    'Askbell importiert bis zu {{megabytes, number}} MB. Exportiere die Daten dort noch einmal, wo sie herkommen.',
  tooLong: 'Diese Datei hat einen Eintrag, der zu lang ist.',
  tooLongAdvice:
    'Nichts wurde importiert. Der Eintrag steht bei „{{where}}“; exportiere die Daten am Ursprungsort noch einmal.',
  tooMany: 'Diese Datei hat zu viele Einträge.',
  tooManyAdvice:
    'Askbell importiert bis zu {{watches, number}} Beobachtungen und {{rows, number}} andere Einträge. Es wurde nichts importiert.',
  noFolder: 'Der Protokollordner konnte nicht geöffnet werden.',
};

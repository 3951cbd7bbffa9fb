export const system = {
  shortcut: {
    taken: 'Ein anderes Programm benutzt dieses Tastenkürzel. Wähle ein anderes.',
    invalid: 'Nimm Strg, Alt oder Umschalt mit einem Buchstaben, einer Ziffer oder einer Funktionstaste.',
    unsupported: 'Lege im System ein Tastenkürzel fest, das Askbell erneut startet; mit --panel öffnet es das Panel.',
  },
  sound: 'Askbell fand kein Programm, das Töne abspielt; du hörst den Ton des Systems.',
  startAtLogin: '„Beim Anmelden starten“ konnte nicht geändert werden.',
  startAtLoginUnsupported: {
    system: 'Ohne Desktop-App geht das nur unter Linux. Trage Askbell bei den Startprogrammen ein.',
    confined: 'Das Paket erlaubt es nicht. Trage Askbell im System bei den Startprogrammen ein.',
    forbidden: 'Askbell darf das nicht ändern. Einen Dienst startet „systemctl --user enable askbell“.',
  },
  proxyEnvironment: 'Ohne Desktop-App benutzt Askbell den Proxy aus http_proxy und https_proxy.',
  proxyInvalid: 'Das ist keine Proxy-Adresse.',
  proxyInvalidAdvice: 'Gib sie als http://host:port ein, zum Beispiel http://proxy.example:8080.',
  proxyNamed: 'Die Proxy-Adresse enthält einen Benutzernamen oder ein Passwort.',
  proxyNamedAdvice: 'Lass sie weg: Einstellungen werden als Klartext gespeichert.',
  proxyFailed: 'Der Proxy konnte nicht eingestellt werden.',
};

export const data = {
  notAskbell: 'Diese Datei ist kein Export von Askbell.',
  notAskbellAdvice: 'Wähle eine, die Askbell exportiert hat; ihr Name beginnt mit „askbell-“.',
  newer: 'Diese Datei stammt von einer neueren Version von Askbell.',
  newerAdvice: 'Aktualisiere Askbell und importiere die Datei dann noch einmal.',
  broken: 'Dieser Export ist beschädigt oder wurde verändert.',
  brokenAdvice: 'Nichts wurde importiert. Der Fehler steht bei „{{where}}“: Exportiere die Daten noch einmal.',
  tooLarge: 'Diese Datei ist zu groß.',
  tooLargeAdvice: 'Askbell importiert bis zu {{megabytes, number}} MB. Exportiere die Daten noch einmal.',
  tooLong: 'Diese Datei hat einen Eintrag, der zu lang ist.',
  tooLongAdvice: 'Nichts wurde importiert. Der Eintrag steht bei „{{where}}“: Exportiere die Daten noch einmal.',
  tooMany: 'Diese Datei hat zu viele Einträge.',
  tooManyAdvice: 'Askbell importiert bis zu {{watches, number}} Beobachtungen und {{rows, number}} andere Einträge.',
  noFolder: 'Der Protokollordner konnte nicht geöffnet werden.',
};

import type { keyring as englishKeyring, system as english } from '../en/system.ts';

export const system: typeof english = {
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

export const keyring: typeof englishKeyring = {
  where: {
    keychain: 'der macOS-Schlüsselbund',
    'credential-manager': 'die Windows-Anmeldeinformationsverwaltung',
    'data-protection': 'der Datenschutz von Windows (DPAPI)',
    keyring: 'der Schlüsselbund des Systems',
  },
  none: 'Dieser Desktop hat keinen Schlüsselbund (GNOME-Schlüsselbund oder KWallet). Du bleibst angemeldet, bis Askbell beendet wird.',
  locked:
    'Der Schlüsselbund des Systems ist gesperrt oder antwortet nicht. Wenn du ihn nicht entsperrst, bleibst du nur angemeldet, bis Askbell beendet wird.',
  unusable:
    'Auf diesem Computer nicht nutzbar: {{where}}. Darum bleibst du nur angemeldet, bis Askbell beendet wird. {{advice}}',
  start:
    'Starte oder entsperre einen Schlüsselbund (GNOME-Schlüsselbund, KWallet oder KeePassXC) und starte Askbell neu.',
  unlock: 'Entsperre ihn und starte Askbell neu.',
};

/** Limitations of the system. */
export const system = {
  shortcut: {
    taken: 'Another program uses this shortcut. Choose a different one.',
    invalid:
      'These keys cannot be a shortcut. Use Ctrl, Alt or Shift together with a letter, a digit or a function key.',
    unsupported:
      'Without its desktop app, Askbell cannot listen for a shortcut. In your system’s settings, set a shortcut that starts Askbell again; with --panel, it opens the panel.',
  },
  sound: 'Askbell found no program that plays sounds, so it uses the system’s own sound at the system’s volume.',
  proxy: {
    environment:
      'Without its desktop app, Askbell can only use the proxy in the variables http_proxy and https_proxy. Sign-in pages open in your browser and use the browser’s proxy.',
    invalid: 'That is not a proxy address.',
    invalidAdvice: 'Enter it as http://host:port, for example http://proxy.example:8080.',
    named: 'The proxy address contains a user name or a password.',
    namedAdvice: 'Leave them out: settings are stored as plain text.',
    failed: 'The proxy could not be set.',
  },
  startAtLogin: '“Start at login” could not be changed.',
  startAtLoginUnsupported: {
    system:
      'Without its desktop app, Askbell can start at login only on Linux. Add its command to the startup programs yourself.',
    confined:
      'The package that Askbell comes in does not allow it. Add Askbell to the startup programs in your system’s settings.',
    forbidden:
      'Askbell is not allowed to change your startup programs. If it runs as a service, “systemctl --user enable askbell” starts that when you log in.',
  },
};

/** Where sign-ins are stored, or why they are not. */
export const keyring = {
  where: {
    keychain: 'the macOS Keychain',
    'credential-manager': 'the Windows Credential Manager',
    'data-protection': 'Windows data protection',
    keyring: 'the system keyring',
  },
  none: 'This desktop has no keyring (GNOME Keyring or KWallet). You stay signed in until Askbell quits.',
  locked:
    'The system’s keyring is locked or does not answer. Unless you unlock it, you stay signed in only until Askbell quits.',
  unusable: 'Askbell cannot use {{where}} on this computer, so you stay signed in only until Askbell quits. {{advice}}',
  start: 'Start or unlock a keyring (GNOME Keyring, KWallet or KeePassXC) and restart Askbell.',
  unlock: 'Unlock it and restart Askbell.',
};

/** What this system can and cannot do for Askbell. */
export const system = {
  shortcut: {
    taken: 'Another program has this shortcut. Choose another one.',
    invalid:
      'These are no keys for a shortcut. Use Ctrl, Alt or Shift together with a letter, a digit or a function key.',
    unsupported:
      'Without its desktop app, Askbell cannot listen for a shortcut. Set one for Askbell’s address in your system’s settings.',
  },
  sound:
    'No program that plays sounds was found here, so the system’s own sound is used, as loud as the system is set.',
  proxy: {
    environment:
      'Without its desktop app, Askbell knows only the proxy of the variables http_proxy and https_proxy. Sign-in pages open in your browser, with the browser’s proxy.',
    invalid: 'That is no address of a proxy.',
    invalidAdvice: 'Enter it as http://host:port, for example http://proxy.example:8080.',
    named: 'The proxy’s address holds a user name or a password.',
    namedAdvice: 'Leave them out: settings are kept as plain text.',
    failed: 'The proxy could not be set.',
  },
  keyring: {
    where: {
      keychain: 'the macOS Keychain',
      'credential-manager': 'the Windows Credential Manager',
      'data-protection': 'Windows data protection',
      keyring: 'the system keyring',
    },
    none: 'This desktop has no keyring (GNOME Keyring or KWallet). You stay signed in until Askbell quits.',
    locked: 'The system’s keyring is locked or does not answer. You stay signed in until Askbell quits.',
    unusable: 'Askbell cannot use {{where}} on this machine, so it keeps your sign-in only until it quits. {{advice}}',
    start: 'Start or unlock a keyring (GNOME Keyring, KWallet or KeePassXC) and start Askbell again.',
    unlock: 'Unlock it and start Askbell again.',
  },
  startAtLogin: 'Start at login could not be changed.',
  startAtLoginUnsupported:
    'Without its desktop app, Askbell can start at login only on Linux. Add its command to the startup programs yourself.',
};

/** Limitations of the system. */
export const system = {
  shortcut: {
    taken: 'Another program uses this shortcut. Choose a different one.',
    invalid: 'Use Ctrl, Alt or Shift together with a letter, a digit or a function key.',
    unsupported: 'Set a shortcut in your system that starts Askbell again; with --panel, it opens the panel.',
  },
  sound: 'Askbell found no program that plays sounds, so you hear the system’s own.',
  startAtLogin: '“Start at login” could not be changed.',
  startAtLoginUnsupported: {
    system: 'Without its desktop app, this works only on Linux. Add Askbell to the startup programs.',
    confined: 'The package does not allow it. Add Askbell to the startup programs in your system.',
    forbidden: 'Askbell may not change it. A service starts with “systemctl --user enable askbell”.',
  },
  proxyEnvironment: 'Without its desktop app, Askbell uses the proxy in http_proxy and https_proxy.',
  proxyInvalid: 'That is not a proxy address.',
  proxyInvalidAdvice: 'Enter it as http://host:port, for example http://proxy.example:8080.',
  proxyNamed: 'The proxy address contains a user name or a password.',
  proxyNamedAdvice: 'Leave them out: settings are stored as plain text.',
  proxyFailed: 'The proxy could not be set.',
};

/** Errors about unreadable exports. */
export const data = {
  notAskbell: 'This file was not exported by Askbell.',
  notAskbellAdvice: 'Choose one that Askbell exported; its name begins with “askbell-”.',
  newer: 'This file was exported by a newer version of Askbell.',
  newerAdvice: 'Update Askbell, then import the file again.',
  broken: 'This export is damaged or has been changed.',
  brokenAdvice: 'Nothing was imported. The error is at “{{where}}”: export the data again.',
  tooLarge: 'This file is too large.',
  tooLargeAdvice: 'Askbell imports up to {{megabytes, number}} MB. Export the data again where it came from.',
  tooLong: 'This file has an entry that is too long.',
  tooLongAdvice: 'Nothing was imported. The entry is at “{{where}}”: export the data again.',
  tooMany: 'This file has too many entries.',
  tooManyAdvice: 'Askbell imports up to {{watches, number}} watches and {{rows, number}} other entries.',
  noFolder: 'The log folder could not be opened.',
};

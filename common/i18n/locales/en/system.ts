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

/** Errors about unreadable exports. */
export const data = {
  notJson: 'This file cannot be read.',
  notJsonAdvice: 'It is not a JSON file. Choose one that Askbell exported; its name begins with “askbell-”.',
  notAskbell: 'This file was not exported by Askbell.',
  notAskbellAdvice: 'Choose one that Askbell exported; its name begins with “askbell-”.',
  newer: 'This file was exported by a newer version of Askbell.',
  newerAdvice: 'Update Askbell, then import the file again.',
  broken: 'This export is damaged or has been changed.',
  brokenAdvice: 'Nothing was imported. The error is at “{{where}}”; export the data again where it came from.',
  tooLarge: 'This file is too large.',
  tooLargeAdvice: 'Askbell imports up to {{megabytes, number}} MB. Export the data again where it came from.',
  tooLong: 'This file has an entry that is too long.',
  tooLongAdvice: 'Nothing was imported. The entry is at “{{where}}”; export the data again where it came from.',
  tooMany: 'This file has too many entries.',
  tooManyAdvice:
    'Askbell imports up to {{watches, number}} watches and {{rows, number}} other entries. Nothing was imported.',
  noFolder: 'The log folder could not be opened.',
};

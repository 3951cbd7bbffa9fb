/** What the machine can and cannot do, and what becomes of a sign-in, in the agent's words. */
export const machine = {
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
  signIn: {
    declined: 'The sign-in was declined, so Askbell has no access.',
    says: 'The network says: “{{said}}”',
    error: 'Its name for the error is {{error}}.',
    anotherSignIn: 'That answer belongs to another sign-in. Start again and use the page that opens then.',
    endedElsewhere: 'The sign-in did not end where it should. Try again.',
    checkKey: 'Check the client id and the key.',
    checkAddress: 'Check the API address and the connection, then finish again.',
    tryAgain: 'Try to sign in again.',
    problems: {
      nothingPasted: 'Nothing was pasted. Copy the whole address of the page where the sign-in ended.',
      otherSite: 'That address belongs to another site. Copy the address of the page where the sign-in ended.',
      unusableToken: 'The sign-in ended without a usable token. Try to sign in again.',
      notCompleted: 'The network did not complete the sign-in. Check the client id, then try again.',
      code: 'The network answered with a code instead of a token. Enable the client-side flow in your app’s registration, then try again.',
      notTheEnd:
        'That is not the address where the sign-in ends. Allow access in the dialog first, then copy the address of the page that follows.',
      noToken: 'There is no token in that. Copy the whole address, with everything after the # sign.',
      notAToken: 'That does not look like a token. Copy the whole address of the page where the sign-in ended.',
    },
  },
  startAtLoginUnsupported:
    'Without its desktop app, Askbell can start at login only on Linux. Add its command to the startup programs yourself.',
  signOut: {
    nobody: 'Nobody is signed in there.',
    nobodyAdvice: 'Nothing to do.',
    noToken: 'There was no token left here to end at {{network}}.',
    noWay: '{{network}} has no way to end a token.',
    notAsked: '{{network}} could not be asked to end the token.',
    takeBack:
      'It is deleted on this computer. Take the permission back yourself on the network’s page of your authorized applications.',
  },
};

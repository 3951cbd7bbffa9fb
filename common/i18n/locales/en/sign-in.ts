/** Results of a sign-in. */
export const signIn = {
  declined: 'The sign-in was declined, so Askbell has no access.',
  error: 'Error code: {{error}}.',
  anotherSignIn: 'That belongs to another sign-in. Start again and use the page that opens then.',
  endedElsewhere: 'The sign-in ended on the wrong page. Try again.',
  checkKey: 'Check the client id and the key.',
  checkAddress: 'Check the API address and the connection, then finish signing in again.',
  checkSignInAddress: 'Check the connection and the network’s addresses, then try again.',
  tryAgain: 'Try signing in again.',
  windowAt: 'Sign in at {{host}}',
  /** Shown if the network provides no name. */
  you: 'You',
  notLoaded: 'The sign-in page could not be loaded. Check the connection and the network’s addresses.',
  noPort: 'No port on this computer was free for your browser to come back to.',
  timedOut: 'Your browser did not come back within five minutes. Start again, or sign in another way.',
  /** Final page in the browser. */
  page: {
    done: { title: 'You can close this tab', text: 'Askbell continues by itself.' },
    failed: { title: 'Askbell was not given access', text: 'You can close this tab and try again in Askbell.' },
  },
  problems: {
    unusableToken: 'The sign-in ended without a usable token. Try signing in again.',
    notCompleted: 'The network did not complete the sign-in. Check the client id, then try again.',
    notExchanged: 'The network did not grant access for its code. Start again, or sign in another way.',
    code: 'The network sent a code, no token. Tick “Implicit” in your application’s registration.',
    notTheEnd: 'The sign-in does not end at that address. Allow access, then copy the whole address.',
    nothingPasted: 'Nothing was pasted. Paste the whole address of the last page.',
    noCode: 'What you pasted contains no code. Paste the whole address, with everything after the “?”.',
    noToken: 'What you pasted contains no token. Paste the whole address, with everything after the #.',
  },
};

/** Results of a sign-out. */
export const signOut = {
  notSignedIn: 'You are not signed in there.',
  notSignedInAdvice: 'There is nothing to do.',
  noToken: 'There was no token left here to revoke at {{network}}.',
  cannotRevoke: '{{network}} offers no way to revoke a token.',
  revokeFailed: '{{network}} could not be asked to revoke the token.',
  revokeYourself: 'Revoke Askbell’s access yourself, on the network’s page of authorised applications.',
};

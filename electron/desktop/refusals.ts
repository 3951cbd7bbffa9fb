import { webAddress } from '../../common/web-address.ts';

/**
 * Start at login is not possible: not supported on this system (`system`), prevented by the package's sandbox
 * (`confined`), or no write permission (`forbidden`). The message is for logs.
 */
export class StartAtLoginUnsupported extends Error {
  override readonly name = 'StartAtLoginUnsupported';
  readonly why: 'system' | 'confined' | 'forbidden';

  constructor(why: StartAtLoginUnsupported['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Thrown for an address that may not be opened outside Askbell. */
export class NotAWebAddress extends Error {
  override readonly name = 'NotAWebAddress';
}

/**
 * Returns an address in the form to pass to a browser.
 * @throws NotAWebAddress if a browser may not open it
 */
export function openableAddress(text: string): string {
  const url = webAddress(text);
  if (!url) throw new NotAWebAddress('Askbell opens only web addresses without a user name and password.');
  return url.href;
}

/** The sign-in window could not load the dialog; `message` is the system's reason. */
export class AuthorizationFailed extends Error {
  override readonly name = 'AuthorizationFailed';
}

/** The user closed the sign-in window. */
export class AuthorizationCancelled extends Error {
  override readonly name = 'AuthorizationCancelled';
}

/** Whether the dialog may send a person's token to an address, and why not. */
export type RedirectVerdict = { allowed: URL } | { refused: string };

/** An address to return to, and what is known of who asks for it. */
export interface RedirectQuestion {
  redirectUri: string;
  /** The domain that the application registered. */
  domain: string;
  /** The dialog's own address, without a slash at the end. */
  authUrl: string;
  /** Whether the application may use the desktop redirect; default true. */
  isDesktop?: boolean;
}

/** The redirect that desktop apps use, whatever its port. */
export const desktopRedirect = (authUrl: string) => `${authUrl}/oauth/login_success`;

/** Blanks and line ends that a browser takes out of an address before it reads it. */
const IGNORED_CHARACTERS = new RegExp(String.raw`^[\0-\x20]+|[\t\n\r]`, 'g');

/** The port as it was written, even where it is the one that the address would have anyway, which `URL` forgets. */
export const portIn = (address: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:[\\/]*[^\\/?#]*?:(\d+)(?:[\\/?#]|\s*$)/i.exec(address.replace(IGNORED_CHARACTERS, ''))?.[1];

/** Reads an address to return to: a whole one, without a fragment. */
export function readRedirect(redirectUri: string): RedirectVerdict {
  if (redirectUri === '') return { refused: 'The address to return to (redirect_uri) is missing.' };
  const url = URL.parse(redirectUri);
  if (!url) return { refused: 'The address to return to (redirect_uri) is not a complete address.' };
  if (url.hash !== '') return { refused: 'The address to return to (redirect_uri) must not have a fragment (#…).' };
  return { allowed: url };
}

/**
 * The redirect rule (docs/api.md, "Authentication"): the address must be under the domain the application registered,
 * subdomains included; a port is refused, appended to the registered domain or not.
 */
export function judgeRedirect({ redirectUri, domain, authUrl, isDesktop = true }: RedirectQuestion): RedirectVerdict {
  const read = readRedirect(redirectUri);
  if ('refused' in read) return read;
  const { allowed: url } = read;
  const desktop = new URL(desktopRedirect(authUrl));
  if (
    isDesktop &&
    url.origin === desktop.origin &&
    url.pathname.replace(/\/$/, '') === desktop.pathname &&
    url.username === '' &&
    url.password === ''
  )
    return { allowed: url };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { refused: 'The address to return to (redirect_uri) must begin with https:// or http://.' };
  if (url.username !== '' || url.password !== '')
    return { refused: 'The address to return to (redirect_uri) must not carry a user name or password.' };
  const registered = domain.toLowerCase();
  if (registered.includes(':'))
    return { refused: `The app registered its domain with a port (${domain}). Register it without one.` };
  if (url.hostname !== registered && !url.hostname.endsWith(`.${registered}`))
    return {
      refused: `The address to return to (${url.hostname}) is not under the domain the app registered (${domain}).`,
    };
  const port = portIn(redirectUri);
  if (port !== undefined)
    return { refused: `The address to return to has the port ${port}; the registered domain (${domain}) has none.` };
  return { allowed: url };
}

function listed(parameters: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const list = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') list.append(name, value);
  return list;
}

/** The address with parameters in its fragment, in the given order; empty ones are left out. */
export const withFragment = (url: URL, parameters: Readonly<Record<string, string | undefined>>): string =>
  `${url.href}#${listed(parameters).toString()}`;

/** The address with parameters added to its query, in the given order; empty ones are left out. */
export function withQuery(url: URL, parameters: Readonly<Record<string, string | undefined>>): string {
  const target = new URL(url);
  for (const [name, value] of listed(parameters)) target.searchParams.append(name, value);
  return target.href;
}

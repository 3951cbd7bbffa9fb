import { desktopRedirect, portIn, readRedirect, type RedirectQuestion, type RedirectVerdict } from './redirect.ts';

/** Schemes that name no program to lead back to, but something a browser would run or show by itself. */
const NO_PROGRAM: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'ftp', 'ws', 'wss'].map((scheme) => `${scheme}:`),
);

/**
 * The redirect rule of the public service since 2025 (docs/api.md, "Redirects"): the registered domain and its
 * subdomains; `localhost`, where that is the domain, with any port; a scheme of a program's own whose host part is the
 * registered domain; the network's own page for programs that are no web sites, for applications that may use it and
 * for those whose domain is the network's.
 */
export function judgePublicRedirect(question: RedirectQuestion): RedirectVerdict {
  const read = readRedirect(question.redirectUri);
  if ('refused' in read) return read;
  const { allowed: url } = read;
  const registered = question.domain.toLowerCase();
  const home = new URL(desktopRedirect(question.authUrl));
  if (url.username !== '' || url.password !== '')
    return { refused: 'The address to return to (redirect_uri) must not carry a user name or password.' };
  if (url.origin === home.origin && url.pathname === home.pathname)
    return question.isDesktop === false && registered !== home.hostname
      ? { refused: 'The app is not registered for the redirect of programs that are no web sites (login_success).' }
      : read;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const host = url.hostname.toLowerCase();
  if (!isWeb && (NO_PROGRAM.has(url.protocol) || host === ''))
    return {
      refused:
        'The address to return to (redirect_uri) must begin with https://, http:// or a scheme of the app’s own, ' +
        'with the registered domain after it.',
    };
  const isUnderDomain = host === registered || (isWeb && host.endsWith(`.${registered}`));
  if (!isUnderDomain)
    return {
      refused: `The address to return to (${host}) is not under the domain the app registered (${question.domain}).`,
    };
  const port = portIn(question.redirectUri);
  if (port !== undefined && registered !== 'localhost' && url.origin !== home.origin)
    return { refused: `The address to return to has the port ${port}; the registered domain has none.` };
  return read;
}

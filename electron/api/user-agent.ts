/** Where people find out what Askbell is; also the `homepage` of package.json. */
export const ASKBELL_PAGE = 'https://askbell.github.io/';

/** How Askbell names itself to whatever it asks: the program, its version and its page. */
export const userAgent = (version: string): string => `Askbell/${version} (+${ASKBELL_PAGE})`;

/**
 * A fetch whose requests name Askbell, where they do not name something else. Node would name itself ("node"), and
 * Electron a browser; both send the header that they are given.
 */
export function namingAskbell(fetch: typeof globalThis.fetch, version: string): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    if (!headers.has('user-agent')) headers.set('user-agent', userAgent(version));
    return fetch(input, { ...init, headers });
  };
}

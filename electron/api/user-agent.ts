import type { Fetch } from './fetch.ts';

/** Home page of Askbell; also the `homepage` of package.json. */
export const ASKBELL_PAGE = 'https://askbell.github.io/';

/** Returns the User-Agent of all requests: the program, its version and its page. */
export const userAgent = (version: string): string => `Askbell/${version} (+${ASKBELL_PAGE})`;

/**
 * Wraps a fetch so that its requests have Askbell's User-Agent unless they set another. Node would send its own
 * ("node"), and Electron a browser's; both use the given header.
 */
export function namingAskbell<Answer>(fetch: Fetch<Answer>, version: string): Fetch<Answer> {
  const named: Fetch<Answer> = (address, { headers, ...init } = {}) => {
    const isNamed = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'user-agent');
    return fetch(address, { ...init, headers: { ...(!isNamed && { 'user-agent': userAgent(version) }), ...headers } });
  };
  return Object.assign(named, fetch.rest && { rest: fetch.rest });
}

import type { Fetch } from './fetch.ts';

/** Where people find out what Askbell is; also the `homepage` of package.json. */
export const ASKBELL_PAGE = 'https://askbell.github.io/';

/** How Askbell names itself to whatever it asks: the program, its version and its page. */
export const userAgent = (version: string): string => `Askbell/${version} (+${ASKBELL_PAGE})`;

/**
 * A fetch whose requests name Askbell, where they do not name something else. Node would name itself ("node"), and
 * Electron a browser; both send the header that they are given.
 */
export function namingAskbell<Answer>(fetch: Fetch<Answer>, version: string): Fetch<Answer> {
  const named: Fetch<Answer> = (address, { headers, ...init } = {}) => {
    const isNamed = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'user-agent');
    return fetch(address, { ...init, headers: { ...(!isNamed && { 'user-agent': userAgent(version) }), ...headers } });
  };
  return Object.assign(named, fetch.rest && { rest: fetch.rest });
}

import type { Route } from '../api/query/route.ts';
import type { CredentialPlace } from '../behaviour.ts';
import type { Json, JsonMap } from './json.ts';
import type { Parameter } from './parameters.ts';

/** What an operation needs of whoever asks: nothing, a token, or one with that scope. */
const neededBy = (route: Route, template: string) => route.needs ?? (template.startsWith('/me') ? 'token' : undefined);

/**
 * Who may ask, as OpenAPI has it: anyone, unless the operation needs a token. In the query a token needs a key beside
 * it, in the header it does not (docs/api.md, "Credentials").
 */
export function securityOf(route: Route, template: string, place: CredentialPlace): Json {
  const needed = neededBy(route, template);
  const inQuery: JsonMap[] = [];
  if (place !== 'header') {
    if (needed === undefined) inQuery.push({ key: [] }, { key: [], access_token: [] });
    else inQuery.push({ key: [], access_token: needed === 'token' ? [] : [needed] });
  }
  const inHeader = place === 'query' ? [] : [{ bearer: needed === undefined || needed === 'token' ? [] : [needed] }];
  return [...(needed === undefined ? [{}] : []), ...inQuery, ...inHeader];
}

/** The same in words. */
export function needsInWords(route: Route, template: string, place: CredentialPlace): string {
  const needed = neededBy(route, template);
  if (needed === undefined) return 'Anyone may ask.';
  const scope = needed === 'token' ? '' : ` with the scope ${needed}`;
  if (place === 'header') return `Needs an access_token${scope} in the header Authorization.`;
  return needed === 'token' ? 'Needs an access_token and a key.' : `Needs an access_token${scope}, and a key.`;
}

/** Where credentials stand, as OpenAPI has it. */
export const securitySchemes = (place: CredentialPlace): JsonMap => ({
  ...(place === 'header'
    ? {}
    : {
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'Of a registered application; there is always demo-key.',
        },
        access_token: {
          type: 'apiKey',
          in: 'query',
          name: 'access_token',
          description: 'Of a person, from one of the sign-ins; it needs the key beside it.',
        },
      }),
  ...(place === 'query'
    ? {}
    : {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a person, or else a key of a registered application; there is always demo-key.',
        },
      }),
});

/** What says who asks, where it is sent in a form with the rest (docs/api.md, "Writing"); the query will do as well. */
export const formParameters = (place: CredentialPlace): readonly Parameter[] =>
  place === 'header'
    ? []
    : [
        { name: 'key', schema: { type: 'string' }, description: "The application's key, unless it is in the query." },
        {
          name: 'access_token',
          schema: { type: 'string' },
          description: "The person's token, unless it is in the query; it needs the key beside it.",
        },
      ];

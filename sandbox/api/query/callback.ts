import type { Query } from '../gate/query-string.ts';

/** Names of functions, also within objects, as pages choose them for JSONP. */
const CALLBACK_NAME_PATTERN = /^[\w$]+(?:\.[\w$]+|\[\d+\])*$/;
const MAX_CALLBACK_CHARACTERS = 100;

/** The function to call with the answer (JSONP), if one is named and can be one. */
export function callbackOf(query: Query): string | undefined {
  const name = query['callback'];
  return typeof name === 'string' && name.length <= MAX_CALLBACK_CHARACTERS && CALLBACK_NAME_PATTERN.test(name)
    ? name
    : undefined;
}

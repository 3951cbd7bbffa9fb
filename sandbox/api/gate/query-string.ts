import { parse } from 'node:querystring';

/** Query parameters by name; a name sent more than once has all its values. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** No request needs more; the rest is not looked at. */
const MAX_PARAMETERS = 200;

/** @param text the query without its question mark */
export const readQuery = (text: string): Query => parse(text, '&', '=', { maxKeys: MAX_PARAMETERS });

/** Names of functions, also within objects, as pages choose them for JSONP. */
const CALLBACK_NAME_PATTERN = /^[\w$]+(?:\.[\w$]+|\[\d+\])*$/;
const MAX_CALLBACK_CHARACTERS = 100;

/** The function to call with the answer (JSONP), if one is named and can be one. */
export function callbackOf({ callback }: Query): string | undefined {
  const isName =
    typeof callback === 'string' && callback.length <= MAX_CALLBACK_CHARACTERS && CALLBACK_NAME_PATTERN.test(callback);
  return isName ? callback : undefined;
}

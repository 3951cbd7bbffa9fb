import { parse } from 'node:querystring';

/** Query parameters by name; a name sent more than once has all its values. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** No request needs more; the rest is not looked at. */
const MAX_PARAMETERS = 200;

/** @param text the query without its question mark */
export const readQuery = (text: string): Query => parse(text, '&', '=', { maxKeys: MAX_PARAMETERS });

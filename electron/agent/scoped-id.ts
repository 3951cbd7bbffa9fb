/**
 * Two networks may each have a site `beds`, so in the window the ids of sites, inbox items and questions begin with
 * their account. Only this file knows the format.
 */

/** Returns an id scoped to an account (the network's id). */
export const scopedId = (account: string, id: string): string => `${encodeURIComponent(account)}/${id}`;

/** Splits a scoped id. An id without an account may belong to any. */
export function parseScopedId(text: string): { account: string | undefined; id: string } {
  const end = text.indexOf('/');
  const account = end === -1 ? undefined : decoded(text.slice(0, end));
  return account === undefined ? { account: undefined, id: text } : { account, id: text.slice(end + 1) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the ids that belong to an account, unscoped. Ids stored before there were several accounts belong to each.
 */
export const idsOfAccount = (account: string, ids: string[]): string[] =>
  ids.flatMap((text) => {
    const parsed = parseScopedId(text);
    return parsed.account === undefined || parsed.account === account ? [parsed.id] : [];
  });

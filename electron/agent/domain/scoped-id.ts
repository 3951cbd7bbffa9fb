/**
 * Sites, inbox items and questions of several networks are told apart in the window by the account before their own id:
 * two networks may each have a site `beds`. Nothing but this file knows how that is written.
 */

/** An id with the account (the network's id) that it belongs to. */
export const scopedId = (account: string, id: string): string => `${encodeURIComponent(account)}/${id}`;

/** What stands behind a qualified id; an id without an account may be anybody's. */
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

/** The ids among qualified ones that belong to an account. Ids from before there were several accounts are everybody's. */
export const idsOfAccount = (account: string, ids: string[]): string[] =>
  ids.flatMap((text) => {
    const named = parseScopedId(text);
    return named.account === undefined || named.account === account ? [named.id] : [];
  });

/**
 * Two networks may each have a site `beds`. In the window, the ids of sites, inbox items and questions therefore begin
 * with their account. Only this file knows how such an id is written.
 */

/** An id together with the account (the network's id) that it belongs to. */
export const scopedId = (account: string, id: string): string => `${encodeURIComponent(account)}/${id}`;

/** Takes a scoped id apart; an id without an account may belong to any. */
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
 * Those of some scoped ids that belong to an account. Ids from before there were several accounts belong to every one.
 */
export const idsOfAccount = (account: string, ids: string[]): string[] =>
  ids.flatMap((text) => {
    const parsed = parseScopedId(text);
    return parsed.account === undefined || parsed.account === account ? [parsed.id] : [];
  });

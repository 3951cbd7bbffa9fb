/**
 * Two networks may each have a site `beds`, so in the window the ids of sites, inbox items and questions begin with
 * their account. Only this file knows the format, and that of the tray's keys.
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

/** Inbox item or question found by a watch, by scoped ids. */
export type ItemName = { kind: 'inbox'; key: string } | { kind: 'question'; siteId: string; questionId: number };

/** Returns the key of an item's entry in the tray menu. */
export const trayItemKey = (item: ItemName): string =>
  item.kind === 'inbox' ? `inbox:${item.key}` : `question:${item.questionId}:${item.siteId}`;

/** Parses a tray key; returns undefined for any other text. */
export function parseTrayItemKey(key: string): ItemName | undefined {
  const inbox = /^inbox:(.+)$/s.exec(key);
  if (inbox) return { kind: 'inbox', key: inbox[1]! };
  const question = /^question:(\d+):(.+)$/s.exec(key);
  return question ? { kind: 'question', questionId: Number(question[1]), siteId: question[2]! } : undefined;
}

/**
 * Id of a stream, one subject of polls: the inbox, the accounts, the questions of a site. It is stable, because the
 * history's marks are named after it.
 */
export type StreamId =
  | 'inbox'
  | 'accounts'
  | 'achievements'
  | 'sites'
  | `reputation:${string}`
  | `history:${string}`
  | `badges:${string}`
  | `questions:${string}`
  | `scored:${string}`
  | `featured:${string}`;

/** The part of a stream's id before the colon. */
export type StreamKind = StreamId extends infer Id ? (Id extends `${infer Kind}:${string}` ? Kind : Id) : never;

/** Returns the kind of stream that an id names. */
export const streamKind = (id: StreamId): StreamKind => id.split(':', 1)[0] as StreamKind;

/** Returns the site of a stream (the part after the colon), or the id itself for a stream without a site. */
export const streamSite = (id: StreamId): string => id.slice(id.indexOf(':') + 1);

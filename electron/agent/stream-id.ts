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

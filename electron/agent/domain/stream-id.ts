/**
 * A stream is one thing that is polled: the inbox, the accounts, the questions of a site. Its id is stable, because it
 * names the marks that the history keeps of it.
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

/** What a stream's id says before the colon. */
export type StreamKind = StreamId extends infer Id ? (Id extends `${infer Kind}:${string}` ? Kind : Id) : never;

/** What kind of stream an id names. */
export const streamKind = (id: StreamId): StreamKind => id.split(':', 1)[0] as StreamKind;

/** The site that a stream is about, which follows the colon; the id itself where it is about none. */
export const streamSite = (id: StreamId): string => id.slice(id.indexOf(':') + 1);

/** One thing that is polled. The name is stable: it keys marks in the history. */
export type StreamId =
  | 'inbox'
  | 'accounts'
  | 'sites'
  | `reputation:${string}`
  | `history:${string}`
  | `questions:${string}`
  | `scored:${string}`
  | `featured:${string}`;

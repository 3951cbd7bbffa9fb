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

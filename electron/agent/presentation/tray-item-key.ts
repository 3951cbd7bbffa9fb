/** An inbox item or a question that was watched for, by scoped ids. */
export type ItemName = { kind: 'inbox'; key: string } | { kind: 'question'; siteId: string; questionId: number };

/** The key that a tray menu's entry carries for an item. */
export const trayItemKey = (item: ItemName): string =>
  item.kind === 'inbox' ? `inbox:${item.key}` : `question:${item.questionId}:${item.siteId}`;

/** The item that a tray key names; undefined for any other text. */
export function parseTrayItemKey(key: string): ItemName | undefined {
  const inbox = /^inbox:(.+)$/s.exec(key);
  if (inbox) return { kind: 'inbox', key: inbox[1]! };
  const question = /^question:(\d+):(.+)$/s.exec(key);
  return question ? { kind: 'question', questionId: Number(question[1]), siteId: question[2]! } : undefined;
}

import type { DatabaseSync } from 'node:sqlite';

/** Marks of stream positions, which are only valid together with the rows that the stream returned. */
const POSITIONS = [
  'accounts-at',
  'accounts-left',
  'achievements',
  'badges:',
  'baseline:',
  'cursor:',
  'featured:',
  'inbox-left',
  'inbox-unread-at',
  'scored:',
];

/** Whether a mark is a stream position. */
export const isPosition = (name: string): boolean => POSITIONS.some((prefix) => name.startsWith(prefix));

/**
 * Resets all streams after rows were lost: items of their next poll are listed but not announced. Otherwise items that
 * are no longer known would be announced again.
 */
export function startOver(db: DatabaseSync): void {
  const remove = db.prepare('DELETE FROM marks WHERE substr(name, 1, length(?)) = ?');
  for (const prefix of POSITIONS) remove.run(prefix, prefix);
  db.exec("UPDATE marks SET value = json_remove(value, '$.since') WHERE substr(name, 1, 6) = 'watch:'");
}

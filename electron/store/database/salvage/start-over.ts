import type { DatabaseSync } from 'node:sqlite';

/** Marks of how far a stream was read, which only hold together with the rows that it brought. */
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

/** Whether a mark tells how far a stream was read. */
export const isPosition = (name: string): boolean => POSITIONS.some((prefix) => name.startsWith(prefix));

/**
 * After rows were lost, every stream begins as if it had never been read: what its next poll finds is listed and not
 * announced. Otherwise what was announced, and is no longer known, would be announced a second time.
 */
export function startOver(db: DatabaseSync): void {
  const remove = db.prepare('DELETE FROM marks WHERE substr(name, 1, length(?)) = ?');
  for (const prefix of POSITIONS) remove.run(prefix, prefix);
  db.exec("UPDATE marks SET value = json_remove(value, '$.since') WHERE substr(name, 1, 6) = 'watch:'");
}

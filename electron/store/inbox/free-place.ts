import type { Database } from '../database/database.ts';
import { placeOf, PLACES_PER_SECOND } from './inbox-row.ts';

/** Returns the next free position for a network item in the second of a time in ms. */
export function freePlace(db: Database, at: number): number {
  const first = placeOf(at);
  const last = db.get<{ id: number | null }>(
    'SELECT max(id) AS id FROM inbox_items WHERE id >= ? AND id < ?',
    first,
    // The second half is for matches of watches.
    first + PLACES_PER_SECOND / 2,
  )?.id;
  return (last ?? first) + 1;
}

import type { Database } from '../database/database.ts';
import { placeOf, PLACES_PER_SECOND } from './inbox-row.ts';

/** The next free place in the second of a moment (in ms), for what the network sent. */
export function freePlace(db: Database, at: number): number {
  const first = placeOf(at);
  const last = db.get<{ id: number | null }>(
    'SELECT max(id) AS id FROM inbox_items WHERE id >= ? AND id < ?',
    first,
    // Above are the places of what watches found.
    first + PLACES_PER_SECOND / 2,
  )?.id;
  return (last ?? first) + 1;
}

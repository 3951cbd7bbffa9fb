import type { Database } from './database/database.ts';

/** Entry of the event log: an inbox item, match or reputation change of a profile, by its key. */
export interface LoggedEvent {
  id: number;
  profileId: number;
  kind: 'item' | 'reputation';
  key: string;
  /** In ms since the epoch, by this machine's clock. */
  at: number;
}

const COLUMNS = 'id, profile_id AS profileId, kind, key, at';

/** Condition of an event whose item or change is still there. */
export const HAS_ENTRY = `(EXISTS
  (SELECT 1 FROM inbox_items i WHERE i.profile_id = events.profile_id AND i.key = events.key)
  OR EXISTS (SELECT 1 FROM reputation_events r WHERE r.profile_id = events.profile_id AND r.key = events.key))`;

/** Returns the highest id that was ever given to an event; 0 if there was none. */
export const lastEvent = (db: Database): number =>
  db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'events'")?.seq ?? 0;

/** Returns at most `limit` events after an id, in the order of ids; imported and deleted entries are none. */
export const eventsAfter = (db: Database, id: number, limit: number): LoggedEvent[] =>
  db.all<LoggedEvent>(
    `SELECT ${COLUMNS} FROM events WHERE id > ? AND at IS NOT NULL AND ${HAS_ENTRY} ORDER BY id LIMIT ?`,
    id,
    limit,
  );

/** Returns the owner and key of the item with a number. */
export const itemOfNumber = (db: Database, id: number): LoggedEvent | undefined =>
  db.get<LoggedEvent>(`SELECT ${COLUMNS} FROM events WHERE id = ? AND kind = 'item'`, id);

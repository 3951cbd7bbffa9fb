import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tableNames } from '../check.ts';

/** Mark with the identity of a profile. */
export const IDENTITY_MARK = 'identity';

const Identity = z.object({ network: z.string().min(1), accountId: z.number() });

/**
 * Restores profiles that were lost while some of their rows were salvaged: under the identity in their mark, or as
 * nobody's. Otherwise the next new account would get a lost profile's id, and see another user's data.
 */
export function restoreProfiles(db: DatabaseSync): void {
  const insert = db.prepare(
    "INSERT OR IGNORE INTO profiles (id, network, account_id, display_name) VALUES (?, ?, ?, '')",
  );
  for (const id of idsInUse(db)) {
    const { network, accountId } = identityOf(db, id) ?? { network: `lost:${id}`, accountId: id };
    insert.run(id, network, accountId);
  }
}

/** Returns the profile ids that rows refer to without a profile. Marks without a profile have the id 0. */
function idsInUse(db: DatabaseSync): number[] {
  const owned = tableNames(db).filter(
    (table) => db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, 'profile_id') !== undefined,
  );
  const ids = owned.map((table) => `SELECT profile_id AS id FROM "${table}"`).join(' UNION ');
  const sql = `SELECT id FROM (${ids}) WHERE id > 0 AND id NOT IN (SELECT id FROM profiles) ORDER BY id`;
  return (db.prepare(sql).all() as { id: number }[]).map(({ id }) => id);
}

function identityOf(db: DatabaseSync, id: number): z.output<typeof Identity> | undefined {
  const sql = 'SELECT value FROM marks WHERE profile_id = ? AND name = ?';
  const row = db.prepare(sql).get(id, IDENTITY_MARK) as { value: string } | undefined;
  return row && Identity.safeParse(JSON.parse(row.value)).data;
}

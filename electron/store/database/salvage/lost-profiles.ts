import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tableNames } from '../check.ts';

/** The mark that says whose a profile is. */
export const IDENTITY_MARK = 'identity';

const Identity = z.object({ network: z.string().min(1), accountId: z.number() });

/**
 * Makes the profiles again that were lost while something of theirs was saved: as the person's whom their mark names,
 * or as nobody's. Otherwise the next person to sign in would be given a lost profile's number, and see what is
 * another's.
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

/** The numbers of profiles that rows belong to, and that are no profile. Marks of nobody have the number 0. */
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

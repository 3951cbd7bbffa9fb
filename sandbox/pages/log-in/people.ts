import type { Statements } from '../../world/database/statements.ts';

/** Somebody whom the dialog offers to sign in as. */
export interface Person {
  accountId: number;
  name: string;
  avatar: string;
  /** Over all sites. */
  reputation: number;
  sites: number;
}

const MAX_PEOPLE = 12;

/** The demo people in order; in a world without any, those with the most reputation. */
export function offeredPeople(statements: Statements): Person[] {
  return statements
    .all(
      `SELECT a.id, a.display_name, sum(u.reputation) AS reputation, count(*) AS sites FROM accounts a
         JOIN users u ON u.account_id = a.id
        WHERE a.is_demo = 1 OR NOT EXISTS (SELECT 1 FROM accounts WHERE is_demo = 1)
        GROUP BY a.id ORDER BY CASE WHEN a.is_demo = 1 THEN a.id ELSE 0 END, sum(u.reputation) DESC, a.id
          LIMIT ${MAX_PEOPLE}`,
    )
    .map((row) => ({
      accountId: Number(row['id']),
      name: String(row['display_name']),
      avatar: `/avatars/${Number(row['id'])}.svg`,
      reputation: Number(row['reputation']),
      sites: Number(row['sites']),
    }));
}

import type { Row, Statements } from '../world/database/statements.ts';
import { EARNED_BADGES, IS_UNREAD, OWN_USERS, REACHED_PRIVILEGES } from '../api/routes/personal/told.ts';

/** What a page of the network shows beside a person's picture; docs/api.md, "Socket". */
export interface Topbar {
  Inbox: { UnreadInboxCount: number };
  Achievements: { UnreadRepCount: number; UnreadNonRepCount: number };
}

const UNREAD_ITEMS = 'SELECT count(*) AS n FROM inbox_items WHERE account_id = :account AND is_unread = 1';

/** The sum of the reputation that was not looked at yet. */
const UNREAD_REPUTATION = `SELECT coalesce(sum(told.change), 0) AS n
  FROM (SELECT site_id, user_id, on_date AS created_at, change FROM reputation_events
    WHERE (site_id, user_id) IN ${OWN_USERS}) AS told
  JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id WHERE ${IS_UNREAD}`;

const UNREAD_REST = `SELECT count(*) AS n
  FROM (SELECT site_id, user_id, created_at FROM ${EARNED_BADGES}
    UNION ALL SELECT site_id, user_id, created_at FROM ${REACHED_PRIVILEGES}) AS told
  JOIN users u ON u.site_id = told.site_id AND u.id = told.user_id WHERE ${IS_UNREAD}`;

const numberIn = (row: Row | undefined): number => Number(row?.['n'] ?? 0);

/** What is unread of a person at present. */
export function topbarOf(statements: Statements, account: number): Topbar {
  const count = (sql: string) => numberIn(statements.get(sql, { account }));
  return {
    Inbox: { UnreadInboxCount: count(UNREAD_ITEMS) },
    Achievements: { UnreadRepCount: count(UNREAD_REPUTATION), UnreadNonRepCount: count(UNREAD_REST) },
  };
}

/** The parts that changed; nothing if none did. */
export function changedParts(before: Topbar | undefined, now: Topbar): Partial<Topbar> | undefined {
  const inbox = before?.Inbox.UnreadInboxCount !== now.Inbox.UnreadInboxCount;
  const achievements =
    before?.Achievements.UnreadRepCount !== now.Achievements.UnreadRepCount ||
    before.Achievements.UnreadNonRepCount !== now.Achievements.UnreadNonRepCount;
  if (!inbox && !achievements) return undefined;
  return { ...(inbox && { Inbox: now.Inbox }), ...(achievements && { Achievements: now.Achievements }) };
}

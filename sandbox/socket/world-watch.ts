import type { DatabaseSync } from 'node:sqlite';

/** Is told of what happens in the world, at least once for each change, while its transaction is still open. */
export interface WorldWatcher {
  /** What a person is told may have changed. */
  told(account: number): void;
  asked(site: number, question: number): void;
}

const ACCOUNT_OF = (row: 'NEW' | 'OLD') =>
  `(SELECT account_id FROM users WHERE site_id = ${row}.site_id AND id = ${row}.user_id)`;

/** Which writes change what a person is told, and whose account it is. */
const TRIGGERS: readonly (readonly [when: string, account: string])[] = [
  ['INSERT ON main.inbox_items', 'NEW.account_id'],
  ['UPDATE OF is_unread ON main.inbox_items', 'NEW.account_id'],
  ['DELETE ON main.inbox_items', 'OLD.account_id'],
  ['INSERT ON main.reputation_events', ACCOUNT_OF('NEW')],
  ['INSERT ON main.user_badges', ACCOUNT_OF('NEW')],
  ['INSERT ON main.website_reads', 'NEW.account_id'],
  ['UPDATE ON main.website_reads', 'NEW.account_id'],
  ['UPDATE OF last_access_at ON main.users', 'NEW.account_id'],
];

/** Watches a world from now on, whoever changes it on this connection. */
export function watchWorld(db: DatabaseSync, watcher: WorldWatcher): void {
  db.function('socket_told', (account) => {
    if (account !== null) watcher.told(Number(account));
    return 0;
  });
  db.function('socket_asked', (site, question) => {
    watcher.asked(Number(site), Number(question));
    return 0;
  });
  for (const [index, [when, account]] of TRIGGERS.entries())
    db.exec(`CREATE TEMP TRIGGER socket_told_${index} AFTER ${when} BEGIN SELECT socket_told(${account}); END`);
  db.exec(
    `CREATE TEMP TRIGGER socket_asked AFTER INSERT ON main.posts WHEN NEW.post_type = 1
       BEGIN SELECT socket_asked(NEW.site_id, NEW.id); END`,
  );
}

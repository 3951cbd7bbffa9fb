import type { Database } from './database.ts';
import type { InboxEvent } from './events.ts';

interface InboxRow {
  key: string;
  item_type: string;
  site_id: string;
  site_name: string;
  icon_url: string | null;
  title: string;
  excerpt: string;
  link: string | null;
  created_at: number;
  read_at: number | null;
}

/** An inbox item as it is kept, with the local read mark. */
export interface KeptInboxItem extends InboxEvent {
  unread: boolean;
}

const toItem = (row: InboxRow): KeptInboxItem => ({
  key: row.key,
  itemType: row.item_type,
  site: { id: row.site_id, name: row.site_name, iconUrl: row.icon_url ?? undefined },
  title: row.title,
  excerpt: row.excerpt,
  link: row.link ?? undefined,
  createdAt: row.created_at,
  unreadAtNetwork: false,
  unread: row.read_at === null,
});

/** The inbox of one profile. Read marks are Askbell's own: the network's API cannot set them. */
export function inboxItems(db: Database, profile: number) {
  return {
    /** Keeps what is new and gives it back; what was kept already stays as it is, read mark included. */
    add(events: InboxEvent[], now: number): InboxEvent[] {
      return events.filter(
        (event) =>
          db.run(
            `INSERT INTO inbox_items (profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link, created_at, first_seen_at, read_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
            profile,
            event.key,
            event.itemType,
            event.site.id,
            event.site.name,
            event.site.iconUrl ?? null,
            event.title,
            event.excerpt,
            event.link ?? null,
            event.createdAt,
            now,
            event.unreadAtNetwork ? null : now,
          ).changes > 0,
      );
    },
    /** Newest first; `before` is the last item of the page before. Gives one more than `limit` where there is more. */
    list(limit: number, before?: { createdAt: number; key: string }): KeptInboxItem[] {
      return db
        .all<InboxRow>(
          `SELECT * FROM inbox_items WHERE profile_id = ? AND (created_at, key) < (?, ?)
           ORDER BY created_at DESC, key DESC LIMIT ?`,
          profile,
          before?.createdAt ?? Number.MAX_SAFE_INTEGER,
          before?.key ?? '',
          limit,
        )
        .map(toItem);
    },
    get(key: string): KeptInboxItem | undefined {
      const row = db.get<InboxRow>('SELECT * FROM inbox_items WHERE profile_id = ? AND key = ?', profile, key);
      return row && toItem(row);
    },
    unread(limit: number): KeptInboxItem[] {
      return db
        .all<InboxRow>(
          'SELECT * FROM inbox_items WHERE profile_id = ? AND read_at IS NULL ORDER BY created_at DESC, key DESC LIMIT ?',
          profile,
          limit,
        )
        .map(toItem);
    },
    unreadCount(): number {
      return db.get<{ n: number }>('SELECT count(*) AS n FROM inbox_items WHERE profile_id = ? AND read_at IS NULL', profile)?.n ?? 0;
    },
    setRead(keys: string[], readAt: number | null): void {
      for (const key of keys) db.run('UPDATE inbox_items SET read_at = ? WHERE profile_id = ? AND key = ?', readAt, profile, key);
    },
    markAllRead(readAt: number): void {
      db.run('UPDATE inbox_items SET read_at = ? WHERE profile_id = ? AND read_at IS NULL', readAt, profile);
    },
  };
}

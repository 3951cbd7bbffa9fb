import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * What the Askbell of a data folder has announced of the inbox, item by item, read from its own history: an item that
 * stands here twice was announced twice, whatever banners it came in.
 */
export function announcedItems(dataDir: string): string[] {
  const history = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  try {
    const rows = history.prepare("SELECT subjects FROM notifications WHERE kind = 'inbox' AND state = 'shown'").all() as { subjects: string }[];
    return rows.flatMap(({ subjects }) => (JSON.parse(subjects) as { key: string }[]).map(({ key }) => key));
  } finally {
    history.close();
  }
}

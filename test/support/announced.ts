import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { matchKey } from '../../common/schemas/match-kind.ts';
import type { Subject } from '../../electron/store/events.ts';

function read<Row>(dataDir: string, sql: string): Row[] {
  const history = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  try {
    return history.prepare(sql).all() as Row[];
  } finally {
    history.close();
  }
}

/** Notifications that were ever decided, shown or not. */
export const decidedNotifications = (dataDir: string): number =>
  read<{ count: number }>(dataDir, 'SELECT count(*) AS count FROM notifications')[0]!.count;

/**
 * What was announced, one by one: keys of inbox items, matches, and changes of reputation. A key that stands here twice
 * was announced twice, whatever banners it came in.
 */
export const announcedKeys = (dataDir: string): string[] =>
  read<{ subjects: string }>(dataDir, "SELECT subjects FROM notifications WHERE state = 'shown' ORDER BY id").flatMap(
    ({ subjects }) =>
      (JSON.parse(subjects) as Subject[]).flatMap((subject) => {
        if (subject.kind === 'inbox') return [subject.key];
        if (subject.kind === 'question') return [matchKey(subject.siteId, subject.questionId)];
        return (subject.kind === 'reputation' && subject.keys) || [];
      }),
  );

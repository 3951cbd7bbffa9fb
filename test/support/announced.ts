import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { matchKey } from '../../common/schemas/match-kind.ts';

/** A notification as its history keeps it once it was shown. */
export interface Announcement {
  id: number;
  kind: string;
  subjects: (
    | { kind: 'inbox'; key: string }
    | { kind: 'question'; siteId: string; questionId: number }
    | { kind: 'reputation'; siteId: string; change?: number; keys?: string[] }
  )[];
}

function read<Row>(dataDir: string, sql: string): Row[] {
  const history = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  try {
    return history.prepare(sql).all() as Row[];
  } finally {
    history.close();
  }
}

/** What the Askbell of a data folder has shown, read from its own history, in order. */
export const announcements = (dataDir: string): Announcement[] =>
  read<{ id: number; kind: string; subjects: string }>(
    dataDir,
    "SELECT id, kind, subjects FROM notifications WHERE state = 'shown' ORDER BY id",
  ).map(({ id, kind, subjects }) => ({
    id,
    kind,
    subjects: JSON.parse(subjects) as Announcement['subjects'],
  }));

/** Notifications that were ever decided, shown or not. */
export const decidedNotifications = (dataDir: string): number =>
  read<{ count: number }>(dataDir, 'SELECT count(*) AS count FROM notifications')[0]!.count;

/**
 * What was announced, one by one: keys of inbox items, matches, and changes of reputation. A key that stands here twice
 * was announced twice, whatever banners it came in.
 */
export const announcedKeys = (dataDir: string): string[] =>
  announcements(dataDir).flatMap(({ subjects }) =>
    subjects.flatMap((subject) => {
      if (subject.kind === 'inbox') return [subject.key];
      if (subject.kind === 'question') return [matchKey(subject.siteId, subject.questionId)];
      return (subject.kind === 'reputation' && subject.keys) || [];
    }),
  );

/** Every change of reputation that it keeps, by the id that it is listed with. */
export const keptChanges = (dataDir: string): Map<number, { key: string; change: number }> =>
  new Map(
    read<{ id: number; key: string; change: number }>(dataDir, 'SELECT id, key, change FROM reputation_events').map(
      ({ id, key, change }) => [id, { key, change }],
    ),
  );

import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CLAIMS_FILE, SHOWN_FILE } from './child/files.ts';
import { unfinishedClaims } from './claims.ts';
import type { Kept, KeptNotification, Shown } from './ledger.ts';
import { serialOf } from './people.ts';

/** What a data folder holds, and what SQLite finds wrong with it. */
export interface FolderState {
  kept: Kept;
  shown: Shown[];
  /** How many streams were read before, so that what is new in them is announced. */
  baselines: number;
  /** "ok", or what `PRAGMA integrity_check` says. */
  integrity: string;
}

/** Copies a history that nobody has open. */
function copyOf(file: string, copy: string): string {
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  return copy;
}

/**
 * Reads a data folder: as it stands while Askbell lives, by a copy after it was killed. Whoever opens a database then
 * repairs it, and that is for Askbell to do.
 * @param since ms since the epoch; what is listed as of before is left out
 */
export function readFolder(dataDir: string, since: number, { lives }: { lives: boolean }): FolderState {
  const file = join(dataDir, 'history.sqlite');
  const db = lives
    ? new DatabaseSync(file, { readOnly: true })
    : new DatabaseSync(copyOf(file, join(dataDir, '..', 'copy.sqlite')));
  try {
    const all = <Row>(sql: string, ...values: number[]) => db.prepare(sql).all(...values) as Row[];
    const items = all<{ key: string; excerpt: string; title: string }>('SELECT key, excerpt, title FROM inbox_items');
    const changes = all<{ site: string; post: number | null; at: number; change: number }>(
      'SELECT site_id AS site, post_id AS post, on_date / 1000 AS at, change FROM reputation_events WHERE on_date >= ?',
      since,
    );
    const notices = all<Omit<KeptNotification, 'subjects'> & { subjects: string }>(
      'SELECT id, state, kind, title, subjects FROM notifications',
    );
    return {
      kept: {
        inbox: items.flatMap(({ key, excerpt }) => {
          const serial = serialOf(excerpt);
          return serial === undefined ? [] : [{ key, serial }];
        }),
        questions: all<{ siteId: string; questionId: number }>(
          `SELECT site_id AS siteId, question_id AS questionId FROM questions
           WHERE watch_ids <> '[]' AND matched_at >= ?`,
          since,
        ),
        changes: changes.map((change) => ({ ...change, post: change.post ?? undefined })),
        notices: notices.map((row) => ({ ...row, subjects: JSON.parse(row.subjects) as KeptNotification['subjects'] })),
        unfinished: unfinishedClaims(readFileSync(join(dataDir, CLAIMS_FILE), 'utf8')),
      },
      shown: readFileSync(join(dataDir, SHOWN_FILE), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Shown),
      baselines: all("SELECT name FROM marks WHERE name LIKE 'baseline:%'").length,
      integrity: all<{ integrity_check: string }>('PRAGMA integrity_check')
        .map((row) => row.integrity_check)
        .join('; '),
    };
  } finally {
    db.close();
  }
}

import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '../../common/durations.ts';
import type { Kept, KeptNotification, Shown } from './ledger.ts';
import { serialOf } from './people.ts';

/** Files in the data folder that outlive a kill, because every write goes to the system at once. */
export const SHOWN_FILE = 'shown.jsonl';
export const HITS_FILE = 'kill-points.txt';
/** What became of claims, by life: see `unfinishedClaims`. */
export const CLAIMS_FILE = 'claims.txt';

/** The lines of the file of claims. */
export const CLAIM_LINES = {
  /** A process began to live. */
  life: 'life',
  /** It is about to claim a notification. */
  claim: (id: number): string => `claim ${id}`,
  /** The turn of the event loop in which it claimed is over: by then it has handed over what it claimed. */
  over: 'over',
} as const;

/**
 * Returns the notifications whose claim was the last word of a life: it was killed in the same turn of the event loop,
 * before it could show what it had claimed. No other kill explains that something was claimed and not shown.
 */
export function unfinishedClaims(text: string): Set<number> {
  const lines = [...text.split('\n').filter(Boolean), CLAIM_LINES.life];
  return new Set(
    lines.flatMap((line, index) => {
      const claim = /^claim (\d+)$/.exec(lines[index - 1] ?? '');
      return line === CLAIM_LINES.life && claim ? [Number(claim[1])] : [];
    }),
  );
}

/** Whoever reads something sooner than this after it came may have been faster than its announcement. */
const SOON_MS = 30 * MINUTE_MS;

/** Contents of a data folder, and what SQLite finds wrong with it. */
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

/** Returns the lines of a file; none of one that is missing. */
function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/**
 * Reads a data folder: as it stands while Askbell lives, by a copy after it was killed. Whoever opens a database then
 * repairs it, and that is for Askbell to do.
 * @param isLive whether Askbell has it open
 * @param since ms since the epoch; what is listed as of before is left out
 */
export function readFolder(dataDir: string, since: number, isLive: boolean): FolderState {
  const file = join(dataDir, 'history.sqlite');
  const db = isLive
    ? new DatabaseSync(file, { readOnly: true })
    : new DatabaseSync(copyOf(file, join(dataDir, '..', 'copy.sqlite')));
  try {
    const all = <Row>(sql: string, ...values: number[]) => db.prepare(sql).all(...values) as Row[];
    const items = all<Omit<Kept['inbox'][number], 'serial'> & { excerpt: string }>(
      `SELECT key, excerpt, read_at - first_seen_at < ${SOON_MS} OR listed_at <> created_at AS touched
       FROM inbox_items`,
    );
    const questions = all<Kept['questions'][number]>(
      `SELECT site_id AS siteId, question_id AS questionId, read_at - matched_at < ${SOON_MS} AS touched FROM questions
       WHERE watch_ids <> '[]' AND matched_at >= ?`,
      since,
    );
    const changes = all<{ site: string; post: number | null; at: number; change: number }>(
      'SELECT site_id AS site, post_id AS post, on_date / 1000 AS at, change FROM reputation_events WHERE on_date >= ?',
      since,
    );
    const notices = all<Omit<KeptNotification, 'subjects'> & { subjects: string }>(
      'SELECT id, state, kind, title, subjects FROM notifications',
    );
    return {
      kept: {
        inbox: items.map(({ key, excerpt, touched }) => ({ key, serial: serialOf(excerpt), touched })),
        questions,
        changes: changes.map((change) => ({ ...change, post: change.post ?? undefined })),
        notices: notices.map((row) => ({ ...row, subjects: JSON.parse(row.subjects) as KeptNotification['subjects'] })),
        unfinished: unfinishedClaims(linesOf(join(dataDir, CLAIMS_FILE)).join('\n')),
      },
      shown: linesOf(join(dataDir, SHOWN_FILE)).map((line) => JSON.parse(line) as Shown),
      baselines: all("SELECT name FROM marks WHERE name LIKE 'baseline:%'").length,
      integrity: all<{ integrity_check: string }>('PRAGMA integrity_check')
        .map((row) => row.integrity_check)
        .join('; '),
    };
  } finally {
    db.close();
  }
}

import { DAY_MS } from '../../common/durations.ts';
import { type Database, valueOf, withoutNulls } from './database/database.ts';

/** Messages that are sent together: one, or those of a digest. The first one's key identifies them. */
export interface Batch {
  id: number;
  dueAt: number;
  /** Number of times that it was tried, this one included. */
  tries: number;
  messages: { key: string; content: unknown }[];
}

/**
 * Messages to forward, from the transaction of their notification until their target took them. Each has a key that
 * stays the same however often it is sent, so that a receiver can tell a repetition.
 */
export class Outbox {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(profileId: number, target: string, { id, ...content }: { id: string }, createdAt: number, dueAt: number): void {
    this.#db.run(
      'INSERT INTO outbox (profile_id, target, key, content, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)',
      profileId,
      target,
      id,
      JSON.stringify(content),
      createdAt,
      dueAt,
    );
  }

  /** Whether the oldest message of a target is due. */
  isDue(target: string, now: number): boolean {
    const [head] = this.#db.allUnchanged<{ dueAt: number }>(`${HEAD} LIMIT 1`, target);
    // Further ahead than possible: the clock was set back.
    return head !== undefined && (head.dueAt <= now || head.dueAt > now + DAY_MS);
  }

  /**
   * Returns the next messages of a target, at most `size`, and counts the try. That waits for the disk, and takes along
   * the poll that created them: after a power cut they have the same keys. A batch stays the same until it is removed.
   */
  claim(target: string, size: number): Batch | undefined {
    return this.#db.transaction(() => {
      const row = this.#db.get<object>(`${HEAD} LIMIT 1`, target);
      if (!row) return undefined;
      const head = withoutNulls<{ id: number; dueAt: number; tries: number; batch?: number }>(row);
      const id = head.batch ?? head.id;
      const [batch, limit] = head.batch === undefined ? [null, size] : [id, -1];
      const next = 'SELECT id FROM outbox WHERE target = ? AND batch IS ? ORDER BY id LIMIT ?';
      const update = `UPDATE outbox SET batch = ?, tries = tries + 1 WHERE id IN (${next})`;
      this.#db.run(update, id, target, batch, limit);
      const messages = this.#db
        .all<{ key: string; content: string }>(
          'SELECT key, content FROM outbox WHERE target = ? AND batch = ? ORDER BY id',
          target,
          id,
        )
        .map(({ key, content }) => ({ key, content: valueOf(content) }));
      return { id, dueAt: head.dueAt, tries: head.tries + 1, messages };
    });
  }

  /** Makes messages due at the latest this long after they were created, in ms, but for those of a batch. */
  hasten(target: string, ms: number): void {
    const update = 'UPDATE outbox SET due_at = min(due_at, created_at + ?) WHERE target = ? AND batch IS NULL';
    this.#db.run(update, ms, target);
  }

  /** Removes a batch that its target took. */
  remove(target: string, batch: number): void {
    this.#db.run('DELETE FROM outbox WHERE target = ? AND batch = ?', target, batch);
  }

  /** Removes messages that were due before a time, and all of a batch of which one was. Returns their number. */
  giveUp(target: string, before: number): number {
    const old = 'target = ? AND due_at <= ?';
    const batches = `SELECT batch FROM outbox WHERE ${old}`;
    const sql = `DELETE FROM outbox WHERE (${old}) OR batch IN (${batches})`;
    return this.#db.run(sql, target, before, target, before);
  }

  /** Returns the number of messages of a target. */
  count(target: string): number {
    const sql = 'SELECT count(*) AS n FROM outbox WHERE target = ?';
    return this.#db.allUnchanged<{ n: number }>(sql, target)[0]?.n ?? 0;
  }

  /** Removes the messages of all other targets, which are gone. */
  keepOnly(targets: readonly string[]): void {
    const known = JSON.stringify(targets);
    const others = 'FROM outbox WHERE target NOT IN (SELECT value FROM json_each(?))';
    if (this.#db.allUnchanged(`SELECT 1 ${others} LIMIT 1`, known).length > 0) this.#db.run(`DELETE ${others}`, known);
  }
}

const HEAD = 'SELECT id, due_at AS dueAt, tries, batch FROM outbox WHERE target = ? ORDER BY id';

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Beginning } from './encode.ts';

const MAX_ANSWERS = 100;
const MAX_TEXT_CHARACTERS = 64 * 1024;

/** How many rows this connection has written, and whether another one has; both only ever change. */
const WRITES = "SELECT total_changes() || ' ' || data_version AS writes FROM pragma_data_version";

/**
 * Answers as they were read from the tables, kept until anything at all is written: asking again without a change in
 * between gives the same answer. It cannot be told from one that is read anew, unlike those in {@link AnswerCache}.
 * Answers that depend on the time must not be kept here.
 */
export class UnchangedAnswers {
  readonly #db: DatabaseSync;
  readonly #countWrites: StatementSync;
  readonly #answers = new Map<string, Beginning>();
  #writes: unknown;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#countWrites = db.prepare(WRITES);
  }

  find(key: string): Beginning | undefined {
    this.#forgetOnWrite();
    return this.#answers.get(key);
  }

  /** Keeps an answer that was read since `find` was asked for it. */
  keep(key: string, answer: Beginning): void {
    // A transaction may still be rolled back, which the write count would not show.
    if (this.#db.isTransaction || answer.text.length > MAX_TEXT_CHARACTERS) return;
    if (this.#answers.size >= MAX_ANSWERS) this.#answers.clear();
    this.#answers.set(key, answer);
  }

  #forgetOnWrite(): void {
    const writes = this.#countWrites.get()?.['writes'];
    if (writes === this.#writes) return;
    this.#writes = writes;
    this.#answers.clear();
  }
}

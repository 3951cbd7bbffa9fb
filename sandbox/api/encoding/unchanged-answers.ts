import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Beginning } from './encode.ts';

const MAX_ANSWERS = 100;
const MAX_TEXT_CHARACTERS = 64 * 1024;

/** How many rows this connection has written, and whether another one has; both only ever change. */
const WRITES = "SELECT total_changes() || ' ' || data_version AS writes FROM pragma_data_version";

/**
 * Answers as they were read from the tables, kept until anything at all is written there: who asks the same again
 * without anything having happened gets the same. Nobody can tell it from reading them anew, unlike what
 * {@link AnswerCache} keeps; what depends on the time must not be given to it.
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
    // What a transaction has written may still be undone, and the count of what was written is not, then.
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

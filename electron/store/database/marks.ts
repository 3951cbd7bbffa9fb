/** Reads a mark; its values are the profile and the name. Runs dozens of times per poll. */
export const READ_MARK = 'SELECT value FROM marks WHERE profile_id = ? AND name = ?';

/** Stores a mark; see `ProfileHistory.setMark`. Its values begin with the profile and the name. */
export const SET_MARK =
  'INSERT INTO marks (profile_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';

/** Deletes a mark; its values are the profile and the name. */
export const DELETE_MARK = 'DELETE FROM marks WHERE profile_id = ? AND name = ?';

/** Profile id of marks about maintenance, which belong to no account. */
export const UPKEEP_PROFILE = 0;
export const FULL_CHECK_MARK = 'full-check';
export const BACKUP_MARK = 'backup';

/** Mark to be written. */
export interface LaterMark {
  profileId: number;
  name: string;
  value: string;
}

const keyOf = (profileId: number, name: string): string => `${profileId} ${name}`;

/**
 * Deferred marks in the order in which they were set. A transaction that is rolled back restores the state before it.
 */
export class LaterMarks {
  #marks = new Map<string, LaterMark>();
  /** State at the start of the current transaction. */
  #before: Map<string, LaterMark> | undefined;

  get isEmpty(): boolean {
    return this.#marks.size === 0;
  }

  get(profileId: number, name: string): LaterMark | undefined {
    return this.#marks.get(keyOf(profileId, name));
  }

  set(mark: LaterMark): void {
    this.delete(mark.profileId, mark.name);
    this.#marks.set(keyOf(mark.profileId, mark.name), mark);
  }

  /** Removes a mark whose value in the file is newer. */
  delete(profileId: number, name: string): void {
    this.#marks.delete(keyOf(profileId, name));
  }

  /** Returns and removes all marks. */
  take(): LaterMark[] {
    const all = [...this.#marks.values()];
    this.#marks.clear();
    return all;
  }

  /** Starts a transaction. */
  begin(): void {
    this.#before = new Map(this.#marks);
  }

  /** Ends a transaction, committed or rolled back. */
  end(isKept: boolean): void {
    if (!isKept && this.#before) this.#marks = this.#before;
    this.#before = undefined;
  }
}

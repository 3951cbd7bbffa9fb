/** Reads a mark; its values are the profile and the name. Asked dozens of times for each poll. */
export const READ_MARK = 'SELECT value FROM marks WHERE profile_id = ? AND name = ?';

/** Keeps a mark; see `ProfileHistory.setMark`. Its values begin with the profile and the name. */
export const SET_MARK =
  'INSERT INTO marks (profile_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';

/** Removes a mark; its values are the profile and the name. */
export const DELETE_MARK = 'DELETE FROM marks WHERE profile_id = ? AND name = ?';

/** What is remembered of the upkeep: marks of nobody's profile. */
export const UPKEEP_PROFILE = 0;
export const FULL_CHECK_MARK = 'full-check';
export const BACKUP_MARK = 'backup';

/** A mark as it is to be written. */
export interface LaterMark {
  profileId: number;
  name: string;
  value: string;
}

const keyOf = (profileId: number, name: string): string => `${profileId} ${name}`;

/**
 * Marks that are set and not yet written, in their order. Each is what its mark is now; a transaction that is taken
 * back takes back what was set in it, and what it wrote is to be written again.
 */
export class LaterMarks {
  #marks = new Map<string, LaterMark>();
  /** As they were when the transaction under way began. */
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

  /** It has another value in the file now, or none. */
  delete(profileId: number, name: string): void {
    this.#marks.delete(keyOf(profileId, name));
  }

  /** Gives all of them, to be written. */
  take(): LaterMark[] {
    const all = [...this.#marks.values()];
    this.#marks.clear();
    return all;
  }

  /** A transaction begins. */
  begin(): void {
    this.#before = new Map(this.#marks);
  }

  /** The transaction is over: kept, or taken back. */
  end(isKept: boolean): void {
    if (!isKept && this.#before) this.#marks = this.#before;
    this.#before = undefined;
  }
}

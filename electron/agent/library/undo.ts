import { randomUUID } from 'node:crypto';
import { userFacingError } from '../user-facing-error.ts';

/** Maximum number of stored undos; more than anyone uses. */
const MAX_UNDOS = 50;

/** Recent changes with their undo functions. Lost at restart. */
export class UndoList {
  readonly #undos = new Map<string, () => void | Promise<void>>();

  /** Stores an undo function; returns its token. */
  add(takeBack: () => void | Promise<void>): string {
    // A window may outlive the run that issued its token: tokens must never be reused.
    const name = randomUUID();
    this.#undos.set(name, takeBack);
    if (this.#undos.size > MAX_UNDOS) this.#undos.delete(this.#undos.keys().next().value!);
    return name;
  }

  /**
   * Undoes a change.
   * @throws UserFacingError if it was undone already, or is too old
   */
  takeBack(name: string): void | Promise<void> {
    const takeBack = this.#undos.get(name);
    if (!takeBack) throw userFacingError('tooLate');
    this.#undos.delete(name);
    return takeBack();
  }
}

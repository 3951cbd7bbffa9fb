import { randomUUID } from 'node:crypto';
import { userFacingError } from '../user-facing-error.ts';

/** Maximum number of stored undos; more than anyone uses. */
const MAX_UNDOS = 50;

/** Recent changes with their undo functions. Lost at restart. */
export class UndoList {
  readonly #undos = new Map<string, () => void | Promise<void>>();

  /** Stores an undo function; returns its token. */
  add(undo: () => void | Promise<void>): string {
    // A window may outlive the run that issued its token: tokens must never be reused.
    const token = randomUUID();
    this.#undos.set(token, undo);
    if (this.#undos.size > MAX_UNDOS) this.#undos.delete(this.#undos.keys().next().value!);
    return token;
  }

  /**
   * Undoes a change.
   * @throws UserFacingError if it was undone already, or is too old
   */
  undo(token: string): void | Promise<void> {
    const undo = this.#undos.get(token);
    if (!undo) throw userFacingError('tooLate');
    this.#undos.delete(token);
    return undo();
  }
}

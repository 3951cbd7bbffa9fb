import { randomUUID } from 'node:crypto';
import { userFacingError } from '../domain/user-facing-error.ts';

/** How many ways back are remembered: more than anybody uses. */
const MAX_UNDOS = 50;

/** What was done lately, each with what takes it back. Gone with a restart. */
export class UndoList {
  readonly #undos = new Map<string, () => void | Promise<void>>();

  /** Remembers what takes something back; gives its name. */
  add(takeBack: () => void | Promise<void>): string {
    // A window may outlive the run it got a name in: the name must never mean anything else.
    const name = randomUUID();
    this.#undos.set(name, takeBack);
    if (this.#undos.size > MAX_UNDOS) this.#undos.delete(this.#undos.keys().next().value!);
    return name;
  }

  /** @throws UserFacingError when it was taken back already, or is too long ago */
  takeBack(name: string): void | Promise<void> {
    const takeBack = this.#undos.get(name);
    if (!takeBack) throw userFacingError('tooLate');
    this.#undos.delete(name);
    return takeBack();
  }
}

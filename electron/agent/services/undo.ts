import { randomUUID } from 'node:crypto';
import { userFacingError } from '../domain/user-facing-error.ts';

/** More than anybody takes back. */
const most = 50;

/** What was done lately, each with what takes it back. Gone with a restart. */
export function createUndo() {
  const kept = new Map<string, () => void>();
  return {
    /** Keeps a way back; gives its name. */
    keep(takeBack: () => void): string {
      // A window may outlive the run it got a name in: the name must never mean anything else.
      const name = randomUUID();
      kept.set(name, takeBack);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return name;
    },
    /** @throws Refusal when there is no such way back any more */
    takeBack(name: string): void {
      const takeBack = kept.get(name);
      if (!takeBack) throw userFacingError('tooLate');
      kept.delete(name);
      takeBack();
    },
  };
}

import type { InboxFilter, Look } from '../../../common/contract/contract.ts';
import { matchKey } from '../../../common/schemas/match-kind.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Subject } from '../../store/events.ts';

export interface LooksParts {
  desktop: Pick<Desktop, 'presence'>;
  /** Whether a filter lists an inbox item or match of an account, named by its id and the item's own key. */
  lists: (filter: InboxFilter, account: string, key: string) => boolean;
  /** Somebody began to look at something. */
  onLook: () => void;
}

/** What people have in front of them, in any window or page: what is new there needs no notification. */
export class Looks {
  readonly #parts: LooksParts;
  readonly #looks = new Map<symbol, Look>();

  constructor(parts: LooksParts) {
    this.#parts = parts;
  }

  /** Somebody looks at something from now on; gives what ends that. */
  begin(look: Look): () => void {
    const id = Symbol('look');
    this.#looks.set(id, look);
    this.#parts.onLook();
    return () => void this.#looks.delete(id);
  }

  /** Tells which subjects are looked at now; undefined where nothing is. */
  now(): ((account: string, subject: Subject) => boolean) | undefined {
    if (this.#looks.size === 0 || this.#parts.desktop.presence().state === 'away') return undefined;
    const looks = [...this.#looks.values()];
    return (account, subject) => looks.some((look) => this.#shows(look, account, subject));
  }

  #shows({ items, reputation }: Look, account: string, subject: Subject): boolean {
    const { lists } = this.#parts;
    switch (subject.kind) {
      case 'inbox':
        return items !== undefined && lists(items, account, subject.key);
      case 'question':
        return items !== undefined && lists(items, account, matchKey(subject.siteId, subject.questionId));
      case 'reputation':
        // Subjects without keys are privileges, which no list shows.
        return reputation === true && subject.keys !== undefined;
      default:
        return false;
    }
  }
}

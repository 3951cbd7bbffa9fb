import type { SightedList } from '../../../common/contract/contract.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { parseScopedId } from '../domain/scoped-id.ts';

export interface SightParts {
  desktop: Pick<Desktop, 'presence'>;
  settings: SettingsStore;
  /** What an account keeps, by its id. */
  profile: (account: string) => ProfileHistory | undefined;
  /** Somebody began to look at a list. */
  onLook: () => void;
}

const LIST_OF_KIND: Record<Exclude<Subject['kind'], 'status'>, SightedList> = {
  inbox: 'inbox',
  question: 'watches',
  reputation: 'reputation',
  badges: 'reputation',
};

/** Which lists have the person's eyes, in any window or page: what is new in them needs no notification. */
export class Sights {
  readonly #parts: SightParts;
  readonly #looks = new Map<symbol, readonly SightedList[]>();

  constructor(parts: SightParts) {
    this.#parts = parts;
  }

  /** Somebody looks at some lists from now on; gives what ends that. */
  begin(lists: readonly SightedList[]): () => void {
    const look = Symbol('look');
    this.#looks.set(look, lists);
    this.#parts.onLook();
    return () => void this.#looks.delete(look);
  }

  /** Tells what is in sight now; undefined where nothing is. */
  now(): ((account: string, subject: Subject) => boolean) | undefined {
    if (this.#looks.size === 0 || this.#parts.desktop.presence().state === 'away') return undefined;
    const lists = new Set([...this.#looks.values()].flat());
    return (account, subject) =>
      subject.kind !== 'status' &&
      lists.has(LIST_OF_KIND[subject.kind]) &&
      (subject.kind !== 'inbox' || this.#isListed(account, subject.key));
  }

  /** Whether the filter that the inbox is shown with lets an item through. */
  #isListed(account: string, key: string): boolean {
    const { site, kind, tag, snoozed } = this.#parts.settings.get().inboxFilter;
    if (tag !== undefined || snoozed === true) return false;
    if (site === undefined && kind === undefined) return true;
    const item = this.#parts.profile(account)?.inbox.get(key);
    const named = site === undefined ? undefined : parseScopedId(site);
    const isOfSite = named === undefined || ((named.account ?? account) === account && named.id === item?.site.id);
    return isOfSite && (kind === undefined || kind === item?.itemType);
  }
}

import type { SightedList } from '../../../common/contract/contract.ts';
import { MATCH_KIND } from '../../../common/match-kind.ts';
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

const LIST_OF_KIND: Record<Exclude<Subject['kind'], 'status' | 'inbox'>, SightedList> = {
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
    return (account, subject) => {
      if (subject.kind === 'status') return false;
      const isInbox = subject.kind === 'inbox' || subject.kind === 'question';
      // The inbox lists what watches found, too.
      if (isInbox && lists.has('inbox') && this.#isListed(account, subject)) return true;
      return subject.kind !== 'inbox' && lists.has(LIST_OF_KIND[subject.kind]);
    };
  }

  /** Whether the filter that the inbox is shown with lets an item, or a match of a watch, through. */
  #isListed(account: string, subject: Extract<Subject, { kind: 'inbox' | 'question' }>): boolean {
    const { site, kind, tag, snoozed, source, watch } = this.#parts.settings.get().inboxFilter;
    const isMatch = subject.kind === 'question';
    if (tag !== undefined || snoozed === true || watch !== undefined) return false;
    if (source !== undefined && source !== (isMatch ? 'watches' : 'inbox')) return false;
    if (site === undefined && kind === undefined) return true;
    const item = isMatch ? undefined : this.#parts.profile(account)?.inbox.get(subject.key);
    const [siteId, ownKind] = isMatch ? [subject.siteId, MATCH_KIND] : [item?.site.id, item?.itemType];
    const named = site === undefined ? undefined : parseScopedId(site);
    const isOfSite = named === undefined || ((named.account ?? account) === account && named.id === siteId);
    return isOfSite && (kind === undefined || kind === ownKind);
  }
}

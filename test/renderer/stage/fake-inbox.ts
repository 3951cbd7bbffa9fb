import type {
  Acceptance,
  InboxCounts,
  InboxEntry,
  InboxFilter,
  ItemMark,
  MutedQuestion,
  Reading,
  ReadingPart,
  SavedView,
} from '../../../common/contract/contract.ts';

/** What a search finds: every word anywhere in title or excerpt, as the agent does it with an index. */
function finds(entry: InboxEntry, text: string): boolean {
  const within = `${entry.title} ${entry.excerpt} ${entry.tags.join(' ')} ${entry.site.name}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

function stretches(of: string, text: string): { from: number; to: number }[] {
  const from = of.toLowerCase().indexOf(text.trim().toLowerCase());
  return from < 0 || text.trim() === '' ? [] : [{ from, to: from + text.trim().length }];
}

const isSearch = (filter: InboxFilter): boolean => (filter.text ?? '').trim() !== '';

function leaves(entry: InboxEntry, filter: InboxFilter): boolean {
  if (filter.account?.includes(entry.account) === false) return false;
  if (filter.site?.includes(entry.site.id) === false) return false;
  if (filter.kind?.includes(entry.itemType) === false) return false;
  if (filter.tag && !entry.tags.some((tag) => filter.tag?.includes(tag))) return false;
  if (filter.source !== undefined && filter.source !== (entry.watchIds ? 'watches' : 'inbox')) return false;
  if (filter.watch !== undefined && entry.watchIds?.includes(filter.watch) !== true) return false;
  if (filter.unread === true && (!entry.unread || entry.muted)) return false;
  const isSnoozed = entry.snoozedUntil !== undefined;
  const states = {
    snoozed: isSnoozed,
    saved: entry.saved === true,
    done: entry.done === true,
    open: entry.done !== true && (!isSnoozed || isSearch(filter)),
  };
  if (!states[filter.state ?? 'open']) return false;
  return !isSearch(filter) || finds(entry, filter.text ?? '');
}

/** The inbox of the fake agent: filters, searches and undoes as the real one promises to. */
export class FakeInbox {
  readonly #world: () => { inbox: InboxEntry[] };
  /** What is behind an item, by its key; `question:` before the key for its question. */
  readings = new Map<string, Reading>();
  acceptance: Acceptance = { outcome: 'done' };
  muted: MutedQuestion[] = [];
  kept: InboxFilter = {};
  views: SavedView[] = [];
  readonly #undos = new Map<string, { entries?: InboxEntry[]; views?: SavedView[] }>();

  constructor(world: () => { inbox: InboxEntry[] }) {
    this.#world = world;
  }

  get entries(): InboxEntry[] {
    return this.#world().inbox;
  }

  set entries(entries: InboxEntry[]) {
    this.#world().inbox = entries;
  }

  /** Keys of the items that are unread. */
  get unread(): string[] {
    return this.entries.flatMap((entry) => (entry.unread ? [entry.key] : []));
  }

  /** An item and all that are about its question. */
  keysOfQuestion(key: string): string[] {
    const question = this.entries.find((entry) => entry.key === key)?.question;
    return this.entries
      .filter((entry) => entry.key === key || (question !== undefined && entry.question === question))
      .map((entry) => entry.key);
  }

  list(
    filter: InboxFilter,
    limit: number,
    before = Infinity,
    after = -Infinity,
  ): { entries: InboxEntry[]; hasMore: boolean } {
    const found = this.entries
      .filter((entry) => entry.place < before && entry.place > after && leaves(entry, filter))
      .toSorted((a, b) => b.place - a.place);
    const text = filter.text ?? '';
    const midnight = new Date(found[limit - 1]?.listedAt ?? 0).setHours(0, 0, 0, 0);
    // As the agent does: without a search a page ends with a day.
    const end =
      isSearch(filter) || found.length <= limit
        ? limit
        : found.findLastIndex(({ listedAt }) => listedAt.getTime() >= midnight) + 1;
    const entries = found
      .slice(0, end)
      .map((entry) =>
        isSearch(filter)
          ? { ...entry, found: { title: stretches(entry.title, text), excerpt: stretches(entry.excerpt, text) } }
          : entry,
      );
    return { entries, hasMore: found.length > end };
  }

  counts(filter: InboxFilter): InboxCounts {
    const all = (part: Partial<InboxFilter>) => this.entries.filter((entry) => leaves(entry, { ...filter, ...part }));
    const by = (entries: InboxEntry[], value: (entry: InboxEntry) => { value: string; name: string }[]) => {
      const counted = new Map<string, { value: string; name: string; count: number }>();
      for (const choice of entries.flatMap(value))
        counted.set(choice.value, { ...choice, count: (counted.get(choice.value)?.count ?? 0) + 1 });
      return [...counted.values()].toSorted((a, b) => b.count - a.count);
    };
    return {
      total: all({}).length,
      unread: all({ unread: true }).length,
      snoozed: all({ state: 'snoozed', unread: false }).length,
      saved: all({ state: 'saved', unread: false }).length,
      done: all({ state: 'done', unread: false }).length,
      accounts: by(all({ account: undefined }), ({ account }) => [{ value: account, name: `Network ${account}` }]),
      sites: by(all({ site: undefined }), ({ site }) => [{ value: site.id, name: site.name }]),
      kinds: by(all({ kind: undefined }), ({ itemType }) => [{ value: itemType, name: itemType }]),
      tags: by(all({ tag: undefined }), ({ tags }) => tags.map((tag) => ({ value: tag, name: tag }))),
    };
  }

  /** Changes some entries; gives what takes it back. */
  change(keys: string[], part: (entry: InboxEntry) => InboxEntry): { changed: number; undo?: string } {
    const before = this.entries;
    this.entries = before.map((entry) => (keys.includes(entry.key) ? part(entry) : entry));
    const changed = keys.length;
    if (changed === 0) return { changed };
    const undo = String(this.#undos.size + 1);
    this.#undos.set(undo, { entries: before });
    return { changed, undo };
  }

  mark(keys: string[], as: ItemMark): { changed: number; undo?: string } {
    const marked = {
      read: { unread: false },
      unread: { unread: true, done: false },
      done: { unread: false, done: true, snoozedUntil: undefined },
      listed: { done: false, snoozedUntil: undefined },
      saved: { saved: true },
      unsaved: { saved: false },
    }[as];
    return this.change(keys, (entry) => ({ ...entry, ...marked }));
  }

  undo(name: string): void {
    const { entries = this.entries, views = this.views } = this.#undos.get(name) ?? {};
    Object.assign(this, { entries, views });
  }

  keepViews(views: SavedView[]): { changed: number; undo: string } {
    const undo = String(this.#undos.size + 1);
    this.#undos.set(undo, { views: this.views });
    this.views = views;
    return { changed: 1, undo };
  }

  mute(key: string, muted: boolean): void {
    const entry = this.entries.find((candidate) => candidate.key === key);
    const questionId = Number(key.replace(/\D/g, ''));
    if (!entry) return;
    this.muted = this.muted.filter((mute) => mute.questionId !== questionId);
    if (muted)
      this.muted.push({ site: entry.site, questionId, title: entry.title, link: entry.link, mutedAt: new Date() });
  }

  accept(key: string, undo: boolean): Acceptance {
    const reading = this.readings.get(key);
    if (this.acceptance.outcome === 'done' && reading?.post) {
      this.readings.set(key, {
        ...reading,
        post: { ...reading.post, isAccepted: !undo },
        canAccept: undo,
        canUnaccept: !undo,
      });
    }
    return this.acceptance;
  }

  read(key: string, part: ReadingPart): Reading {
    return (
      this.readings.get(part === 'item' ? key : `${part}:${key}`) ?? {
        trouble: { kind: 'no-post' },
        hasQuestion: false,
        hasAnswer: false,
        muted: false,
        canAccept: false,
        canUnaccept: false,
      }
    );
  }
}

import { randomUUID } from 'node:crypto';
import type {
  contract,
  InboxCounts,
  InboxEntry,
  InboxFilter,
  InboxView,
  SavedView,
} from '../../../common/contract/contract.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { StoredInboxItem } from '../../store/inbox/inbox-row.ts';
import { itemOfNumber } from '../../store/event-log.ts';
import { ownSite } from '../../store/inbox/counts.ts';
import type { FoundItem } from '../../store/inbox/search.ts';
import { mutedWatches } from '../sources/questions/watch-list.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { siteLabels, type SiteLabels } from '../accounts/networks.ts';
import type { AgentContext, Call, Handlers } from '../context.ts';
import { parseScopedId, scopedId } from '../ids.ts';
import { userFacingError } from '../user-facing-error.ts';

type Topic = Handlers<typeof contract.inbox>;
type Input<Name extends keyof Topic> = Parameters<Topic[Name]>[0];
type Answered =
  | 'list'
  | 'find'
  | 'counts'
  | 'savedFilter'
  | 'saveFilter'
  | 'views'
  | 'mutes'
  | 'read'
  | 'accept'
  | 'askToWrite';

/**
 * The library is what users read and change: inbox, watches, reputation, of all signed-in accounts as one. Ids are
 * scoped to their account. Each class answers its topic of the contract with what the store has; changes are undone by
 * a token, and reported as events.
 */

/** Inbox of all accounts with matches of watches as one list: listing, counting, reading. */
export class Inbox implements Pick<Topic, Answered> {
  readonly #context: Pick<AgentContext, 'history' | 'settings'>;
  readonly #accounts: Accounts;

  constructor(context: Pick<AgentContext, 'history' | 'settings'>, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  /**
   * Returns one page of the list; the signal aborts when another page is wanted instead.
   * @throws UserFacingError if no account was ever signed in
   */
  async list({ filter: selection, limit, before, after }: Input<'list'>, { signal }: Call) {
    const all = this.#accounts.readable();
    const { among, filter } = this.#scope(selection);
    const { items, hasMore } = await this.#listOf(among).list(signal, filter, limit, before, after);
    const owners = byProfile(among);
    const sites = siteLabels(all);
    return { entries: items.map((item) => entryOf(owners.get(item.profileId)!, sites, item)), hasMore };
  }

  /**
   * Returns the entry with a number or key.
   * @throws UserFacingError if there is none
   */
  find({ id }: Input<'find'>): InboxEntry {
    const named = /^\d+$/.test(id) ? itemOfNumber(this.#context.history.file, Number(id)) : undefined;
    const owner = named && byProfile(this.#accounts.readable()).get(named.profileId);
    return this.entry(owner ? scopedId(owner.id, named.key) : id, 'noItem');
  }

  /**
   * Returns the entry of a key.
   * @throws UserFacingError if there is none
   */
  entry(key: string, otherwise?: 'noItem'): InboxEntry {
    const { account, item } = this.item(key, otherwise);
    return entryOf(account, siteLabels(this.#accounts.readable()), item);
  }

  /**
   * Counts the items by filter.
   * @throws UserFacingError if no account was ever signed in
   */
  async counts({ filter: selection }: Input<'counts'>, { signal }: Call): Promise<InboxCounts> {
    const all = this.#accounts.readable();
    const { among, filter } = this.#scope(selection);
    const { sites: _one, ...counts } = await this.#listOf(among).counts(signal, filter);
    // Counted by account, because two networks may have a site of the same name; unfiltered by site, as choices.
    const labels = siteLabels(all);
    const sites: InboxCounts['sites'] = [];
    const accounts: InboxCounts['accounts'] = [];
    for (const account of all) {
      const ofAccount = await this.#listOf([account]).counts(signal, filter);
      accounts.push({ value: account.id, name: account.networkName(), count: ofAccount.total });
      if (selection.account?.includes(account.id) === false) continue;
      for (const site of ofAccount.sites)
        sites.push({ ...site, value: scopedId(account.id, site.value), name: labels.named(account, site.name) });
    }
    const missing = (selection.site ?? []).filter((site) => !sites.some(({ value }) => value === site));
    const chosen = (await Promise.all(missing.map((site) => this.#emptyChoice(site, labels)))).flat();
    return { ...counts, accounts, sites: [...sites.toSorted((one, other) => other.count - one.count), ...chosen] };
  }

  /** Returns the last used filter. */
  savedFilter(): InboxView {
    return this.#existing(this.#context.settings.get().inboxFilter);
  }

  saveFilter({ text: _passing, ...filter }: InboxView): void {
    this.#context.settings.change({ inboxFilter: filter });
  }

  /** Returns the filters saved under a name, oldest first, without those of which nothing exists any more. */
  views(): SavedView[] {
    return this.#context.settings
      .get()
      .savedViews.map((saved) => ({ ...saved, view: this.#existing(saved.view) }))
      .filter(({ view: { grouping: _order, source: _source, ...conditions } }) => Object.keys(conditions).length > 0);
  }

  /** Returns a filter without sites of accounts that are gone, and without a deleted watch. */
  #existing({ site = [], account = [], watch, ...filter }: InboxView): InboxView {
    const sites = site.filter((each) => this.#ownerOf(each).owner);
    const accounts = account.filter((id) => this.#accounts.readableAt(id));
    return {
      ...filter,
      ...(sites.length > 0 && { site: sites }),
      ...(accounts.length > 0 && { account: accounts }),
      ...(this.#context.settings.get().watches.some(({ id }) => id === watch) && { watch }),
    };
  }

  /** Returns muted questions, latest muted first. */
  mutes() {
    const all = this.#accounts.listed();
    const { of } = siteLabels(all);
    return all
      .flatMap((account) =>
        account.profile.mutes.list().map((mute) => ({
          ...mute,
          site: of(account, { id: mute.siteId, name: mute.siteName }),
          mutedAt: new Date(mute.mutedAt),
        })),
      )
      .toSorted((one, other) => other.mutedAt.getTime() - one.mutedAt.getTime());
  }

  async read({ key, part }: Input<'read'>) {
    const { account, item } = this.item(key);
    return account.posts.read(item, part);
  }

  async accept({ key, undo }: Input<'accept'>) {
    const { account, item } = this.item(key);
    return account.posts.accept(item, undo);
  }

  /** Signs in again at the item's network, with write permission. */
  async askToWrite({ key }: Input<'askToWrite'>): Promise<void> {
    await this.#accounts.signInAgain(this.item(key).account.id, { mayWrite: true });
  }

  /**
   * Returns an item and its account.
   * @throws UserFacingError if the item no longer exists
   */
  item(key: string, otherwise: 'noItem' | 'gone' = 'gone'): { account: Account; item: StoredInboxItem } {
    const found = this.lookUp(key);
    if (!found) throw userFacingError(otherwise);
    return found;
  }

  /** Returns an item and its account, if it still exists. */
  lookUp(key: string): { account: Account; item: StoredInboxItem } | undefined {
    const { account, id } = this.#accounts.owner(key);
    const item = account.profile.inbox.get(id);
    return item && { account, item };
  }

  /**
   * Yields the keys of unread items of a filter by profile, in pieces, newest first; without items snoozed or done, and
   * those of muted questions and watches.
   */
  async *unreadPieces(selection: InboxFilter): AsyncGenerator<[profile: ProfileHistory, keys: string[]][]> {
    if (selection.state === 'snoozed' || selection.state === 'done') return;
    const { among, filter } = this.#scope(selection);
    const owners = byProfile(among);
    for await (const items of this.#listOf(among).unread(filter)) {
      const byOwner = Map.groupBy(items, ({ profileId }) => owners.get(profileId)!.profile);
      yield [...byOwner].map(([profile, own]) => [profile, own.map(({ key }) => key)]);
    }
  }

  /** Returns the readable account of a site, if any. */
  #ownerOf(site: string): { owner: Account | undefined; id: string } {
    const { account, id } = parseScopedId(site);
    return { owner: account === undefined ? undefined : this.#accounts.readableAt(account), id };
  }

  /** Returns the accounts of a filter, and the filter with the sites as the store names them. */
  #scope({ site, account, ...filter }: InboxFilter): { among: Account[]; filter: InboxFilter } {
    const chosen = (one: Account) => account?.includes(one.id) !== false;
    if (site === undefined) return { among: this.#accounts.listed().filter(chosen), filter };
    const owned = site.flatMap((each) => {
      const { owner, id } = this.#ownerOf(each);
      return owner && chosen(owner) ? { owner, site: ownSite(owner.profile.profile.id, id) } : [];
    });
    const among = [...new Set(owned.map(({ owner }) => owner))];
    return { among, filter: { ...filter, site: owned.map((each) => each.site) } };
  }

  /** Returns a site without items in the filter as a choice, with its name. */
  async #emptyChoice(site: string, labels: SiteLabels): Promise<InboxCounts['sites']> {
    const { owner, id } = this.#ownerOf(site);
    if (!owner) return [];
    const { sites } = await this.#listOf([owner]).counts(undefined, {});
    const choice = sites.find(({ value }) => value === id);
    return choice ? [{ ...choice, value: site, name: labels.named(owner, choice.name), count: 0 }] : [];
  }

  #listOf(among: Account[]) {
    const { history, settings } = this.#context;
    return history.readerOf(
      among.map(({ profile }) => profile.profile.id),
      mutedWatches(settings.get()),
    );
  }
}

const byProfile = (among: Account[]) => new Map(among.map((account) => [account.profile.profile.id, account]));

function entryOf(account: Account, { withSite }: Pick<SiteLabels, 'withSite'>, item: FoundItem): InboxEntry {
  const { site, questionId, snoozedUntil, found, watchIds } = item;
  return {
    key: scopedId(account.id, item.key),
    ...(item.number !== undefined && { number: item.number }),
    account: account.id,
    place: item.place,
    itemType: item.itemType,
    site: withSite(account, item).site,
    title: found?.title.text ?? item.title,
    excerpt: found?.excerpt.text ?? item.excerpt,
    ...(found && { found: { title: found.title.ranges, excerpt: found.excerpt.ranges } }),
    link: item.link,
    createdAt: new Date(item.createdAt),
    listedAt: new Date(item.listedAt),
    unread: item.unread,
    ...(snoozedUntil !== undefined && { snoozedUntil: new Date(snoozedUntil) }),
    ...(item.done && { done: true }),
    ...(item.saved && { saved: true }),
    tags: item.tags,
    person: item.person,
    muted: questionId !== undefined && account.profile.mutes.has(site.id, questionId),
    ...(questionId !== undefined && { question: scopedId(account.id, `${site.id}:${questionId}`) }),
    ...(watchIds.length > 0 && { watchIds }),
  };
}

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

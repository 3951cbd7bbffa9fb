import { setImmediate } from 'node:timers/promises';
import type {
  MyTags,
  ReadTags,
  TopAnswerers,
  Watch,
  WatchAlert,
  WatchesCost,
  WatchPreview,
  WatchRule,
} from '../../../../common/contract/contract.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { Account } from '../../accounts/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { siteLabels } from '../../accounts/networks.ts';
import { scopedId } from '../../scoped-id.ts';
import { userFacingError } from '../../user-facing-error.ts';
import { normalTag } from '../../sources/questions/rule.ts';
import type { Clock } from '../../../base/clock.ts';
import { WatchPreviews } from './preview.ts';
import { viewWatches } from './watch-view.ts';
import { importCost, importTags, myTags, readTags, topAnswerers } from './tag-import.ts';
import type { SiteOffer, WatchChange } from '../../sources/questions/watch-list.ts';
import { UndoList } from '../undo.ts';

/** Maximum number of tags offered while typing. */
const MAX_TAGS_OFFERED = 20;

/** Number of watches converted at once: a few ms of work. */
const WATCHES_PER_PIECE = 50;

/** Watches of all signed-in accounts, as one list; sites have scoped ids. */
export class WatchService {
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #undos = new UndoList();
  readonly #previews = new WeakMap<Account, WatchPreviews>();

  constructor(accounts: Accounts, clock: Clock) {
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** Returns the watches for the window; yields to the event loop between pieces. */
  async view(): Promise<Watch[]> {
    const all = this.#accounts.readable();
    const { withSite } = siteLabels(all);
    const views: Watch[] = [];
    for (const account of all)
      for (const watch of this.#viewed(account)) {
        views.push(withSite(account, watch));
        if (views.length % WATCHES_PER_PIECE === 0) await setImmediate();
      }
    return views;
  }

  /** Returns the networks' sites, the person's own first; sites with the same name include the network's. */
  sites(): SiteOffer[] {
    const all = this.#accounts.required();
    const { named } = siteLabels(all);
    return all
      .flatMap((account) =>
        account.watches
          .sites()
          .map((site) => ({ ...site, id: scopedId(account.id, site.id), name: named(account, site.name) })),
      )
      .toSorted((a, b) => Number(b.mine) - Number(a.mine));
  }

  add(siteId: string, rule: WatchRule, alert: WatchAlert): Watch {
    const { account, id } = this.#accounts.owner(siteId);
    return this.#viewIn(
      account,
      account.watches.add(id, rule, alert, { expected: this.#previewsOf(account).estimated(id, rule) }),
    );
  }

  /**
   * Changes a watch.
   * @throws UserFacingError if the watch does not exist, or the rule cannot be watched
   */
  change(watchId: string, change: WatchChange): Watch {
    const account = this.#owning(watchId);
    if (!account) throw userFacingError('watchGone');
    return this.#viewIn(account, account.watches.change(watchId, change));
  }

  /** Removes a watch; returns the token that undoes it, or none if the watch does not exist. */
  remove(watchId: string): { undo?: string } {
    const takeBack = this.#owning(watchId)?.watches.remove(watchId);
    return takeBack ? { undo: this.#undos.add(takeBack) } : {};
  }

  undo(name: string): void {
    void this.#undos.takeBack(name);
  }

  preview(siteId: string, rule: WatchRule, watchId?: string): Promise<WatchPreview> {
    const { account, id } = this.#accounts.owner(siteId);
    return this.#previewsOf(account).preview(id, rule, watchId);
  }

  /** Returns tags of a site whose name contains a text, most used first. */
  async completeTag(siteId: string, text: string): Promise<{ name: string; count?: number | undefined }[]> {
    const { account, id: site } = this.#accounts.owner(siteId);
    if (!account.network || text.trim() === '') return [];
    // Not cancelled while typing goes on: the answer serves the same request within the next minute.
    const page = await account.network.tags({ site, inname: normalTag(text), pagesize: MAX_TAGS_OFFERED });
    return page.items.map((tag) => ({ name: tag.name, count: tag.count }));
  }

  /** Returns the tags of a pasted text, and which of them exist on the site. */
  readTags(siteId: string, text: string): Promise<ReadTags> {
    const { account, id } = this.#accounts.owner(siteId);
    return readTags(() => account.clickContext(), id, text);
  }

  /** Returns the tags of most of the person's posts on a site. */
  myTags(siteId: string): Promise<MyTags> {
    const { account, id } = this.#accounts.owner(siteId);
    return myTags(() => account.clickContext(), account.profile, id);
  }

  /** Adds watches for several tags of a site. */
  import(siteId: string, tags: string[], as: 'one' | 'each', alert: WatchAlert): { added: number; already: number } {
    const { account, id } = this.#accounts.owner(siteId);
    return importTags(account.watches, id, tags, as, alert);
  }

  /** Returns the cost of watching several tags of a site. */
  importCost(siteId: string, tags: string[], as: 'one' | 'each'): WatchesCost {
    const { account, id } = this.#accounts.owner(siteId);
    return importCost(account.watches, this.#previewsOf(account), id, tags, as);
  }

  /** Returns the users with the highest-scored answers under a tag. */
  topAnswerers(siteId: string, tag: string, period: TopAnswerers['period']): Promise<TopAnswerers> {
    const { account, id } = this.#accounts.owner(siteId);
    return topAnswerers(account.clickContext(), id, tag, period);
  }

  #owning(watchId: string): Account | undefined {
    return this.#accounts.readable().find((account) => account.watches.list().some((watch) => watch.id === watchId));
  }

  #viewIn(account: Account, watch: StoredWatch): Watch {
    const [view] = this.#viewed(account, [watch]);
    return siteLabels(this.#accounts.readable()).withSite(account, view!);
  }

  #viewed(account: Account, watches = account.watches.list()): Generator<Watch> {
    return viewWatches(account, watches, account.poller?.networkNow() ?? this.#clock.now());
  }

  #previewsOf(account: Account): WatchPreviews {
    const previews = this.#previews.get(account) ?? new WatchPreviews(account, this.#clock);
    this.#previews.set(account, previews);
    return previews;
  }
}

import { setImmediate } from 'node:timers/promises';
import type { contract, SiteChoice, Watch, WatchesCost, WatchPreview } from '../../../../common/contract/contract.ts';
import type { Clock } from '../../../base/clock.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { Account } from '../../accounts/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { siteLabels } from '../../accounts/networks.ts';
import type { Handlers } from '../../context.ts';
import { scopedId } from '../../ids.ts';
import { normalTag, sameRule } from '../../sources/questions/rule.ts';
import { userFacingError } from '../../user-facing-error.ts';
import { UndoList } from '../inbox.ts';
import { WatchPreviews } from './preview.ts';
import { importRules, myTags, readTags, topAnswerers } from './tag-import.ts';
import { viewWatches } from './watch-view.ts';

/** Maximum number of tags offered while typing. */
const MAX_TAGS_OFFERED = 20;

/** Number of watches converted at once: a few ms of work. */
const WATCHES_PER_PIECE = 50;

type Topic = Omit<Handlers<typeof contract.watches>, 'openMatch'>;
type Input<Name extends keyof Topic> = Parameters<Topic[Name]>[0];

/**
 * Watches of all signed-in accounts, as one list; sites have scoped ids. Each account's `WatchList` stores its watches;
 * this folder shows them, previews drafts, and makes watches of tags.
 */
export class Watches implements Topic {
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #undos = new UndoList();
  readonly #previews = new WeakMap<Account, WatchPreviews>();

  constructor(accounts: Accounts, clock: Clock) {
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** Returns the watches for the window; yields to the event loop between pieces. */
  async list(): Promise<{ watches: Watch[] }> {
    const all = this.#accounts.readable();
    const { withSite } = siteLabels(all);
    const watches: Watch[] = [];
    for (const account of all)
      for (const watch of this.#viewed(account)) {
        watches.push(withSite(account, watch));
        if (watches.length % WATCHES_PER_PIECE === 0) await setImmediate();
      }
    return { watches };
  }

  /** Returns the networks' sites, the user's own first; sites with the same name include the network's. */
  sites(): SiteChoice[] {
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

  add({ site, rule, alert }: Input<'add'>): Watch {
    const { account, id } = this.#accounts.owner(site);
    const expected = this.#previewsOf(account).estimated(id, rule);
    return this.#viewIn(account, account.watches.add(id, rule, alert, { expected }));
  }

  /**
   * Changes a watch.
   * @throws UserFacingError if the watch does not exist, or the rule cannot be watched
   */
  change({ id, ...change }: Input<'change'>): Watch {
    const account = this.#owning(id);
    if (!account) throw userFacingError('gone');
    return this.#viewIn(account, account.watches.change(id, change));
  }

  /** Removes a watch; returns the token that undoes it, or none if the watch does not exist. */
  remove({ id }: Input<'remove'>): { undo?: string } {
    const restore = this.#owning(id)?.watches.remove(id);
    return restore ? { undo: this.#undos.add(restore) } : {};
  }

  undo({ undo }: Input<'undo'>): void {
    void this.#undos.undo(undo);
  }

  preview({ site, rule, id: edited }: Input<'preview'>): Promise<WatchPreview> {
    const { account, id } = this.#accounts.owner(site);
    return this.#previewsOf(account).preview(id, rule, edited);
  }

  /** Returns tags of a site whose name contains a text, most used first. */
  async completeTag({ site, text }: Input<'completeTag'>): Promise<{ name: string; count?: number | undefined }[]> {
    const { account, id } = this.#accounts.owner(site);
    if (!account.network || text.trim() === '') return [];
    // Not cancelled while typing goes on: the answer serves the same request within the next minute.
    const page = await account.network.tags({ site: id, inname: normalTag(text), pagesize: MAX_TAGS_OFFERED });
    return page.items.map(({ name, count }) => ({ name, count }));
  }

  readTags({ site, text }: Input<'readTags'>) {
    const { account, id } = this.#accounts.owner(site);
    return readTags(account, id, text);
  }

  myTags({ site }: Input<'myTags'>) {
    const { account, id } = this.#accounts.owner(site);
    return myTags(account, id);
  }

  topAnswerers({ site, tag, period }: Input<'topAnswerers'>) {
    const { account, id } = this.#accounts.owner(site);
    return topAnswerers(account, id, tag, period);
  }

  /** Adds watches for several tags. Returns how many were added, and how many already existed. */
  import({ site, tags, as, alert }: Input<'import'>): { added: number; already: number } {
    const { account, id } = this.#accounts.owner(site);
    const rules = importRules(tags, as);
    let added = 0;
    for (const rule of rules) {
      if (account.watches.othersOn(id).some((other) => sameRule(other, rule))) continue;
      account.watches.add(id, rule, alert);
      added++;
    }
    return { added, already: rules.length - added };
  }

  /** Returns the requests per day that an import would add, and how many of its watches already exist. */
  importCost({ site, tags, as }: Input<'importCost'>): WatchesCost {
    const { account, id } = this.#accounts.owner(site);
    const rules = importRules(tags, as);
    const others = account.watches.othersOn(id);
    const added = rules.filter((rule) => !others.some((other) => sameRule(other, rule)));
    const none = { requestsPerDay: 0, sharedWith: others.length, sharedRules: [] };
    return {
      watches: added.length,
      already: rules.length - added.length,
      cost: added.length > 0 ? this.#previewsOf(account).costOfAll(id, added) : none,
    };
  }

  #owning(watchId: string): Account | undefined {
    return this.#accounts.readable().find((account) => account.watches.list().some((watch) => watch.id === watchId));
  }

  #viewIn(account: Account, watch: StoredWatch): Watch {
    const [view] = this.#viewed(account, [watch]);
    return siteLabels(this.#accounts.readable()).withSite(account, view!);
  }

  #viewed(account: Account, watches = account.watches.list()): Generator<Watch> {
    return viewWatches(account, watches, account.scheduler?.networkNow() ?? this.#clock.now());
  }

  #previewsOf(account: Account): WatchPreviews {
    const previews = this.#previews.get(account) ?? new WatchPreviews(account, this.#clock);
    this.#previews.set(account, previews);
    return previews;
  }
}

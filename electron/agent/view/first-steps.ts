import type { contract, FirstTags, WatchPreview } from '../../../common/contract/contract.ts';
import { WatchRule } from '../../../common/schemas/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { siteLabels } from '../accounts/networks.ts';
import { blocksEveryRequest } from '../user-facing-error.ts';
import type { AgentContext, Handlers } from '../context.ts';
import { scopedId } from '../ids.ts';
import type { Watches } from '../library/watches/watches.ts';

/** Maximum number of sites with offered tags, highest reputation first: each costs requests. */
const MAX_SITES = 3;
/** Maximum number of offered tags per site; all are preselected. */
const MAX_TAGS = 5;

/** Offers after the first sign-in: tags to watch, sites, a test notification. */
export class FirstSteps implements Handlers<typeof contract.firstSteps> {
  readonly #settings: AgentContext['settings'];
  readonly #accounts: Accounts;
  readonly #watches: Watches;

  constructor({ settings }: AgentContext, accounts: Accounts, watches: Watches) {
    this.#settings = settings;
    this.#accounts = accounts;
    this.#watches = watches;
  }

  get(): { wanted: boolean } {
    const { hadFirstSteps, watches } = this.#settings.get();
    return { wanted: !hadFirstSteps && watches.length === 0 && this.#account() !== undefined };
  }

  finish(): void {
    this.#settings.change({ hadFirstSteps: true });
  }

  /** Returns the tags of most of the user's posts, with the expected number of questions. */
  async tags(): Promise<{ ready: boolean; sites: FirstTags[] }> {
    const account = this.#account();
    const own = account?.profile.reputation.accounts() ?? [];
    if (!account || own.length === 0) return { ready: false, sites: [] };
    const known = new Map(account.watches.sites().map((site) => [site.id, site]));
    const first = own.toSorted((a, b) => b.reputation - a.reputation).flatMap(({ site }) => known.get(site.id) ?? []);
    if (first.length === 0) return { ready: false, sites: [] };
    const sites: FirstTags[] = [];
    const { named } = siteLabels(this.#accounts.required());
    for (const site of first.slice(0, MAX_SITES)) {
      const choice = { ...site, id: scopedId(account.id, site.id), name: named(account, site.name) };
      const offer = await this.#offerOf(choice.id);
      if (offer.tags.length > 0 || offer.trouble) sites.push({ site: choice, ...offer });
      // A problem that blocks one request blocks the next.
      if (offer.trouble && blocksEveryRequest(offer.trouble)) break;
    }
    return { ready: true, sites };
  }

  async #offerOf(site: string): Promise<Omit<FirstTags, 'site'>> {
    const { tags: all, trouble } = await this.#watches.myTags({ site });
    const names = all.slice(0, MAX_TAGS).map(({ name }) => name);
    if (names.length === 0) return { tags: [], ...(trouble && { trouble }) };
    const preview = await this.#watches.preview({ site, rule: WatchRule.parse({ anyTags: names }) });
    return {
      tags: names.map((name) => ({ name, ...rateOf(name, preview) })),
      ...(preview.perDay !== undefined && { perDay: preview.perDay }),
      ...(trouble && { trouble }),
    };
  }

  #account(): Account | undefined {
    return this.#accounts.all().find(({ network }) => network !== undefined);
  }
}

/** Returns questions per day with a tag: its share of the questions in the preview of all tags. */
function rateOf(tag: string, { perDay, matches }: WatchPreview): { perDay?: number } {
  if (perDay === undefined) return {};
  const share = matches.filter(({ tags }) => tags.includes(tag)).length / Math.max(matches.length, 1);
  return { perDay: perDay * share };
}

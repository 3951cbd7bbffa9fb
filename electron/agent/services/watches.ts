import type { Watch, WatchAlert, WatchPreview, WatchRule } from '../../../common/contract/contract.ts';
import type { KeptMatch } from '../../store/questions/questions.ts';
import type { StoredWatch } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/account-registry.ts';
import { scopedId } from '../domain/scoped-id.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { shownSites } from '../accounts/site-labels.ts';
import { createUndo } from './undo.ts';
import type { SiteOffer, WatchChange } from '../watches/watch-list.ts';

/** The watches of everybody who is signed in, as one list; sites are named by their qualified ids. */
export function allWatches(accounts: Accounts) {
  const undo = createUndo();
  const signedIn = (): Account[] => {
    const all = accounts.all();
    if (all.length === 0) throw userFacingError('nobody');
    return all;
  };
  const owning = (watchId: string): Account | undefined =>
    signedIn().find((account) => account.watches.list().some((watch) => watch.id === watchId));
  const viewIn = (account: Account, watch: StoredWatch): Watch =>
    shownSites(signedIn()).withSite(account, account.watches.viewOf(watch));

  return {
    list: (): StoredWatch[] => signedIn().flatMap((account) => account.watches.list()),
    /** The watches as the window shows them. */
    view(): Watch[] {
      const { withSite } = shownSites(signedIn());
      return signedIn().flatMap((account) => account.watches.view().map((watch) => withSite(account, watch)));
    },
    /** What the watches found, the latest first. */
    matches(limit: number): KeptMatch[] {
      const { withSite } = shownSites(signedIn());
      return signedIn()
        .flatMap((account) => account.profile.questions.matches(limit).map((match) => withSite(account, match)))
        .toSorted((a, b) => b.matchedAt - a.matchedAt)
        .slice(0, limit);
    },
    /** The networks' sites, the person's own first; those of one name say which network's they are. */
    sites(): SiteOffer[] {
      const { named } = shownSites(signedIn());
      return signedIn()
        .flatMap((account) =>
          account.watches
            .sites()
            .map((site) => ({ ...site, id: scopedId(account.id, site.id), name: named(account, site.name) })),
        )
        .toSorted((a, b) => Number(b.mine) - Number(a.mine));
    },
    add(siteId: string, rule: WatchRule, alert: WatchAlert): Watch {
      const { account, id } = accounts.found(siteId);
      return viewIn(account, account.watches.add(id, rule, alert, account.previews.estimated(id, rule)));
    },
    change(watchId: string, change: WatchChange): Watch {
      const account = owning(watchId);
      if (!account) throw userFacingError('watchGone');
      return viewIn(account, account.watches.change(watchId, change));
    },
    /** Gives the name of what takes it back. */
    remove(watchId: string): { undo?: string } {
      const takeBack = owning(watchId)?.watches.remove(watchId);
      return takeBack ? { undo: undo.keep(takeBack) } : {};
    },
    undo: (name: string): void => undo.takeBack(name),
    preview(
      siteId: string,
      rule: WatchRule,
      watchId: string | undefined,
      signal: AbortSignal | undefined,
    ): Promise<WatchPreview> {
      const { account, id } = accounts.found(siteId);
      return account.previews.preview(id, rule, watchId, signal);
    },
  };
}

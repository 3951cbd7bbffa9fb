import type { Account } from './account.ts';
import { scopedId } from '../scoped-id.ts';

/** A site as the window knows it. */
interface SiteLabel {
  /** The scoped id. */
  id: string;
  name: string;
}

/**
 * Labels the sites of several accounts; sites of the same name on different networks also name their network. Returns
 * functions that name a site of an account, and that convert it for the window.
 */
export function siteLabels(accounts: readonly Account[]) {
  const networks = new Map<string, Set<string>>();
  // Site names are unique within one network.
  if (accounts.length > 1) {
    for (const { id, watches } of accounts) {
      for (const { name } of watches.sites()) networks.set(name, (networks.get(name) ?? new Set()).add(id));
    }
  }
  const named = (account: Account, name: string): string =>
    (networks.get(name)?.size ?? 0) > 1 ? `${name} (${account.networkName()})` : name;
  return {
    named,
    of: (account: Account, site: SiteLabel): SiteLabel => ({
      id: scopedId(account.id, site.id),
      name: named(account, site.name),
    }),
    /** Converts the site of an object. */
    withSite: <T extends { site: SiteLabel }>(account: Account, thing: T): T => ({
      ...thing,
      site: { ...thing.site, id: scopedId(account.id, thing.site.id), name: named(account, thing.site.name) },
    }),
  };
}

export type SiteLabels = ReturnType<typeof siteLabels>;

import type { Account } from './account.ts';
import { scopedId } from '../domain/scoped-id.ts';

/** A site as the window knows it. */
interface SiteLabel {
  /** The scoped id. */
  id: string;
  name: string;
}

/**
 * What sites are called among everybody who is signed in: sites of one name say which network's they are. Takes the
 * accounts; gives functions that name a site of one of them, and that turn it into the site as the window knows it.
 */
export function siteLabels(accounts: readonly Account[]) {
  const networks = new Map<string, Set<string>>();
  // One network's sites have names of their own.
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
    /** The same of a thing that has a site. */
    withSite: <T extends { site: SiteLabel }>(account: Account, thing: T): T => ({
      ...thing,
      site: { ...thing.site, id: scopedId(account.id, thing.site.id), name: named(account, thing.site.name) },
    }),
  };
}

export type SiteLabels = ReturnType<typeof siteLabels>;

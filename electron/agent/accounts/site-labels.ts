import type { Account } from './account.ts';
import { scopedId } from '../domain/scoped-id.ts';

/** A site as the window knows it. */
interface ShownSite {
  /** The qualified id. */
  id: string;
  name: string;
}

/**
 * What sites are called among everybody who is signed in: those of one name say which network's they are. Takes the
 * accounts; gives what names a site of one of them, and what makes of it the site that the window is shown.
 */
export function shownSites(accounts: readonly Account[]) {
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
    of: (account: Account, { id, name }: ShownSite): ShownSite => ({
      id: scopedId(account.id, id),
      name: named(account, name),
    }),
    /** The same of a thing that has a site. */
    withSite: <T extends { site: ShownSite }>(account: Account, thing: T): T => ({
      ...thing,
      site: { ...thing.site, id: scopedId(account.id, thing.site.id), name: named(account, thing.site.name) },
    }),
  };
}

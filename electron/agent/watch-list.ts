import { randomUUID } from 'node:crypto';
import type { History, ProfileHistory } from '../store/history.ts';
import type { SettingsStore, StoredWatch } from '../store/settings.ts';
import { Refusal } from './refusal.ts';
import { normalTag } from './watches.ts';

/** A site to choose from; `mine` where the person has an account. */
export interface SiteOffer {
  id: string;
  name: string;
  iconUrl?: string | undefined;
  mine: boolean;
}

/** The watches of the signed-in person. Every call throws a `Refusal` when nobody is. */
export function watchList(parts: {
  settings: SettingsStore;
  history: History;
  profile: () => ProfileHistory | undefined;
  now: () => number;
  /** Something changed; `forgotten` is a site that nobody watches any more. */
  onChange: (forgotten?: string) => void;
}) {
  const { settings, history } = parts;
  const profile = (): ProfileHistory => {
    const signedIn = parts.profile();
    if (!signedIn) throw new Refusal('Nobody is signed in.', 'Sign in first.');
    return signedIn;
  };
  const list = (): StoredWatch[] => {
    const { network } = profile().profile;
    return settings.get().watches.filter((watch) => watch.networkId === network);
  };
  return {
    list,
    /** The network's sites, the person's own first. */
    sites(): SiteOffer[] {
      const mine = new Set(profile().reputation.accounts().map((account) => account.site.id));
      return history
        .sites(profile().profile.network)
        .map((site) => ({ id: site.id, name: site.name, iconUrl: site.iconUrl, mine: mine.has(site.id) }))
        .toSorted((a, b) => Number(b.mine) - Number(a.mine));
    },
    add(siteId: string, typed: string, notify: boolean): StoredWatch {
      const tag = normalTag(typed);
      const site = this.sites().find((candidate) => candidate.id === siteId);
      if (!site) throw new Refusal('This network has no such site.', 'Choose a site from the list.');
      if (list().some((watch) => watch.siteId === siteId && watch.tag === tag)) {
        throw new Refusal(`You watch ${tag} on ${site.name} already.`, 'Choose another tag.');
      }
      const watch: StoredWatch = { id: randomUUID(), networkId: profile().profile.network, siteId, siteName: site.name, tag, notify };
      settings.change({ watches: [...settings.get().watches, watch] });
      parts.onChange();
      return watch;
    },
    setNotify(id: string, notify: boolean): void {
      settings.change({ watches: settings.get().watches.map((watch) => (watch.id === id ? { ...watch, notify } : watch)) });
      parts.onChange();
    },
    remove(id: string): void {
      const gone = list().find((watch) => watch.id === id);
      if (!gone) return;
      settings.change({ watches: settings.get().watches.filter((watch) => watch.id !== id) });
      profile().questions.forgetWatch(gone.id, parts.now());
      parts.onChange(list().some((watch) => watch.siteId === gone.siteId) ? undefined : gone.siteId);
    },
  };
}

import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useLocation } from 'wouter';
import type { Watch } from '../../../common/contract/contract.ts';
import { useSites, useWatches } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useSavedFilter } from '../../feed/feed-queries.ts';
import { findSettings, placeOf } from '../../settings/search/find-settings.ts';
import { matches } from '../matches.ts';
import { revealWhenThere } from '../reveal.ts';

/** How many settings, watches and sites each are listed. */
const MAX_PLACES = 6;

/** Something to go to that the palette finds beside commands and items. */
export interface Place {
  id: string;
  group: string;
  title: string;
  detail: string;
  run: () => void;
}

/** The settings, watches and sites whose words hold what was typed, from two letters on; each leads to itself. */
export function usePlaces(typed: string): Place[] {
  const words = useWords();
  const [, go] = useLocation();
  const [saved, saveFilter] = useSavedFilter();
  const watches = useWatches().data?.watches ?? [];
  const sites = useSites().data ?? [];
  if (typed.length < 2) return [];
  const settings = findSettings(typed, words, IN_ELECTRON).map((setting) => ({
    id: `setting-${setting.page}-${setting.label}`,
    group: words('common.views.settings'),
    title: setting.label,
    detail: setting.pageTitle,
    run: () => go(...placeOf(setting)),
  }));
  const foundWatches = watches
    .filter(({ name, site }) => matches(`${name} ${site.name}`, typed))
    .map(({ id, name, site }: Watch) => ({
      id: `watch-${id}`,
      group: words('common.views.watches'),
      title: name,
      detail: site.name,
      run() {
        go('/watches');
        revealWhenThere(`[data-watch="${CSS.escape(id)}"]`);
      },
    }));
  const foundSites = sites
    .filter(({ mine, name }) => mine && matches(name, typed))
    .map(({ id, name }) => ({
      id: `site-${id}`,
      group: words('common.sites'),
      title: name,
      detail: words('shortcuts.palette.siteInInbox'),
      run() {
        saveFilter({ grouping: saved?.grouping, site: [id] });
        go('/inbox');
      },
    }));
  return [settings, foundWatches, foundSites].flatMap((found) => found.slice(0, MAX_PLACES));
}

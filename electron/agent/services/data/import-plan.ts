import type { Preferences, StoredWatch } from '../../../store/settings.ts';
import { ruleKey } from '../../watches/rule.ts';
import type { ExportFile } from './export-file.ts';

/** Settings and watches, the part of what is stored that an import or a reset changes. */
export interface Choices {
  preferences: Preferences;
  watches: StoredWatch[];
}

/** What an import makes of settings and watches. */
export interface ImportPlan {
  after: Choices;
  added: StoredWatch[];
  /** Watches with the same rules as here, but another alert. */
  changed: { before: StoredWatch; after: StoredWatch }[];
  /** What each watch of the file is called here. */
  ids: ReadonlyMap<string, string>;
}

/** The same for watches that find the same. */
const keyOf = ({ networkId, siteId, rule }: StoredWatch): string => JSON.stringify([networkId, siteId, ruleKey(rule)]);

/**
 * Lays an export over what is here: its settings win, and its watches join those here. A watch with the same rule gets
 * the file's alert, and is muted as there. No watch is removed, and none gets another rule, so that what it found
 * stays. Pure.
 */
export function planImport(
  here: Choices,
  file: Pick<ExportFile, 'settings' | 'watches'>,
  newId: () => string,
): ImportPlan {
  const given = Object.fromEntries(Object.entries(file.settings).filter(([, value]) => value !== undefined));
  const watches = [...here.watches];
  const added: StoredWatch[] = [];
  const changed: ImportPlan['changed'] = [];
  const ids = new Map<string, string>();
  const places = new Map(watches.map((watch, at) => [keyOf(watch), at]));
  const taken = new Set(watches.map(({ id }) => id));
  const fresh = new Set<string>();
  for (const watch of file.watches) {
    const key = keyOf(watch);
    const at = places.get(key) ?? watches.length;
    const known = watches[at];
    const id = known?.id ?? (taken.has(watch.id) ? newId() : watch.id);
    ids.set(watch.id, id);
    if (!known) {
      added.push({ ...watch, id });
      watches.push({ ...watch, id });
      places.set(key, at);
      taken.add(id);
      fresh.add(id);
      continue;
    }
    const after = { ...known, alert: watch.alert, muted: watch.muted };
    if ((after.alert === known.alert && after.muted === known.muted) || fresh.has(id)) continue;
    changed.push({ before: known, after });
    watches[at] = after;
  }
  return { after: { preferences: { ...here.preferences, ...given }, watches }, added, changed, ids };
}

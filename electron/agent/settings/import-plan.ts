import type { Preferences, StoredWatch } from '../../store/settings.ts';
import { ruleKey } from '../sources/questions/rule.ts';
import type { ExportFile } from './export-file.ts';

/** Settings and watches: the stored data that an import or a reset changes. */
export interface Choices {
  preferences: Preferences;
  watches: StoredWatch[];
}

/** Effect of an import on settings and watches. */
export interface ImportPlan {
  after: Choices;
  added: StoredWatch[];
  /** Watches with the same rule as an existing one, but another alert. */
  changed: { before: StoredWatch; after: StoredWatch }[];
  /** Local id of each watch of the file. */
  ids: ReadonlyMap<string, string>;
}

/** Returns a key that is equal for watches with the same matches. */
const keyOf = ({ networkId, siteId, rule }: StoredWatch): string => JSON.stringify([networkId, siteId, ruleKey(rule)]);

/**
 * Merges an export into the present choices: its settings replace the present ones, and its watches are added. A watch
 * with the same rule takes the file's `alert` and `muted`. No watch is removed or gets another rule, so that matches
 * are kept. Pure.
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

import type { StoredSettings } from '../../store/settings.ts';

/** The watches that the person has muted, by their ids: what only they found counts nowhere. */
export const mutedWatches = ({ watches }: Pick<StoredSettings, 'watches'>): string[] =>
  watches.flatMap(({ id, muted }) => (muted ? [id] : []));

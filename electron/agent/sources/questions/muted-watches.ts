import type { StoredSettings } from '../../../store/settings.ts';

/** Returns the ids of muted watches, whose matches are not counted. */
export const mutedWatches = ({ watches }: Pick<StoredSettings, 'watches'>): string[] =>
  watches.flatMap(({ id, muted }) => (muted ? [id] : []));

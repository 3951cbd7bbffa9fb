import type { StoredWatch } from '../store/settings.ts';

/** Tags are compared as the network writes them: lower case, words joined by hyphens. */
export const normalTag = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '-');

/** The watches of one site that a question with these tags matches. */
export function matching(watches: StoredWatch[], siteId: string, tags: string[]): StoredWatch[] {
  const carried = new Set(tags.map(normalTag));
  return watches.filter((watch) => watch.siteId === siteId && carried.has(normalTag(watch.tag)));
}

import { createHash } from 'node:crypto';
import type { StoredWatch } from '../../../store/settings.ts';

/**
 * Names a watch with the rule it has: what a changed rule finds at its first look was there before and is no news.
 */
export const ruleKey = (watch: StoredWatch): string =>
  `${watch.id}:${createHash('sha256').update(JSON.stringify(watch.rule)).digest('base64url').slice(0, 12)}`;

/**
 * From which creation date on a look has known, for each watch, everything that stands in its list: what turns up later
 * and was asked since then has come to match since. Keyed by `ruleKey`, in ms by the network's clock.
 */
export type KnownFrom = Map<string, number>;

/** What was kept of it. A bare list of watches comes from before the dates were kept: their first look is long ago. */
export function knownFromOf(kept: unknown): KnownFrom {
  if (Array.isArray(kept)) return new Map(kept.flatMap((key) => (typeof key === 'string' ? [[key, 0] as const] : [])));
  if (typeof kept !== 'object' || kept === null) return new Map();
  return new Map(
    Object.entries(kept).flatMap(([key, from]) => (typeof from === 'number' ? [[key, from] as const] : [])),
  );
}

/** After a look that knows everything from a date on: it may know more than those before it, and never less. */
export const knownAfter = (before: KnownFrom, keys: Iterable<string>, from: number): Record<string, number> =>
  Object.fromEntries([...keys].map((key) => [key, Math.min(before.get(key) ?? Infinity, from)]));

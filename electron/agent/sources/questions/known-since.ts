import { createHash } from 'node:crypto';
import type { StoredWatch } from '../../../store/settings.ts';

/**
 * Returns a key for a watch with its current rule. A changed rule gets a new key, so that the results of its first poll
 * are not announced.
 */
export const ruleKey = (watch: StoredWatch): string =>
  `${watch.id}:${createHash('sha256').update(JSON.stringify(watch.rule)).digest('base64url').slice(0, 12)}`;

/**
 * For each watch, the creation date since which its list was read completely. A question asked after this date that
 * appears in the list later began to match in between. Keyed by `ruleKey`, in ms, server time.
 */
export type KnownFrom = Map<string, number>;

/** Reads a stored mark. */
export function knownFromOf(stored: unknown): KnownFrom {
  if (typeof stored !== 'object' || stored === null) return new Map();
  return new Map(
    Object.entries(stored).flatMap(([key, from]) => (typeof from === 'number' ? [[key, from] as const] : [])),
  );
}

/** Returns the mark to store after a poll that read all questions since a date. A watch's own date never gets later. */
export const knownAfter = (before: KnownFrom, keys: Iterable<string>, from: number): Record<string, number> =>
  Object.fromEntries([...keys].map((key) => [key, Math.min(before.get(key) ?? Infinity, from)]));

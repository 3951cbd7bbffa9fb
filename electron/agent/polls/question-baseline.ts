import { createHash } from 'node:crypto';
import type { StoredWatch } from '../../store/settings.ts';

/**
 * Names a watch with the rule it has: what a changed rule finds at its first look was there before and is no news.
 */
export const ruleKey = (watch: StoredWatch): string =>
  `${watch.id}:${createHash('sha256').update(JSON.stringify(watch.rule)).digest('base64url').slice(0, 12)}`;

/** The keys of the watches that have had a first look, from what was kept. */
export const baselineOf = (kept: unknown): Set<string> => new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);

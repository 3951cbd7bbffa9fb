import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import type { ForwardKind } from '../../../common/forwarding.ts';
import type { ForwardTarget } from '../../../common/schemas/forwarding.ts';
import { scopedId } from '../ids.ts';

/** How long an e-mail collects messages, in ms. */
const DIGEST_MS: Record<ForwardTarget['digest'], number> = { each: 0, hour: HOUR_MS, day: DAY_MS };

/** Returns how long messages for a target are collected, in ms. */
export const collectedFor = ({ kind, digest }: ForwardTarget): number => (kind === 'email' ? DIGEST_MS[digest] : 0);

/** Returns the targets that something new at this moment is forwarded to. Pure. */
export const targetsNow = (
  targets: readonly ForwardTarget[],
  { isAway, isQuiet }: { isAway: boolean; isQuiet: boolean },
): ForwardTarget[] => targets.filter(({ when }) => when === 'always' || (when === 'away' ? isAway : isQuiet));

/**
 * Returns a rule without watches that are gone, which stay stored until it is changed: a removal may be undone. If it
 * named no others, it forwards no questions, rather than those of all watches. Pure.
 */
export function withoutGone<T extends Pick<ForwardTarget, 'watches' | 'kinds'>>(rule: T, existing: Set<string>): T {
  const watches = rule.watches.filter((id) => existing.has(id));
  const isOff = watches.length === 0 && rule.watches.length > 0;
  return { ...rule, watches, kinds: isOff ? rule.kinds.filter((kind) => kind !== 'questions') : rule.kinds };
}

/** New event, as far as rules look at it. */
interface ForwardedEvent {
  site: { id: string };
  watchIds?: readonly string[];
}

/** Returns a predicate for events of a kind that a target's rule lets through; of an account by its network. Pure. */
export function forwards({ kinds, sites, watches }: ForwardTarget, network: string) {
  return (kind: ForwardKind) => {
    const isKind = kinds.includes(kind);
    return ({ site, watchIds = [] }: ForwardedEvent): boolean =>
      isKind &&
      (sites.length === 0 || sites.includes(scopedId(network, site.id))) &&
      (kind !== 'questions' || watches.length === 0 || watchIds.some((id) => watches.includes(id)));
  };
}

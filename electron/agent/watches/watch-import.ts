import { WatchRule, type WatchAlert } from '../../../common/contract/contract.ts';
import type { Account } from '../accounts/account.ts';
import { sameRule } from './watch-list.ts';
import { normalRule } from './rule.ts';

/** Watches several tags of a site: one watch for any of them, or one for each; what is watched already is counted only. */
export function importTags(
  { watches }: Pick<Account, 'watches'>,
  siteId: string,
  tags: string[],
  as: 'one' | 'each',
  alert: WatchAlert,
): { added: number; already: number } {
  const rules = (as === 'one' ? [tags] : tags.map((tag) => [tag])).map((anyTags) =>
    normalRule(WatchRule.parse({ anyTags })),
  );
  let added = 0;
  for (const rule of rules) {
    if (watches.othersOn(siteId, undefined).some((other) => sameRule(other, rule))) continue;
    watches.add(siteId, rule, alert);
    added++;
  }
  return { added, already: rules.length - added };
}

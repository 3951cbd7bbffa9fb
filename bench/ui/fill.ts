import { MINUTE_MS } from '../../common/durations.ts';
import type { ProfileHistory } from '../../electron/store/profile-history.ts';

const SITES = Array.from({ length: 8 }, (_, index) => ({ id: `site${index}`, name: `Site ${index}` }));
const NEWEST_MS = Date.UTC(2026, 0, 1);
const PIECE = 5000;

/** Adds items to an inbox, the newest last, and all older than those of the demo network. */
export function fillInbox(
  profile: ProfileHistory,
  count: number,
  textsOf: (index: number) => { title: string; excerpt: string },
): void {
  const itemOf = (index: number) => ({
    key: `filling-${index}`,
    itemType: index % 3 === 0 ? 'new_answer' : 'comment',
    site: SITES[index % SITES.length]!,
    ...textsOf(index),
    createdAt: NEWEST_MS - (count - index) * 10 * MINUTE_MS,
    unreadAtNetwork: index % 40 === 0,
  });
  for (let from = 0; from < count; from += PIECE) {
    const piece = Array.from({ length: Math.min(PIECE, count - from) }, (_, index) => itemOf(from + index));
    profile.transaction(() => profile.inbox.add(piece, NEWEST_MS));
  }
}

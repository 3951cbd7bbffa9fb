import type { Notice, ReputationEvent, Subject } from '../../../store/events.ts';
import { reputationReason, REPUTATION_REASONS } from '../../../../common/notification-reasons.ts';
import { voteName } from '../../../../common/i18n/network-names.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';
import { lines } from './notice-texts.ts';

const sumOf = (events: readonly ReputationEvent[]): number => events.reduce((sum, { change }) => sum + change, 0);

/**
 * Returns a line for each post. Networks name posts on request only, so changes without a title are grouped by kind.
 */
function changeLines({ words, signed }: Locale, events: readonly ReputationEvent[]): string[] {
  const alike = Map.groupBy(events, ({ site, title, voteType, change }) =>
    title === undefined ? `${voteType}|${change}` : `${site.id}|${title}|`,
  );
  return [...alike.values()].map((group) => {
    const [{ title, voteType, change }] = group as [ReputationEvent];
    if (title !== undefined) return `${signed(sumOf(group))}  ${title}`;
    const line = [signed(change), voteType === undefined ? '' : voteName(words, voteType)].filter(Boolean).join('  ');
    return group.length === 1 ? line : `${line}  × ${group.length}`;
  });
}

/** Returns "+73 today: 6 upvotes, 1 accept" if there were more changes today than the notice shows. */
function dayLine({ words, signed }: Locale, told: number, today: readonly ReputationEvent[]): string[] {
  const moving = today.filter(({ change }) => change !== 0);
  if (moving.length <= told) return [];
  const byReason = Map.groupBy(moving, ({ voteType }) => reputationReason(voteType));
  const parts = REPUTATION_REASONS.flatMap((reason) => {
    const count = byReason.get(reason)?.length ?? 0;
    return count === 0 ? [] : [words(`notices.moved.${reason}`, { count })];
  });
  return [words('notices.today', { change: signed(sumOf(moving)), parts: parts.join(', ') })];
}

/**
 * Returns one notice for changes on any number of sites, newest first.
 * @param today today's changes on all sites; if there are more of them, the notice adds their total
 * @param total the total change: the stored events may add up to another number by now
 */
export function reputationNotice(
  locale: Locale,
  events: readonly [ReputationEvent, ...ReputationEvent[]],
  today: readonly ReputationEvent[] = [],
  total: number = sumOf(events),
): Notice {
  const { words, signed } = locale;
  const [first] = events;
  const bySite = Map.groupBy(events, ({ site }) => site.id);
  const change = signed(total);
  return {
    kind: 'reputation',
    title:
      bySite.size === 1
        ? words('notices.reputationOn', { change, site: first.site.name })
        : words('notices.reputationOnSites', { change, count: bySite.size }),
    body: lines(locale, [...dayLine(locale, events.length, today), ...changeLines(locale, events)]),
    link: events.length === 1 ? first.link : undefined,
    count: events.length,
    subjects: [...bySite].map(([siteId, own]): Subject => ({
      kind: 'reputation',
      siteId,
      change: sumOf(own),
      keys: own.map(({ key }) => key),
    })),
  };
}

import { z } from 'zod';
import type { StoredWatch } from '../../../store/settings.ts';
import type { StreamId } from '../../stream-id.ts';
import { isPlainTag, watchStream } from '../../sources/questions/rule.ts';
import type { HintReason } from './trust.ts';

/** Maximum number of subscribed topics; streams beyond it are polled as without a socket. */
const MAX_TOPICS = 200;

/** Count that a hint concerns. */
export type CountedKind = 'inbox' | 'reputation';

const Count = z.int().nonnegative().optional().catch(undefined);
const Topbar = z.object({
  Inbox: z.object({ UnreadInboxCount: Count }).optional().catch(undefined),
  Achievements: z.object({ UnreadRepCount: Count }).optional().catch(undefined),
});

/** Returns the topic of a person's counts; the id is that of the account, which is the same on all sites. */
export const topbarTopic = (accountId: number): string => `${accountId}-topbar`;

/** Last known counts of a person, which find the changes of each new frame. Unreadable frames change nothing. */
export class TopbarCounts {
  readonly #counts = new Map<CountedKind, number>();

  take(data: unknown): { kind: CountedKind; reason: HintReason }[] {
    const { data: told } = Topbar.safeParse(data);
    const counts = [
      ['inbox', told?.Inbox?.UnreadInboxCount],
      ['reputation', told?.Achievements?.UnreadRepCount],
    ] as const;
    return counts.flatMap(([kind, count]): { kind: CountedKind; reason: HintReason }[] => {
      if (count === undefined) return [];
      const before = this.#counts.get(kind);
      this.#counts.set(kind, count);
      if (count === before) return [];
      if (before === undefined) return [{ kind, reason: 'unknown' }];
      // Lost reputation lowers the count, too; looking at reputation sets it to 0.
      const isNew = kind === 'inbox' ? count > before : count !== 0;
      return [{ kind, reason: isNew ? 'new' : 'read' }];
    });
  }
}

/** Returns tags of which every match of the watch has one, or undefined if there are none such. */
function tagsOf({ rule: { anyTags, allTags } }: StoredWatch): string[] | undefined {
  if (anyTags.length > 0 && anyTags.every(isPlainTag)) return anyTags;
  const one = allTags.find(isPlainTag);
  return one === undefined ? undefined : [one];
}

/**
 * Returns the topics that cover the streams of new questions, each with its stream. A stream is covered completely or
 * not at all: one watch without a tag would make the others' hints look incomplete.
 * @param siteNumber returns the site's number at the socket, if known
 */
export function questionTopics(
  watches: StoredWatch[],
  siteNumber: (siteId: string) => number | undefined,
): Map<string, StreamId> {
  const topics = new Map<string, StreamId>();
  const served = Map.groupBy(watches, ({ siteId, rule }) => watchStream(siteId, rule));
  for (const [stream, serving] of served) {
    if (!stream.startsWith('questions:')) continue;
    const number = siteNumber(serving[0]!.siteId);
    const tags = serving.map(tagsOf);
    if (number === undefined || tags.includes(undefined)) continue;
    const needed = new Set(tags.flatMap((each) => each ?? []));
    if (topics.size + needed.size > MAX_TOPICS) continue;
    for (const tag of needed) topics.set(`${number}-questions-newest-tag-${tag}`, stream);
  }
  return topics;
}

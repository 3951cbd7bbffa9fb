import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isWebAddress, plainLine, plainLines } from '../../../common/safe-text.ts';
import type { NewNotification } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';

/**
 * Message as webhooks and commands receive it, in JSON; docs/forwarding.schema.json is this schema. A later version of
 * Askbell may add fields. It never contains the text of a post: what is forwarded may be read on the way.
 */
export const ForwardedMessage = z.object({
  version: z.literal(1),
  /** Stays the same however often the message is sent. */
  id: z.uuid().describe('Idempotency key: the same if the message is sent again.'),
  /** `activity`: inbox items that are not addressed to the user; `test`: sent by hand. */
  kind: z
    .enum(['inbox', 'activity', 'question', 'reputation', 'badges', 'test'])
    .describe('inbox: addressed to you. activity: other inbox items. question: found by a watch. test: sent by hand.'),
  title: z.string().describe('Title of the post, or a summary of several events.'),
  body: z.string().describe('Lines with kind, site and number of the events; never the text of a post.'),
  link: z.url().optional().describe('Page of a single event.'),
  count: z.int().min(1).describe('Number of events.'),
  network: z.string().describe("Id of the network in Askbell; for example 'stackexchange'."),
  sites: z.array(z.string()).describe('API names of the sites concerned.'),
  createdAt: z.iso.datetime().describe('When Askbell noticed it.'),
});

export type ForwardedMessage = z.output<typeof ForwardedMessage>;

/** Message before it has a key. */
export type MessageContent = Omit<ForwardedMessage, 'id'>;

/**
 * Returns the key of a notification's message. Each of a user's machines has the same if the network's own ids say what
 * it is about; otherwise nothing else may have it.
 */
function keyOf({ kind, subjects }: NewNotification, profile: ProfileHistory['profile']): string {
  const ids = subjects.map((subject) => {
    if (subject.kind === 'inbox') return subject.key;
    if (subject.kind === 'question') return `${subject.siteId} ${subject.questionId}`;
    return subject.kind === 'reputation' ? subject.keys?.toSorted() : undefined;
  });
  if (ids.includes(undefined)) return randomUUID();
  const about = JSON.stringify([profile.network, profile.accountId, kind, ids.map(String).toSorted()]);
  // Version 8 of RFC 9562: a hash of one's own.
  return hash('sha256', about).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** Returns the message of a notification. */
export function messageOf(
  notification: NewNotification,
  { profile }: Pick<ProfileHistory, 'profile'>,
  sites: readonly string[],
  now: number,
): ForwardedMessage {
  const { kind, title, body, link, count } = notification;
  return {
    version: 1,
    id: keyOf(notification, profile),
    kind: kind === 'summary' || kind === 'status' ? 'activity' : kind,
    title: plainLine(title).trim(),
    body: plainLines(body).trim(),
    ...(isWebAddress(link) && { link }),
    count,
    network: profile.network,
    sites: [...sites],
    createdAt: new Date(now).toISOString(),
  };
}

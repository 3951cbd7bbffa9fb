import type { InboxEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import { notices, type NoticeRules } from '../../notifications/notices.ts';
import { updatePending } from '../../notifications/pending.ts';
import { hasBaseline, type Recording } from './recording.ts';

/** Returns the items that are not stored yet. */
export const unknownInboxItems = (history: ProfileHistory, events: InboxEvent[]): InboxEvent[] =>
  events.filter((event) => !history.inbox.has(event.key));

/** Whether the inbox was read before, so that unknown items in it are announced. */
export const inboxHasBaseline = (history: ProfileHistory): boolean => hasBaseline(history, 'inbox');

/** Removes items that the user has read on the website from pending notifications. */
function leaveOutReadThere(history: ProfileHistory, rules: NoticeRules, keys: readonly string[]): void {
  const read = new Set(keys);
  updatePending(history, rules, (subject) => {
    if (subject.kind !== 'inbox' || subject.account !== undefined || !read.has(subject.key)) return true;
    // An item that returns from its snooze is announced again, although it was read on the website long ago.
    const item = history.inbox.get(subject.key);
    return item !== undefined && item.listedAt !== item.createdAt;
  });
}

/**
 * Records the items of a poll of the inbox. The first poll stores them without announcing any. Returns whether any
 * unread here were read on the website.
 */
export function recordInbox({ history, rules, now }: Recording, events: InboxEvent[]): boolean {
  return history.record(() => {
    const fresh = history.inbox.add(events, now);
    const readThere = events.filter(({ unreadAtNetwork }) => !unreadAtNetwork).map(({ key }) => key);
    const read = history.inbox.setReadThere(readThere, now);
    if (readThere.length > 0) leaveOutReadThere(history, rules, readThere);
    if (hasBaseline(history, 'inbox'))
      for (const notice of notices({ inbox: fresh }, rules)) history.notices.add(notice, now);
    else history.setMark('baseline:inbox', now);
    return read.length > 0;
  });
}

/**
 * Maximum number of items marked as read at once: more than one lookup may name as unread, so that the next one gets
 * further.
 */
const MAX_READ_THERE = 500;

/**
 * Applies the network's list of unread items, for those dated from `since` until just before `until`: unknown ones are
 * listed without a notification, and those unread only here are marked as read. Returns whether there were any of the
 * latter.
 */
export function recordUnreadInbox(
  { history, now }: Recording,
  unread: InboxEvent[],
  { since, until }: { since: number; until: number },
): boolean {
  return history.record(() => {
    history.inbox.add(
      unread.filter(({ createdAt }) => createdAt >= since && createdAt < until),
      now,
    );
    const keys = new Set(unread.map(({ key }) => key));
    const read = history.inbox.readableThere(since, until, MAX_READ_THERE).filter((key) => !keys.has(key));
    history.inbox.setReadThere(read, now);
    return read.length > 0;
  });
}

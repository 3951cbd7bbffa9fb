import type { InboxEvent, NewNotification } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { messageOf } from '../forwarding/message.ts';
import { collectedFor, forwards } from '../forwarding/rules.ts';
import { notificationsFor, type NotificationRules, type PollFindings } from './rules.ts';

/**
 * Queues the notifications of new events, and a message for each target that they are forwarded to. To be called in the
 * transaction that records the events, so that a crash neither loses nor repeats any. Returns the notifications.
 */
export function queueNotifications(
  profile: ProfileHistory,
  news: PollFindings,
  rules: NotificationRules,
  now: number,
): NewNotification[] {
  const notifications = notificationsFor(news, rules);
  for (const notification of notifications) profile.notifications.add(notification, now);
  for (const target of rules.forwardTo ?? []) {
    const isWanted = forwards(target, profile.profile.network);
    const wanted = {
      inbox: (news.inbox ?? []).filter(isWanted('inbox')),
      questions: (news.questions ?? []).filter(isWanted('questions')),
      reputation: (news.reputation ?? []).filter(isWanted('reputation')),
      badges: (news.badges ?? []).filter(isWanted('badges')),
      privileges: (news.privileges ?? []).filter(isWanted('badges')),
    };
    for (const notification of notificationsFor(wanted, { ...rules, omitsExcerpts: true })) {
      const message = messageOf(notification, profile, sitesOf(notification, wanted.inbox), now);
      profile.outbox.add(profile.profile.id, target.id, message, now, now + collectedFor(target));
    }
  }
  return notifications;
}

/** Returns the ids of the sites that a notification is about. */
function sitesOf({ subjects }: NewNotification, inbox: readonly InboxEvent[]): string[] {
  const sites = subjects.map((subject) =>
    'siteId' in subject
      ? subject.siteId
      : inbox.find(({ key }) => subject.kind === 'inbox' && key === subject.key)?.site.id,
  );
  return [...new Set(sites)].filter((site) => site !== undefined);
}

import type {
  InboxEvent,
  NewNotification,
  QuestionEvent,
  ReputationEvent,
  StoredNotification,
  Subject,
} from '../../store/events.ts';
import type { StoredInboxItem } from '../../store/inbox/inbox-row.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import type { QuietHours } from '../../../common/contract/contract.ts';
import { inboxReason, reputationReason, type InboxReason } from '../../../common/notification-reasons.ts';
import { queueNotifications } from './queue.ts';
import { notificationsFor, type NotificationRules } from './rules.ts';
import { summary } from './wording.ts';

/**
 * Updates pending notifications before they are shown, as their subjects may have been read, snoozed or muted
 * meanwhile. This is decided only then, so that a change undone meanwhile has no effect.
 */

/** Returns the reputation changes of a subject, with the titles of their posts as far as known by now. */
function changesOf(profile: ProfileHistory, { siteId, keys = [] }: { siteId: string; keys?: string[] }) {
  const events = profile.reputation.byKeys(keys);
  const titles = events.some(({ title, postId }) => title === undefined && postId !== undefined)
    ? profile.reputation.titles(siteId)
    : undefined;
  return events.map((event): ReputationEvent => {
    const known = event.title === undefined ? titles?.get(event.postId ?? NaN) : undefined;
    return known ? { ...event, title: known.title, link: event.link ?? known.link } : event;
  });
}

/** Returns the stored inbox items and questions of subjects, while unread, and their reputation changes. */
export function eventsOf(profile: ProfileHistory, subjects: readonly Subject[]) {
  const found = { inbox: [] as InboxEvent[], questions: [] as QuestionEvent[], reputation: [] as ReputationEvent[] };
  for (const subject of subjects) {
    if (subject.kind === 'inbox') {
      const item = profile.inbox.get(subject.key);
      if (item?.unread === true) found.inbox.push({ ...item, unreadAtNetwork: true });
    } else if (subject.kind === 'question') {
      const question = profile.questions.get(subject.siteId, subject.questionId);
      if (question?.unread === true) found.questions.push(question);
    } else if (subject.kind === 'reputation') found.reputation.push(...changesOf(profile, subject));
  }
  return found;
}

/** Whether a subject would be announced by these rules if it were new now. */
export function isStillDue(profile: ProfileHistory, rules: NotificationRules, subject: Subject): boolean {
  if (subject.kind === 'status') return true;
  if (subject.kind !== 'reputation' && subject.kind !== 'badges')
    return notificationsFor(eventsOf(profile, [subject]), rules).length > 0;
  if (!rules.notify[subject.kind] || rules.mutedSites?.includes(subject.siteId) === true) return false;
  if (subject.kind === 'badges' || subject.keys === undefined || !rules.mutedReasons?.length) return true;
  const events = profile.reputation.byKeys(subject.keys);
  // Events no longer stored were announced by the rules of their time.
  return (
    events.length < subject.keys.length ||
    events.some(({ voteType }) => rules.mutedReasons?.includes(reputationReason(voteType)) !== true)
  );
}

/** Returns a notification without subjects that are no longer to be announced, or undefined if none remain. */
function updated(
  profile: ProfileHistory,
  rules: NotificationRules,
  notification: StoredNotification,
  isNews: (subject: Subject) => boolean,
): NewNotification | undefined {
  const left = notification.subjects.filter(isNews);
  if (left.length === notification.subjects.length) return notification;
  if (left.length === 0) return undefined;
  const shortened = {
    ...notification,
    subjects: left,
    count: notification.count - (notification.subjects.length - left.length),
  };
  if (notification.kind === 'summary') return { ...summary([shortened], rules.locale), title: notification.title };
  // With several accounts, the others' stored events are not available here, so only numbers are shown.
  if (left.some(({ account }) => account !== undefined)) return summary([shortened], rules.locale, 'many');
  const [fresh] = notificationsFor(eventsOf(profile, left), rules);
  return fresh ? { ...fresh, ...(notification.silent === true && { silent: true }) } : shortened;
}

/** Removes subjects that are no longer to be announced from pending notifications, in one transaction. */
export function updatePending(
  profile: ProfileHistory,
  rules: NotificationRules,
  isNews: (subject: Subject) => boolean,
): void {
  if (profile.notifications.pending().length === 0) return;
  profile.transaction(() => {
    for (const notification of profile.notifications.pending()) {
      const current = updated(profile, rules, notification, isNews);
      if (current !== notification) profile.notifications.rewrite(notification.id, current);
    }
  });
}

/** Set while all pending notifications of a profile are held, to be shown as one summary, also after a restart. */
const HELD_MARK = 'notices-held';

/** Marks pending notifications to be shown as one summary. */
export function hold(profile: ProfileHistory): void {
  if (!isHeld(profile) && profile.notifications.pending().length > 0) profile.setMark(HELD_MARK, true);
}

/** Whether pending notifications are shown as one summary. */
export const isHeld = (profile: ProfileHistory): boolean => profile.mark(HELD_MARK) === true;

/** Ends the hold. */
export const endHold = (profile: ProfileHistory): void => profile.deleteMark(HELD_MARK);

/** Kinds that are bundled when busy; all others are shown at once. */
const BUNDLED_KINDS = new Set<NewNotification['kind']>(['activity', 'reputation', 'question', 'badges']);

/** Whether a notification is bundled with others when busy. */
export const isBundled = ({ kind }: Pick<NewNotification, 'kind'>): boolean => BUNDLED_KINDS.has(kind);

/** Reasons that quiet hours let through. */
const LET_THROUGH: Record<QuietHours['letThrough'], readonly InboxReason[]> = {
  nothing: [],
  mentions: ['mention'],
  replies: ['answer', 'comment', 'mention'],
};

/** Whether a notification is shown in quiet hours all the same. */
export function getsThrough(
  history: ProfileHistory,
  { kind, subjects }: NewNotification,
  letThrough: QuietHours['letThrough'],
): boolean {
  const reasons = LET_THROUGH[letThrough];
  if (kind !== 'inbox' || reasons.length === 0) return false;
  const { displayName } = history.profile;
  return eventsOf(history, subjects).inbox.some((event) => reasons.includes(inboxReason(event, displayName)));
}

/** Returns the number of events in a notification, of those subjects that are still to be announced. */
export function eventsIn({ subjects }: NewNotification, isNews: (subject: Subject) => boolean): number {
  if (subjects.length === 0) return 1;
  return subjects
    .filter(isNews)
    .reduce((sum, subject) => sum + (subject.kind === 'reputation' ? Math.max(1, subject.keys?.length ?? 1) : 1), 0);
}

const isMatch = ({ itemType }: StoredInboxItem): boolean => itemType === MATCH_KIND;

/**
 * Moves inbox items and matches whose snooze has ended back to the inbox: unread again, with a notification, in one
 * transaction. Returns whether there were any.
 */
export function endItemSnoozes(history: ProfileHistory, rules: NotificationRules, now: number): boolean {
  if ((history.inbox.nextSnoozeEnd() ?? Infinity) > now) return false;
  return history.transaction(() => {
    const back = history.inbox.returnDue(now);
    const news = {
      inbox: back.filter((item) => !isMatch(item)).map((item) => ({ ...item, unreadAtNetwork: true })),
      questions: back.flatMap((item) =>
        isMatch(item) && item.questionId !== undefined ? [{ ...item, questionId: item.questionId }] : [],
      ),
    };
    queueNotifications(history, news, rules, now);
    return back.length > 0;
  });
}

import type { DesktopNotification, NotificationAction } from '../../desktop/desktop.ts';
import type { StoredNotification, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Words } from '../../../common/i18n/words.ts';

/** A question on a site. */
export interface QuestionName {
  siteId: string;
  questionId: number;
}

/** Whether a notification has a subject that can be marked as read. */
export const isReadable = (notification: StoredNotification): boolean =>
  notification.subjects.some(({ kind }) => kind !== 'reputation' && kind !== 'badges' && kind !== 'status');

/** Whether a notification is about inbox items only, which can be snoozed individually. */
export const tellsOfItemsOnly = ({ subjects }: StoredNotification): boolean =>
  subjects.length > 0 && subjects.every(({ kind }) => kind === 'inbox');

function questionOf(profile: ProfileHistory, subject: Subject): QuestionName | undefined {
  if (subject.account !== undefined && subject.account !== profile.profile.network) return undefined;
  if (subject.kind === 'question') return { siteId: subject.siteId, questionId: subject.questionId };
  const item = subject.kind === 'inbox' ? profile.inbox.get(subject.key) : undefined;
  return item?.questionId === undefined ? undefined : { siteId: item.site.id, questionId: item.questionId };
}

/** Returns the one question that all subjects of a notification belong to, or undefined if there is none. */
export function questionOfNotification(
  profile: ProfileHistory,
  { subjects }: StoredNotification,
): QuestionName | undefined {
  const [first, ...others] = subjects.map((subject) => questionOf(profile, subject));
  const isSame = (other: QuestionName | undefined) =>
    other?.siteId === first?.siteId && other?.questionId === first?.questionId;
  return others.every(isSame) ? first : undefined;
}

/** Returns the actions on a notification, most useful first. */
export function notificationActions(
  profile: ProfileHistory,
  notification: StoredNotification,
  words: Words,
): DesktopNotification['actions'] {
  const action = (id: NotificationAction, label: string) => ({ id, label });
  return [
    action('open', words('notices.open')),
    ...(isReadable(notification) ? [action('mark-read', words('notices.markRead'))] : []),
    ...(questionOfNotification(profile, notification) ? [action('mute-question', words('notices.muteQuestion'))] : []),
    ...(notification.kind === 'status'
      ? []
      : [action('snooze', words(tellsOfItemsOnly(notification) ? 'notices.snoozeItems' : 'notices.snoozeAll'))]),
  ];
}

/** Marks the inbox items and questions among subjects as read, in one transaction. `now` in ms since the epoch. */
export function markSubjectsRead(profile: ProfileHistory, subjects: readonly Subject[], now: number): void {
  profile.transaction(() => {
    for (const subject of subjects) {
      if (subject.kind === 'inbox') profile.inbox.markRead([subject.key], now);
      if (subject.kind === 'question') profile.questions.setRead(subject.siteId, subject.questionId, now);
    }
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kindName } from '../../../common/i18n/network-names.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { DesktopNotification, NotificationAction, NotificationSound } from '../../desktop/desktop.ts';
import type { StoredNotification, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Preferences } from '../../store/settings.ts';

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
  return actions(words, tellsOfItemsOnly(notification), {
    'mark-read': isReadable(notification),
    'mute-question': questionOfNotification(profile, notification) !== undefined,
    snooze: notification.kind !== 'status',
  });
}

/**
 * Returns the possible actions, most useful first.
 * @param areItems whether a snooze concerns the notification's inbox items, or all notifications
 */
function actions(
  words: Words,
  areItems: boolean,
  possible: Record<Exclude<NotificationAction, 'open'>, boolean>,
): DesktopNotification['actions'] {
  const all: DesktopNotification['actions'] = [
    { id: 'open', label: words('inbox.actions.openShort') },
    { id: 'mark-read', label: words('notices.markRead') },
    { id: 'mute-question', label: words('notices.muteQuestion') },
    { id: 'snooze', label: words(areItems ? 'inbox.snooze.laterToday' : 'notices.snoozeAll') },
  ];
  return all.filter(({ id }) => id === 'open' || possible[id]);
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

/** File name of the user's own sound, in the data folder. */
export const SOUND_FILE = 'askbell-sound.wav';

/** Sound played if the file of the user's own sound no longer exists. */
const STAND_IN = 'bell';

/** Returns the path of the user's own sound. */
export const soundFileIn = (dataDir: string): string => join(dataDir, SOUND_FILE);

/** Returns a notification with the chosen sound, or silent. */
export function withSound(
  notification: DesktopNotification,
  preferences: Preferences,
  dataDir: string,
): DesktopNotification {
  const silent = notification.silent || preferences.sound === 'none';
  const sound = silent ? undefined : soundOf(preferences, dataDir);
  return { ...notification, silent, ...(sound && { sound }) };
}

/** Returns the sound of a notification, or undefined for the system's or none. */
function soundOf({ sound, volume }: Preferences, dataDir: string): NotificationSound | undefined {
  if (sound === 'default' || sound === 'none') return undefined;
  if (sound !== 'file') return { name: sound, volume };
  const file = soundFileIn(dataDir);
  return existsSync(file) ? { name: 'file', file, volume } : { name: STAND_IN, volume };
}

/** Returns a sample notification of an answer, to try sound and look. */
export function sampleNotification(words: Words): DesktopNotification {
  const kindAndSite = words('notices.kindOn', { kind: kindName(words, 'new_answer'), site: 'Askbell' });
  return {
    id: 0,
    kind: 'inbox',
    title: words('notices.test.question'),
    body: [kindAndSite, words('notices.test.answer')].join('\n'),
    silent: false,
    actions: actions(words, true, { 'mark-read': true, 'mute-question': true, snooze: true }),
  };
}

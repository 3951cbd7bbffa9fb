import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kindName } from '../../../common/i18n/network-names.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { DesktopNotification, NotificationSound } from '../../desktop/desktop.ts';
import type { Preferences } from '../../store/settings.ts';

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
    actions: [
      { id: 'open', label: words('notices.open') },
      { id: 'mark-read', label: words('notices.markRead') },
      { id: 'mute-question', label: words('notices.muteQuestion') },
      { id: 'snooze', label: words('notices.snoozeItems') },
    ],
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import type { DesktopNotification, NotificationSound } from '../../desktop/display.ts';
import type { Preferences } from '../../store/settings.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { UserFacingError } from '../user-facing-error.ts';

/** Output of single notifications on the desktop, and also in the open window if the desktop does not show them. */
export class Notifier {
  readonly #context: AgentContext;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  /** Shows one notification with the chosen sound. Rejects if the desktop refuses it. */
  async notify(notification: DesktopNotification): Promise<void> {
    const { desktop, settings, events, dataDir } = this.#context;
    const { preferences } = settings.get();
    const { id, title, body, actions } = notification;
    const silent = notification.silent || preferences.sound === 'none';
    const sound = silent ? undefined : soundOf(preferences, dataDir);
    await desktop.notify({ ...notification, silent, ...(sound && { sound }) });
    if (desktop.windowShowsNotifications) events.emit('notice', { type: 'show', id, title, body, silent, actions });
  }

  /** Removes a notification from the screen and from every page. */
  withdraw(id: number): void {
    this.#context.desktop.withdraw(id);
    this.#context.events.emit('notice', { type: 'withdraw', id });
  }

  /**
   * Shows a sample notification of an answer, which is not stored.
   * @throws UserFacingError if the desktop refuses it
   */
  async test(): Promise<void> {
    const { words } = localeOf(this.#context);
    const kindAndSite = words('notices.kindOn', { kind: kindName(words, 'new_answer'), site: 'Askbell' });
    try {
      await this.notify({
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
      });
    } catch (error) {
      throw new UserFacingError((texts) => texts.words('errors.noNotification'), errorMessage(error));
    }
  }
}

/** File name of the user's own sound, in the data folder. */
export const SOUND_FILE = 'askbell-sound.wav';

/** Sound played if the file of the user's own sound no longer exists. */
const STAND_IN = 'bell';

/** Returns the path of the user's own sound. */
export const soundFileIn = (dataDir: string): string => join(dataDir, SOUND_FILE);

/** Returns the sound of a notification, or undefined for the system's or none. */
function soundOf({ sound, volume }: Preferences, dataDir: string): NotificationSound | undefined {
  if (sound === 'default' || sound === 'none') return undefined;
  if (sound !== 'file') return { name: sound, volume };
  const file = soundFileIn(dataDir);
  return existsSync(file) ? { name: 'file', file, volume } : { name: STAND_IN, volume };
}

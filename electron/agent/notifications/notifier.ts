import { errorMessage } from '../../../common/error-message.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import type { Desktop, DesktopNotification } from '../../desktop/desktop.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { UserFacingError } from '../user-facing-error.ts';
import { soundFileIn, soundOf } from '../settings/own-sound.ts';

export interface NotifierParts {
  desktop: Pick<Desktop, 'notify' | 'withdraw' | 'windowShowsNotifications'>;
  settings: SettingsStore;
  events: Emitter<AgentEvents>;
  locale: () => Locale;
  /** Data folder, with the user's own sound. */
  dataDir: string;
}

/** Output of single notifications on the desktop, and also in the open window if the desktop does not show them. */
export class Notifier {
  readonly #parts: NotifierParts;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** Shows one notification with the chosen sound. Rejects if the desktop refuses it. */
  async notify(notification: DesktopNotification): Promise<void> {
    const { desktop, settings, events, dataDir } = this.#parts;
    const sound = notification.silent ? undefined : soundOf(settings.get().preferences, soundFileIn(dataDir));
    await desktop.notify({ ...notification, ...(sound && { sound }) });
    const { id, title, body, silent, actions } = notification;
    if (desktop.windowShowsNotifications) events.emit('notice', { type: 'show', id, title, body, silent, actions });
  }

  /** Removes a notification from the screen and from every page. */
  withdraw(id: number): void {
    this.#parts.desktop.withdraw(id);
    this.#parts.events.emit('notice', { type: 'withdraw', id });
  }

  /**
   * Shows a sample notification of an answer, which is not stored.
   * @throws UserFacingError if the desktop refuses it
   */
  async test(): Promise<void> {
    const { settings, locale } = this.#parts;
    const { words } = locale();
    const kindAndSite = words('notices.kindOn', { kind: kindName(words, 'new_answer'), site: 'Askbell' });
    try {
      await this.notify({
        id: 0,
        kind: 'inbox',
        title: words('notices.test.question'),
        body: [kindAndSite, words('notices.test.answer')].join('\n'),
        silent: settings.get().preferences.sound === 'none',
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

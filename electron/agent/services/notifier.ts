import { errorMessage } from '../../../common/error-message.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { Desktop, DesktopNotification } from '../../desktop/desktop.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { UserFacingError } from '../domain/user-facing-error.ts';
import { soundFileIn, soundOf } from './settings/own-sound.ts';

export interface NotifierParts {
  desktop: Pick<Desktop, 'notify' | 'withdraw' | 'windowShowsNotifications'>;
  settings: SettingsStore;
  events: EventHub<AgentEvents>;
  locale: () => Locale;
  /** Where the person's own sound is kept. */
  dataDir: string;
}

/** Shows single notifications on the desktop and, where it shows none, in the open window. */
export class Notifier {
  readonly #parts: NotifierParts;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** Shows one notification, with the sound that the person chose. Rejects when the desktop refuses it. */
  async notify(notification: DesktopNotification): Promise<void> {
    const { desktop, settings, events, dataDir } = this.#parts;
    const sound = notification.silent ? undefined : soundOf(settings.get().preferences, soundFileIn(dataDir));
    await desktop.notify({ ...notification, ...(sound && { sound }) });
    const { id, title, body, silent, actions } = notification;
    if (desktop.windowShowsNotifications) events.emit('notice', { type: 'show', id, title, body, silent, actions });
  }

  /** Takes one off the screen, and off every page. */
  withdraw(id: number): void {
    this.#parts.desktop.withdraw(id);
    this.#parts.events.emit('notice', { type: 'withdraw', id });
  }

  /**
   * Shows a notification outside the history, so that the person sees where they go. @throws UserFacingError when the
   * desktop refuses it
   */
  async test(): Promise<void> {
    const { settings, locale } = this.#parts;
    try {
      await this.notify({
        id: 0,
        kind: 'status',
        title: 'Askbell',
        body: locale().words('notices.test'),
        silent: settings.get().preferences.sound === 'none',
        actions: [],
      });
    } catch (error) {
      throw new UserFacingError(({ words }) => words('errors.noNotification'), errorMessage(error));
    }
  }
}

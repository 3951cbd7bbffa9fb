import { errorMessage } from '../../../common/error-message.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import type { DesktopNotification } from '../../desktop/display.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { UserFacingError } from '../user-facing-error.ts';
import { soundFileIn, soundOf } from './sound.ts';

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
    const sound = silent ? undefined : soundOf(preferences, soundFileIn(dataDir));
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

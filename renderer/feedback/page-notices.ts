import type { NotificationAction, PageNotice } from '../../common/contract/contract.ts';
import type { Announceable } from './announcements.tsx';
import type { BrowserNotifications } from './browser-notifications.ts';

interface PageNoticeParts {
  /** Carries out what the person chose on one. */
  act: (id: number, action: NotificationAction) => void;
  announce: (announceable: Announceable) => void;
}

/** Whether this browser shows notifications of the page; `default` until the person was asked. */
export const browserPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in window ? Notification.permission : 'unsupported';

/**
 * Shows the agent's notifications where the system shows none: as the browser's own once the person has allowed that,
 * and within the page while it has their eyes.
 */
export class PageNotices {
  readonly #parts: PageNoticeParts;
  #inBrowser: Promise<BrowserNotifications> | undefined;
  /** A queue, so that nothing is withdrawn before it is shown. */
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: PageNoticeParts) {
    this.#parts = parts;
  }

  readonly take = (notice: PageNotice): void => {
    if (notice.type === 'withdraw') this.#withdraw(notice.id);
    else if (document.hasFocus() || browserPermission() !== 'granted') this.#showInPage(notice);
    else this.#showInBrowser(notice);
  };

  #withdraw(id: number): void {
    this.#parts.announce({ withdrawn: id });
    if (browserPermission() === 'granted')
      this.#queue = this.#queue.then(async () => (await this.#browser()).withdraw(id)).catch(() => undefined);
  }

  #showInBrowser(notice: Extract<PageNotice, { type: 'show' }>): void {
    this.#queue = this.#queue
      .then(async () => (await this.#browser()).show(notice))
      .catch(() => this.#showInPage(notice));
  }

  /** Fetched when it is needed: most people's systems show notifications. */
  #browser(): Promise<BrowserNotifications> {
    this.#inBrowser ??= import('./browser-notifications.ts').then(
      ({ BrowserNotifications: Shown }) => new Shown(this.#parts.act),
    );
    return this.#inBrowser;
  }

  #showInPage({ id, title, body, actions }: Extract<PageNotice, { type: 'show' }>): void {
    const { act, announce } = this.#parts;
    announce({
      kind: 'news',
      message: title,
      advice: body,
      notice: { id, actions, act: (action) => act(id, action) },
    });
  }
}

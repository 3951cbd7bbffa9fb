import type { NotificationAction, PageNotice } from '../../common/contract/contract.ts';
import type { Announceable } from './announcements.tsx';

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
  readonly #inBrowser = new Map<number, Notification>();

  constructor(parts: PageNoticeParts) {
    this.#parts = parts;
  }

  readonly take = (notice: PageNotice): void => {
    if (notice.type === 'withdraw') this.#withdraw(notice.id);
    else if (document.hasFocus() || browserPermission() !== 'granted' || !this.#showInBrowser(notice))
      this.#showInPage(notice);
  };

  #withdraw(id: number): void {
    this.#inBrowser.get(id)?.close();
    this.#inBrowser.delete(id);
    this.#parts.announce({ withdrawn: id });
  }

  /** Gives false where the browser cannot after all: some want a service worker for it. */
  #showInBrowser({ id, title, body, silent }: Extract<PageNotice, { type: 'show' }>): boolean {
    try {
      // Several pages of one Askbell show one notification: it is known by its tag.
      const shown = new Notification(title, { body, silent, tag: `askbell-${id}` });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
        this.#parts.act(id, 'open');
      });
      shown.addEventListener('close', () => this.#inBrowser.delete(id));
      this.#inBrowser.set(id, shown);
      return true;
    } catch {
      return false;
    }
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

import type { NotificationAction, PageNotice } from '../../common/contract/contract.ts';
import { plainLine, plainLines } from '../../common/safe-text.ts';
import type { ChosenAction } from './notifications-worker.ts';
// Vite makes it the address of the worker's script.
// oxlint-disable-next-line import/default
import workerUrl from './notifications-worker.ts?worker&url';

type ShownNotice = Extract<PageNotice, { type: 'show' }>;

/** Carries out what the person chose on a notice. */
type Act = (id: number, action: NotificationAction) => void;

/** The tag that makes several pages of one Askbell show one notification only once. */
const tagOf = (id: number): string => `askbell-${id}`;

/** Resolves when the worker can show notifications. @throws what the browser has against it */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerUrl);
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return registration;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      else if (coming.state === 'redundant') reject(new Error('The worker was not taken.'));
    });
  });
  return registration;
}

/** The browser's own notifications: with buttons where its service worker shows them, and without elsewhere. */
export class BrowserNotifications {
  readonly #act: Act;
  readonly #withoutWorker = new Map<number, Notification>();
  #worker: Promise<ServiceWorkerRegistration> | undefined;

  constructor(act: Act) {
    this.#act = act;
  }

  /** @throws where the browser shows none after all */
  async show(given: ShownNotice): Promise<void> {
    const notice = { ...given, title: plainLine(given.title), body: plainLines(given.body) };
    try {
      const registration = await (this.#worker ??= this.#listen());
      // A click on the notification itself opens it.
      const buttons = notice.actions.filter(({ id }) => id !== 'open');
      const { id, title, body, silent } = notice;
      // The types know no buttons yet (https://notifications.spec.whatwg.org/#dictdef-notificationaction).
      const options: NotificationOptions & { actions: { action: string; title: string }[] } = {
        body,
        silent,
        tag: tagOf(id),
        data: { notice: id },
        actions: buttons.map((button) => ({ action: button.id, title: button.label })),
      };
      await registration.showNotification(title, options);
    } catch {
      // Some browsers have no workers in private windows.
      this.#worker = undefined;
      this.#showWithoutWorker(notice);
    }
  }

  async withdraw(id: number): Promise<void> {
    this.#withoutWorker.get(id)?.close();
    this.#withoutWorker.delete(id);
    const registration = await this.#worker?.catch(() => undefined);
    for (const shown of (await registration?.getNotifications({ tag: tagOf(id) })) ?? []) shown.close();
  }

  #listen(): Promise<ServiceWorkerRegistration> {
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ChosenAction>) =>
      this.#act(data.notice, data.action === '' ? 'open' : (data.action as NotificationAction)),
    );
    // Without this, messages wait until the page is loaded.
    navigator.serviceWorker.startMessages();
    return activeWorker();
  }

  #showWithoutWorker({ id, title, body, silent }: ShownNotice): void {
    const shown = new Notification(title, { body, silent, tag: tagOf(id) });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      this.#act(id, 'open');
    });
    shown.addEventListener('close', () => this.#withoutWorker.delete(id));
    this.#withoutWorker.set(id, shown);
  }
}

/**
 * The browser's service worker. Only with a worker do a page's notifications have buttons, and can be clicked after the
 * page was reloaded. It tells a page what the person chose; requests do not pass through it.
 */

/** What a page is told that the person chose on a notification. */
export interface ChosenAction {
  /** The notice's id. */
  notice: number;
  /** The button's; empty for a click on the notification itself. */
  action: string;
}

/** A page of Askbell's, as a worker sees it; the types of pages do not have those of workers. */
interface OpenPage {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: ChosenAction): void;
}

interface NotificationClick {
  readonly notification: Notification;
  readonly action: string;
  waitUntil(carriedOut: Promise<unknown>): void;
}

interface Worker {
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'notificationclick', listener: (click: NotificationClick) => void): void;
}

const worker = globalThis as unknown as Worker;

/** The panel shows no notifications, so it carries nothing out either. */
const isWindow = ({ url }: OpenPage): boolean => new URL(url).pathname !== '/panel';

async function carryOut({ notification, action }: NotificationClick): Promise<void> {
  const { notice } = notification.data as { notice: number };
  const pages = (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(isWindow);
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return void (await worker.clients.openWindow('/'));
  // Browsers may refuse it; what was chosen is carried out all the same.
  if (action === '') await page.focus().catch(() => undefined);
  // A worker's pages are of its own origin; there is nothing to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  page.postMessage({ notice, action });
}

worker.addEventListener('notificationclick', (click) => {
  click.notification.close();
  click.waitUntil(carryOut(click));
});

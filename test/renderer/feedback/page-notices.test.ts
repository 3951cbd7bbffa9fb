import type { Page, Worker } from '@playwright/test';
import { describe, it } from 'vitest';
import type { NotificationAction } from '../../../common/contract/contract.ts';
import { withoutWholeBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { lively, type Scene, Stage, wholeBrowser } from '../stage/stage.ts';

const LABELS: Record<NotificationAction, string> = {
  open: 'Open',
  'mark-read': 'Mark as read',
  'mute-question': 'Mute question',
  snooze: 'Snooze',
};
const everyAction = (Object.keys(LABELS) as NotificationAction[]).map((id) => ({ id, label: LABELS[id] }));

/** A browser's notification as its worker knows it. */
interface Shown {
  tag: string;
  title: string;
  body: string;
  actions: string[];
}

/** What a worker has beside what every script has. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event;
}

const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const shown = (await registration.getNotifications()) as (Notification & { actions: { action: string }[] })[];
    return shown.map(({ tag, title, body, actions }) => ({
      ...{ tag, title, body },
      actions: actions.map(({ action }) => action),
    }));
  });

/**
 * Has a page remember which notifications its browser has taken. Asking for the list of them instead, while one is about
 * to be shown, makes the browser drop it.
 */
const rememberTaken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const taken: string[] = [];
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
      await showNotification.call(this, title, options);
      taken.push(options?.tag ?? '');
    };
    Object.assign(window, { taken });
  });

const takenBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { taken: string[] }).taken);

/** Clicks a button of the one notification that is shown, or the notification itself. */
const click = (worker: Worker, action: NotificationAction | ''): Promise<void> =>
  worker.evaluate(async (chosen) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification: notification!, action: chosen });
    // Only events of the browser's own can be prolonged; this one is not.
    Object.defineProperty(event, 'waitUntil', { value: () => undefined });
    globalThis.dispatchEvent(event);
  }, action);

describe.skipIf(withoutWholeBrowser)('notifications of a page', () => {
  const stage = Stage.ofSuite(wholeBrowser);

  /** The window of somebody who looks elsewhere just now. */
  async function openUnwatched(): Promise<Scene> {
    const scene = await stage.open(lively(), { at: '/settings' });
    const { page } = scene;
    await expect(page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
    // Pages of a test always have the focus.
    await page.evaluate(() => (document.hasFocus = () => false));
    return scene;
  }

  /** Tells of something until the page has begun to listen. */
  async function tell({ agent }: Scene, isThere: () => Promise<boolean>, id = 5): Promise<void> {
    await expect
      .poll(async () => {
        agent.notice('A new answer', 'Why?', { id, actions: everyAction });
        return isThere();
      })
      .toBe(true);
  }

  const inPage = (page: Page) => page.getByText('A new answer');

  it('are shown within the page, with every action, where the browser was not allowed to', async () => {
    const scene = await openUnwatched();
    const { page, agent } = scene;
    for (const { id, label } of everyAction) {
      await tell(scene, () => inPage(page).isVisible());
      const name = id === 'open' ? 'A new answer Why?' : label;
      await page.locator('.announcements--news').getByRole('button', { name, exact: true }).click();
      await expect.poll(() => agent.inputs('notices.act').at(-1)).toEqual({ id: 5, action: id });
      await expect(inPage(page)).toHaveCount(0);
    }
  });

  describe('where the browser was allowed to', () => {
    let scene: Scene;
    let worker: Worker;
    const workerOf = ({ page, url }: Scene) =>
      page
        .context()
        .serviceWorkers()
        .find((one) => one.url().startsWith(url));

    async function openAllowed(): Promise<void> {
      scene = await openUnwatched();
      await scene.page.context().grantPermissions(['notifications'], { origin: scene.url });
      const { page, agent } = scene;
      await rememberTaken(page);
      await tell(scene, async () => (await takenBy(page)).includes('askbell-5'));
      // They are shown one after the other: once the last is there, nothing is under way.
      agent.notice('The last', '', { id: 99 });
      await expect.poll(() => takenBy(page)).toContain('askbell-99');
      agent.withdraw(99);
      worker = workerOf(scene)!;
      await expect.poll(async () => (await shownBy(worker)).map(({ tag }) => tag)).toEqual(['askbell-5']);
    }

    it('are the browser’s own, once however often they are told, with what can be done there', async () => {
      await openAllowed();
      const most = await scene.page.evaluate(() => (Notification as unknown as { maxActions: number }).maxActions);
      expect(most).toBeGreaterThan(0);
      const actions = ['mark-read', 'mute-question', 'snooze'].slice(0, most);
      expect(await shownBy(worker)).toEqual([{ tag: 'askbell-5', title: 'A new answer', body: 'Why?', actions }]);
      await expect(inPage(scene.page)).toHaveCount(0);
      expect(scene.complaints).toEqual([]);
    });

    it('are carried out by a click on them or their buttons, gone then, and outlive that the page is loaded anew', async () => {
      await openAllowed();
      const { page, agent } = scene;
      for (const [at, { id: action }] of everyAction.entries()) {
        const id = 6 + at;
        await click(worker, action === 'open' ? '' : action);
        await expect.poll(() => agent.inputs('notices.act').at(-1)).toEqual({ id: id - 1, action });
        expect(await shownBy(worker)).toEqual([]);
        await tell(scene, async () => (await takenBy(page)).includes(`askbell-${id}`), id);
        await expect.poll(async () => (await shownBy(worker)).map(({ tag }) => tag)).toEqual([`askbell-${id}`]);
      }
      agent.calls.length = 0;
      await page.reload();
      await page.evaluate(() => (document.hasFocus = () => false));
      await rememberTaken(page);
      await tell(scene, async () => (await takenBy(page)).includes('askbell-10'), 10);
      await click(worker, 'mark-read');
      await expect.poll(() => agent.asked('notices.act')).toHaveLength(1);
      for (const id of [9, 10]) agent.withdraw(id);
      await expect.poll(() => shownBy(worker)).toEqual([]);
    });

    it('are within the page while it has the person’s eyes', async () => {
      await openAllowed();
      await scene.page.evaluate(() => (document.hasFocus = () => true));
      await tell(scene, () => inPage(scene.page).isVisible(), 6);
      expect((await shownBy(worker)).map(({ tag }) => tag)).toEqual(['askbell-5']);
    });

    it('are shown without buttons where the browser has no workers', async () => {
      scene = await openUnwatched();
      const { page } = scene;
      await page.context().grantPermissions(['notifications'], { origin: scene.url });
      await page.evaluate(() => {
        const shown: Notification[] = [];
        navigator.serviceWorker.register = () => Promise.reject(new Error('Not in a private window.'));
        const Plain = window.Notification;
        Object.assign(window, { shown });
        window.Notification = class extends Plain {
          constructor(title: string, options?: NotificationOptions) {
            super(title, options);
            shown.push(this);
          }
        };
      });
      const count = () => page.evaluate(() => (window as unknown as { shown: Notification[] }).shown.length);
      await tell(scene, async () => (await count()) > 0);
      await page.evaluate(() =>
        (window as unknown as { shown: Notification[] }).shown.at(-1)!.dispatchEvent(new Event('click')),
      );
      await expect.poll(() => scene.agent.inputs('notices.act')).toEqual([{ id: 5, action: 'open' }]);
    });
  });
});

import { expect, type Page } from '@playwright/test';
import type { Desk } from './launch.ts';

/** The window of a network's dialog, beside the app's own; undefined while there is none. */
export const signInWindow = (desk: Desk, page: Page) => async (): Promise<Page | undefined> =>
  desk.app.windows().find((window) => window !== page && !window.isClosed() && window.url().includes('/oauth/'));

/** Approves in the dialog as the first person it offers. */
export async function approve(desk: Desk, page: Page): Promise<void> {
  const dialog = signInWindow(desk, page);
  await expect.poll(dialog, { timeout: 60_000 }).toBeDefined();
  const open = await dialog();
  await expect(open!.getByRole('heading', { name: /Askbell/ })).toBeVisible();
  await open!.getByRole('button', { name: 'Approve' }).click();
}

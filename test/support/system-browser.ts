import { expect, type Browser } from '@playwright/test';

/**
 * What a person does in their own browser at a dialog of the sandbox's public world: logs in with the other service,
 * whose pop-up shows itself in browsers only, and answers. Gives the page where that ended.
 */
export async function answerInBrowser(browser: Browser, dialogUrl: string, answer: 'Approve' | 'Deny' = 'Approve') {
  const page = await (await browser.newContext()).newPage();
  await page.goto(dialogUrl);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Log in with Example ID' }).click();
  await (await popup).getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /Let Askbell use your account/ })).toBeVisible();
  await page.getByRole('button', { name: answer }).click();
  return page;
}

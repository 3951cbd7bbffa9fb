import { expect, test, waitForInbox } from './askbell.ts';

test('reputation and watches, at a whole network', async ({ page, startAskbell }) => {
  const askbell = await startAskbell('--demo');
  await page.goto(askbell.address);
  const goTo = (view: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
  await waitForInbox(page);

  await test.step('reputation is read back to its beginning, once, and drawn', async () => {
    await goTo('Reputation');
    await expect(page.getByRole('application', { name: /^Reputation on all sites together: from/ })).toBeVisible();
    await expect(page.getByText(/^History loaded\. It took \d+ requests\.$/)).toBeVisible({
      timeout: 60_000,
    });
    await page.getByRole('button', { name: 'All time' }).click();
    await page.getByRole('application').focus();
    await page.keyboard.press('Home');
    const said = page.locator('.chart').getByRole('status').last();
    await expect(said).toHaveText(/: \d{1,3} \(/);
    const first = await said.textContent();
    await page.keyboard.press('End');
    await expect(said).not.toHaveText(first!);
    await page.getByText('Show the values as a table').click();
    await expect(
      page.getByRole('table', { name: 'Reputation on all sites together' }).getByRole('row').nth(20),
    ).toBeAttached();
  });

  await test.step('one site by itself, with what comes next and its badges', async () => {
    const card = page.getByRole('list', { name: 'Accounts' }).getByRole('button').nth(2);
    await card.click();
    await expect(card).toHaveAttribute('aria-pressed', 'true');
    const privileges = page.getByRole('region', { name: /^Next privilege on/ });
    await expect(privileges.getByText(/points? to go|every privilege/)).toBeVisible();
    await expect(privileges.getByText(/bronze badges?$/)).toBeAttached();
  });

  await test.step('pasted tags are checked before they are watched', async () => {
    await goTo('Watches');
    await page.getByRole('button', { name: 'Import tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import tags' });
    await dialog.getByLabel('Tags to import').fill('git; no-such-tag-at-all');
    await dialog.getByRole('button', { name: 'Check these tags' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'no-such-tag-at-all' })).not.toBeChecked();
    await dialog.getByRole('button', { name: /^My top tags on/ }).click();
    await expect(dialog.getByText(/posts? of yours$/).first()).toBeVisible();
    await dialog.getByLabel('Watch them as').selectOption('One watch for each');
    await dialog.getByRole('button', { name: /^Watch \d+ tags?$/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(() => page.getByRole('list', { name: 'Your watches' }).locator('> li').count())
      .toBeGreaterThan(2);
  });

  await test.step('the best of a tag, of all time', async () => {
    await page
      .getByRole('button', { name: /^Top answerers of/ })
      .first()
      .click();
    const panel = page.getByRole('region', { name: /^Top answerers of/ });
    await panel.getByRole('button', { name: 'All time' }).click();
    await expect.poll(() => panel.getByRole('row').count()).toBeGreaterThan(3);
  });
});

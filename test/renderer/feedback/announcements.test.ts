import { it } from 'vitest';
import { expect, inBrowser, lively } from '../stage/stage.ts';

inBrowser('several news of a page', (stage) => {
  /** The inbox of somebody, and the news in it. */
  async function open() {
    const { page, agent } = await stage.open(lively(), { at: '/inbox' });
    await expect(page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
    const news = page.locator('.announcements--news');
    return { page, agent, news, dismiss: news.getByRole('button', { name: 'Dismiss' }) };
  }

  it('of one round are all there, one in sight and not in place of what is read, and the next follows when it is dismissed', async () => {
    const { page, agent, news, dismiss } = await open();
    agent.notice('A new answer', 'Why?');
    await expect(news).toContainText('A new answer');
    await expect(news).not.toContainText('1 of');
    agent.notice('+10 reputation', '1 upvote');
    await expect(news).toContainText('+10 reputation');
    await expect(news).toContainText('1 of 2');
    await expect(news).not.toContainText('A new answer');
    // The focus stays for whoever dismisses them by the keyboard.
    await dismiss.press('Enter');
    await expect(news).toContainText('A new answer');
    await expect(dismiss).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(news).toBeHidden();
    agent.notice('A new answer', 'Why?');
    await news.getByText('A new answer').hover();
    agent.notice('+10 reputation', '1 upvote');
    await expect(news).toContainText('1 of 2');
    await expect(news).toContainText('A new answer');
    await dismiss.click();
    await expect(news).toContainText('+10 reputation');
    await page.mouse.move(0, 0);
    await dismiss.click();
    await expect(news).toBeHidden();
    agent.notice('A new answer', 'Why?', { id: 1 });
    agent.notice('A comment', 'How?', { id: 2 });
    agent.notice('+10 reputation', '1 upvote', { id: 3 });
    await expect(news).toContainText('1 of 3');
    agent.notice('A comment', 'How long?', { id: 2 });
    agent.withdraw(1);
    await expect(news).toContainText('1 of 2');
    await expect(news).toContainText('+10 reputation');
    agent.withdraw(3);
    await expect(news).toContainText('How long?');
    await expect(news).not.toContainText('1 of');
    agent.withdraw(2);
    await expect(news).toBeHidden();
  });
});

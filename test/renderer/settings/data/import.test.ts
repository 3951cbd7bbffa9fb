import { text } from 'node:stream/consumers';
import { it } from 'vitest';
import { expect, expectAsked, inBrowser, lively } from '../../stage/stage.ts';

inBrowser('a file of everything', (stage) => {
  it('save everything as a file, and read one back', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/data' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    expect(await text(await file.createReadStream())).toBe('{"askbell":1}');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import…' }).click();
    await (
      await chooser
    ).setFiles({ name: 'askbell.json', mimeType: 'application/json', buffer: Buffer.from('{"askbell":1}') });
    await expect.poll(() => agent.asked('data.import')).toMatchObject([{ input: { upload: 'upload-1' } }]);
    expect(agent.asked('transfer.upload')).toMatchObject([{ input: { text: '{"askbell":1}' } }]);
    await expect(
      page.getByText('Imported: 4 inbox items, 3 reputation changes, 2 questions and 1 watch.', { exact: true }),
    ).toBeVisible();
    // News that comes meanwhile does not take the way back away.
    agent.notice('A new answer', 'Why?');
    await expect(page.getByText('A new answer')).toBeAttached();
    await page.locator('.announcement').getByRole('button', { name: 'Undo' }).click();
    await expectAsked(agent, 'transfer.undo', [{ undo: 'import-1' }]);
  });
});

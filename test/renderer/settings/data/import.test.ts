import { text } from 'node:stream/consumers';
import { it } from 'vitest';
import { expect, expectAsked, inBrowser, lively, previewOf } from '../../stage/stage.ts';

inBrowser('a file of everything', (stage) => {
  it('save everything as a file, and read one back', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/data' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    expect(await text(await file.createReadStream())).toBe('{"askbell":1}');
    const { settings } = agent.world;
    const after = { ...settings, appearance: 'dark' as const, notify: { ...settings.notify, badges: true } };
    const hedges = { name: 'hedges', site: 'Gardening', alert: 'silent' as const, muted: false };
    agent.world.importPreview = {
      ...previewOf(settings),
      settings: { before: settings, after },
      watches: { added: [hedges], changed: [], kept: 2 },
      received: { inbox: 1, reputation: 1200, questions: 0 },
      networks: [{ name: 'Elsewhere', signedIn: false }],
    };
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import…' }).click();
      const file = { name: 'askbell.json', mimeType: 'application/json', buffer: Buffer.from('{"askbell":1}') };
      await (await chooser).setFiles(file);
    };
    await choose();
    const preview = page.getByRole('dialog', { name: 'Import this file?' });
    await expect(preview.getByRole('region', { name: 'Settings' }).getByRole('listitem')).toHaveText([
      'Notifications: BadgesOff → On',
      'ThemeSystem → Dark',
    ]);
    await expect(preview.getByRole('region', { name: 'Watches' }).getByRole('listitem')).toHaveText([
      'hedges on GardeningNew → Silent',
      '2 of your watches stay as they are.',
    ]);
    // One is said as one, and what there is none of is left out.
    await expect(preview).toContainText('The file contains 1 inbox item and 1,200 reputation changes. Whatever');
    await expect(preview).toContainText('Shown once you have signed in to: Elsewhere.');
    expect(agent.asked('data.import')).toEqual([]);
    await preview.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => agent.asked('transfer.discard')).toMatchObject([{ input: { upload: 'upload-1' } }]);
    await choose();
    await preview.getByRole('button', { name: 'Import' }).click();
    await expect.poll(() => agent.asked('data.import')).toMatchObject([{ input: { upload: 'upload-1' } }]);
    expect(agent.asked('transfer.upload')).toHaveLength(2);
    expect(agent.asked('transfer.upload').at(-1)).toMatchObject({ input: { text: '{"askbell":1}' } });
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

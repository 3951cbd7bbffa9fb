import { it } from 'vitest';
import { encodeWave, readWave } from '../../../../common/wave.ts';
import { expect, inBrowser, lively } from '../../stage/stage.ts';

const wav = (seconds: number) => ({
  name: 'owl.wav',
  mimeType: 'audio/wav',
  buffer: Buffer.from(encodeWave([new Float32Array(Math.round(seconds * 8000)).fill(0.25)], 8000)),
});

inBrowser('an own sound', (stage) => {
  it('is not taken where it is none, or too long; else read, brought to what every player takes, chosen, removed, and missed', async () => {
    const { page, agent, complaints } = await stage.open(lively(), { at: '/settings/notifications' });
    const input = page.locator('input[type="file"]');
    await input.setInputFiles({ name: 'x.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') });
    await expect(page.getByText('This file cannot be read as a sound.')).toBeVisible();
    await input.setInputFiles(wav(12.2));
    await expect(page.getByText('This sound lasts 13 s.')).toBeVisible();
    expect(agent.asked('sound.choose')).toEqual([]);
    const sounds = page.getByRole('combobox', { name: 'Sound' });
    await expect(sounds.getByRole('option', { name: 'Your own' })).toHaveCount(0);
    await input.setInputFiles(wav(0.5));
    await expect(page.getByText('Your sound is set.', { exact: false })).toBeVisible();
    const { name, wav: kept } = agent.asked('sound.choose')[0]!.input as { name: string; wav: string };
    expect(name).toBe('owl.wav');
    const read = readWave(Buffer.from(kept, 'base64'));
    expect(read).toMatchObject({ channels: 1, rate: 44_100 });
    expect(read!.seconds).toBeCloseTo(0.5, 2);
    await expect(sounds).toHaveValue('file');
    await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
    await expect(page.getByText('owl.wav, 1 s')).toBeVisible();
    await sounds.selectOption({ label: 'No sound' });
    await expect.poll(() => agent.world.settings.sound).toBe('none');
    await sounds.selectOption({ label: 'Your own' });
    await page.getByRole('button', { name: 'Remove your sound' }).click();
    await expect(sounds).toHaveValue('default');
    agent.world.settings = { ...agent.world.settings, sound: 'file' };
    agent.changed('settings');
    await expect(page.getByText('The file of your sound is gone', { exact: false })).toBeVisible();
    await expect(sounds).toHaveValue('file');
    expect(complaints).toEqual([]);
  });
});

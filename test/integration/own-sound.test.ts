import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { encodeWave } from '../../common/wave.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

/** A sound of this many seconds, in base64. */
const soundOf = (seconds: number): string =>
  Buffer.from(encodeWave([new Float32Array(Math.round(seconds * 8000)).fill(0.2)], 8000)).toString('base64');

describe('the person’s own sound', () => {
  const fileOf = ({ dataDir }: World) => join(dataDir, 'askbell-sound.wav');
  const heard = async (world: World) => {
    world.desktop.shown.length = 0;
    await world.window.settings.testNotification();
    return world.desktop.shown[0]?.sound;
  };

  it('is kept for the person alone, played, there after a restart, and deleted when they do without it', async ({
    world,
  }) => {
    await world.window.settings.change({ volume: 0.4 });
    await world.window.sound.choose({ name: 'owl.ogg', wav: soundOf(1.5) });
    expect(statSync(fileOf(world)).mode & 0o777).toBe(0o600);
    expect(await world.window.sound.get()).toEqual({ file: { name: 'owl.ogg', seconds: 1.5 }, missing: false });
    expect(await heard(world)).toEqual({ name: 'file', file: fileOf(world), volume: 0.4 });
    await world.restart();
    expect((await world.window.settings.get()).sound).toBe('file');
    expect(await heard(world)).toEqual({ name: 'file', file: fileOf(world), volume: 0.4 });
    await world.window.sound.remove();
    expect(existsSync(fileOf(world))).toBe(false);
    expect((await world.window.settings.get()).sound).toBe('default');
    expect(await heard(world)).toBeUndefined();
  });

  it('has a stand-in once its file has gone, which is said; another one can be chosen', async ({ world }) => {
    await world.window.sound.choose({ name: 'owl.ogg', wav: soundOf(1) });
    rmSync(fileOf(world));
    expect(await world.window.sound.get()).toEqual({ missing: true });
    expect(await heard(world)).toEqual({ name: 'bell', volume: 1 });
    await world.window.sound.choose({ name: 'cuckoo.wav', wav: soundOf(2) });
    expect(await world.window.sound.get()).toEqual({ file: { name: 'cuckoo.wav', seconds: 2 }, missing: false });
  });

  it('is refused in plain words where it is none or too long, and the one before stays', async ({ world }) => {
    await world.window.sound.choose({ name: 'owl.ogg', wav: soundOf(1) });
    const wav = Buffer.from('This is no sound at all, and much too short for one.').toString('base64');
    await expect(world.window.sound.choose({ name: 'x.wav', wav })).rejects.toMatchObject({
      message: 'This sound cannot be used.',
    });
    await expect(world.window.sound.choose({ name: 'x.wav', wav: soundOf(11) })).rejects.toMatchObject({
      message: 'This sound is too long.',
    });
    expect((await world.window.sound.get()).file?.name).toBe('owl.ogg');
  });
});

import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { encodeWave } from '../../common/wave.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('settings', () => {
  let world: World;
  const change = (part: Parameters<World['window']['settings']['change']>[0]) => world.window.settings.change(part);
  const abilities = async () => (await world.state()).abilities;
  it.beforeEach(({ world: fresh }) => void (world = fresh));

  it('are kept over a restart, all of them', async () => {
    const chosen = {
      language: 'de',
      notify: { inbox: true, reputation: false, questions: true, badges: true },
      sound: 'chime',
      volume: 0.4,
      appearance: 'contrast',
      density: 'compact',
      zoom: 1.25,
      shortcut: 'Alt+Shift+B',
      proxy: { mode: 'manual', address: 'proxy.example:8080' },
      push: false,
      pollingWeights: { inbox: 4, reputation: 0.25, watches: 1 },
      retention: 90,
      remoteImages: 'never',
      panelPinned: true,
    } as const;
    await change(chosen);
    // Each by itself leaves the others as they are.
    await change({ zoom: chosen.zoom });
    await world.restart();
    expect(await world.window.settings.get()).toMatchObject(chosen);
    // What the system has to know is told to it again.
    expect(world.desktop.shortcuts.window).toBe('Alt+Shift+B');
    expect(world.desktop.proxies).toEqual([{ mode: 'manual', address: 'http://proxy.example:8080' }]);
  });

  it('shortcuts open window and panel, and say in the person’s language when another program has them', async () => {
    await change({ shortcut: 'Alt+B', panelShortcut: 'Alt+P' });
    expect(world.desktop.shortcuts).toEqual({ window: 'Alt+B', panel: 'Alt+P' });
    const [registered, off] = [{ state: 'registered' }, { state: 'off' }];
    expect(await abilities()).toMatchObject({ shortcut: registered, panelShortcut: registered });
    world.desktop.emit('shortcut', 'panel');
    expect([world.desktop.panel, world.desktop.windows]).toEqual([['toggle'], []]);
    world.desktop.emit('shortcut', 'window');
    expect(world.desktop.windows).toHaveLength(1);
    await change({ shortcut: '', panelShortcut: '' });
    expect(await abilities()).toMatchObject({ shortcut: off, panelShortcut: off });
    world.desktop.shortcutsTaken = ['Alt+B'];
    await change({ shortcut: 'Alt+B' });
    expect((await abilities()).shortcut).toEqual({ state: 'refused', why: expect.stringContaining('Another program') });
    await change({ language: 'de' });
    expect((await abilities()).shortcut.why).toContain('anderes Programm');
  });

  it('a proxy without an address, with a path or a user name is refused, any other handed to the system', async () => {
    for (const address of ['', 'http://proxy.example/path', 'http://me:secret@proxy.example:8080'])
      await expect(change({ proxy: { mode: 'manual', address } })).rejects.toMatchObject({
        data: { advice: expect.stringMatching(/.{10,}/) },
      });
    expect((await world.window.settings.get()).proxy).toEqual({ mode: 'system', address: '' });
    expect(world.desktop.proxies).toEqual([]);
    await change({ proxy: { mode: 'manual', address: 'https://proxy.example:8443/' } });
    await change({ proxy: { mode: 'none', address: 'https://proxy.example:8443/' } });
    expect(world.desktop.proxies).toEqual([
      { mode: 'manual', address: 'https://proxy.example:8443' },
      { mode: 'none' },
    ]);
  });

  it('sound goes along with each notification, with its volume', async () => {
    await change({ sound: 'knock', volume: 0.5 });
    await world.answered();
    expect(world.desktop.shown).toMatchObject([{ silent: false, sound: { name: 'knock', volume: 0.5 } }]);
    await change({ sound: 'none' });
    await world.window.settings.testNotification();
    expect(world.desktop.shown.at(-1)).toMatchObject({ silent: true });
    expect(world.desktop.shown.at(-1)).not.toHaveProperty('sound');
  });

  it('weights shift the requests of the day to what matters to the person', async () => {
    const every = async (name: string) =>
      (await world.account()).plan!.find(({ stream }) => stream === name)!.everySeconds;
    // With requests to spare everything is asked as often as it may be, whatever it weighs.
    await world.control.setQuota(400);
    await world.pass(30 * 60_000);
    const before = await every('Inbox');
    await change({ pollingWeights: { inbox: 0.25, reputation: 4, watches: 4 } });
    await world.idle();
    expect(await every('Inbox')).toBeGreaterThan(before * 1.25);
    await change({ pollingWeights: { inbox: 4, reputation: 0.25, watches: 0.25 } });
    await world.idle();
    expect(await every('Inbox')).toBeLessThan(before);
  });
});

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

  it('is kept for the person alone, played, there after a restart, and deleted', async ({ world }) => {
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

  it('has a stand-in once its file has gone; one that is none or too long is refused', async ({ world }) => {
    await world.window.sound.choose({ name: 'owl.ogg', wav: soundOf(1) });
    rmSync(fileOf(world));
    expect(await world.window.sound.get()).toEqual({ missing: true });
    expect(await heard(world)).toEqual({ name: 'bell', volume: 1 });
    await world.window.sound.choose({ name: 'cuckoo.wav', wav: soundOf(2) });
    const none = Buffer.from('This is no sound at all, and much too short for one.').toString('base64');
    for (const [wav, message] of [
      [none, 'This sound cannot be used.'],
      [soundOf(11), 'This sound is too long.'],
    ] as const)
      await expect(world.window.sound.choose({ name: 'x.wav', wav })).rejects.toMatchObject({ message });
    expect(await world.window.sound.get()).toEqual({ file: { name: 'cuckoo.wav', seconds: 2 }, missing: false });
  });
});

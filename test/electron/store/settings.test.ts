import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { beforeEach, describe, expect, it } from 'vitest';
import { SettingsStore, openSettingsFile, type SettingsFile } from '../../../electron/store/settings.ts';
import { chosenNetwork } from '../../support/chosen-network.ts';
import { watchOf } from '../../support/watch.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A network as an older Askbell kept it. */
const network = chosenNetwork({ accountId: 7 });
const rule = { anyTags: ['c++', 'python-*'], allTags: ['x'], noTags: ['y'], titleWords: ['why'], minScore: 3 };
const watch = watchOf('w', 'loops', rule, { alert: 'silent', muted: true });

describe('settings', () => {
  let folder: string;
  const open = () => openSettingsFile(folder, () => new Conf({ cwd: folder, configName: 'settings' }));
  const path = () => join(folder, 'settings.json');
  /** Settings of a file that holds this. */
  const holding = (content: object) => {
    writeFileSync(path(), JSON.stringify(content));
    return new SettingsStore(open());
  };
  const written = () => JSON.parse(readFileSync(path(), 'utf8')) as Record<string, unknown>;

  beforeEach(() => void (folder = temporaryFolder()));

  it('begins with everything announced and nothing chosen', () => {
    expect(new SettingsStore(open()).get()).toEqual({
      ...{ networks: [], watches: [], forwarding: [], inboxFilter: {}, savedViews: [] },
      preferences: expect.objectContaining({
        notify: { inbox: true, reputation: true, questions: true, badges: false },
        quietHours: { on: false, from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6], letThrough: 'nothing' },
        ...{ mutedReasons: [], mutedSites: [], notificationLimit: 3, startAtLogin: false, achievements: false },
        ...{ retention: 'forever', remoteImages: 'click' },
      }),
      ...{ paused: false, hadFirstSteps: false, snoozedUntil: undefined },
    });
  });

  it('comes back after a restart, and without what was set to undefined', () => {
    new SettingsStore(open()).change({ paused: true, snoozedUntil: 5, watches: [watch] });
    expect(new SettingsStore(open()).get()).toMatchObject({ paused: true, snoozedUntil: 5, watches: [watch] });
    new SettingsStore(open()).change({ snoozedUntil: undefined });
    expect(new SettingsStore(open()).get().snoozedUntil).toBeUndefined();
  });

  it('keeps the networks where a later Askbell has written a word that this one does not know', () => {
    const odd = { credentialsIn: 'cookie', foundCredentialsIn: 'cookie', signInWay: 'smoke' };
    const settings = holding({ networks: [{ ...network, ...odd }] });
    expect(settings.resetParts).toEqual([]);
    expect(settings.get().networks).toEqual([network]);
  });

  it('has preferences and kinds of notification that an older Askbell did not know as they are at first', () => {
    const notify = { inbox: true, reputation: false, questions: true };
    const settings = holding({ preferences: { notify, zoom: 1.5 } });
    expect(settings.resetParts).toEqual([]);
    const preferences = { notify: { ...notify, badges: false }, zoom: 1.5, appearance: 'system' };
    expect(settings.get().preferences).toMatchObject(preferences);
  });

  it('leaves alone what it does not know', () => {
    holding({ fromTheFuture: { a: 1 } }).change({ paused: true });
    expect(written()).toMatchObject({ fromTheFuture: { a: 1 }, paused: true });
  });

  it('loses only parts and elements of lists that are broken, tells which, and keeps them', () => {
    const quietHours = { on: true, from: '22:00', to: '07:00', days: [1, 'Tuesday', 3] };
    const settings = holding({
      paused: 'yes please',
      networks: [{ kind: 'demo' }, network, 7],
      watches: [watch, { ...watch, id: '' }, { ...watch, id: 'v', rule: { anyTags: ['a', 7] } }],
      preferences: { zoom: 1.5, mutedSites: ['a', null, 'b'], quietHours },
    });
    const read = { ...quietHours, days: [1, 3], letThrough: 'nothing' };
    expect(settings.resetParts).toEqual(['networks (2)', 'watches (2)', 'preferences (2)', 'paused']);
    expect(settings.get()).toMatchObject({
      paused: false,
      networks: [network],
      watches: [{ id: 'w' }],
      preferences: { zoom: 1.5, mutedSites: ['a', 'b'], quietHours: read },
    });
    expect(written()['rejected']).toMatchObject({
      paused: 'yes please',
      networks: [{ kind: 'demo' }, 7],
      watches: [{ id: '' }, { id: 'v' }],
      preferences: [null, 'Tuesday'],
    });
    expect(new SettingsStore(open()).resetParts).toEqual([]);
    expect(holding({ ...written(), watches: [{ id: 'later' }] }).get().watches).toEqual([]);
    expect(written()['rejected']).toMatchObject({ watches: [{ id: '' }, { id: 'v' }, { id: 'later' }] });
  });

  const noSettings = ['[1, 2]', '"paused"', 'null', '17', 'true', '', '{ "paused": tr'];
  it.each(noSettings)('moves a file aside that holds %s, and starts anew', (text) => {
    writeFileSync(path(), text);
    const settings = new SettingsStore(open());
    expect(settings.resetParts[0]).toContain('settings.broken.json');
    settings.change({ paused: true });
    expect(readFileSync(join(folder, 'settings.broken.json'), 'utf8')).toBe(text);
    expect(new SettingsStore(open()).get().paused).toBe(true);
  });

  it('goes on where the disk takes nothing, says so, and writes what was set once it does', () => {
    const file = { path: path(), room: true, store: { paused: true } as Record<string, unknown> };
    const onDisk = Object.defineProperty({ path: file.path } as SettingsFile, 'store', {
      get: () => file.store,
      set(value: Record<string, unknown>) {
        if (!file.room) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        file.store = value;
      },
    });
    const settings = new SettingsStore(onDisk);
    expect(settings.writeAgain()).toBe(false);
    file.room = false;
    settings.change({ paused: false, snoozedUntil: 5 });
    expect(settings.get()).toMatchObject({ paused: false, snoozedUntil: 5 });
    expect(settings.trouble()).toEqual({ kind: 'disk-full', file: path() });
    expect(settings.writeAgain()).toBe(false);
    expect(file.store).toEqual({ paused: true });
    file.room = true;
    expect(settings.writeAgain()).toBe(true);
    expect(settings.trouble()).toBeUndefined();
    expect(file.store).toMatchObject({ paused: false, snoozedUntil: 5 });
  });

  it('writes them again where they were deleted while Askbell ran', () => {
    const settings = holding({ paused: true });
    expect(settings.writeAgain()).toBe(false);
    rmSync(path());
    settings.writeAgain();
    expect(new SettingsStore(open()).get().paused).toBe(true);
  });

  it('moves a second such file beside the first', () => {
    const files = { 'settings.broken.json': '{ "paused": tr', 'settings.broken-2.json': 'broken again' };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path(), text);
      const settings = new SettingsStore(open());
      expect([settings.get().paused, settings.resetParts[0]]).toEqual([false, expect.stringContaining(name)]);
      expect(existsSync(path())).toBe(false);
    }
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  });
});

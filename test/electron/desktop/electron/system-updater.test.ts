import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUpdater } from '../../../../electron/desktop/electron/system.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const made = vi.hoisted((): { kind: string; asked: number; updater: EventEmitter }[] => []);
vi.mock('electron', () => ({ app: { isPackaged: true, getVersion: () => '1.2.0' } }));
vi.mock('electron-updater', () => {
  const kind = (name: string) =>
    class extends EventEmitter {
      readonly #made = { kind: name, asked: 0, updater: this };
      constructor() {
        super();
        made.push(this.#made);
      }
      checkForUpdates() {
        this.#made.asked += 1;
        return Promise.resolve({ isUpdateAvailable: true, updateInfo: { version: '1.3.0' } });
      }
      downloadUpdate() {
        return Promise.resolve([]);
      }
    };
  const DebUpdater = kind('deb');
  return {
    AppImageUpdater: kind('AppImage'),
    get autoUpdater() {
      return new DebUpdater();
    },
  };
});

let resources: string;
const before = Object.getOwnPropertyDescriptor(process, 'resourcesPath');
beforeEach(() => {
  made.length = 0;
  resources = temporaryFolder();
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true });
  vi.stubEnv('APPDIR', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  if (before) Object.defineProperty(process, 'resourcesPath', before);
  else Reflect.deleteProperty(process, 'resourcesPath');
});

describe.runIf(process.platform === 'linux')('an AppImage that was made beside a deb, and has its package-type', () => {
  test('updates itself, as an AppImage, and tells the name of the file that took its place', async () => {
    writeFileSync(join(resources, 'package-type'), 'deb');
    vi.stubEnv('APPIMAGE', '/home/ada/Askbell-1.2.0.AppImage');
    const names: string[] = [];
    const updater = createUpdater(silentLog, (name) => names.push(name));
    await updater?.download('1.3.0');
    await updater?.download('1.3.0');
    // A second one would install once more when the app quits.
    expect(made).toMatchObject([{ kind: 'AppImage', asked: 2 }]);
    made[0]?.updater.emit('appimage-filename-updated', '/home/ada/Askbell-1.3.0.AppImage');
    expect(names).toEqual(['/home/ada/Askbell-1.3.0.AppImage']);
  });

  test('and the deb itself gets nothing', () => {
    writeFileSync(join(resources, 'package-type'), 'deb');
    vi.stubEnv('APPIMAGE', '');
    expect(createUpdater(silentLog, () => undefined)).toBeUndefined();
  });
});

import type { Rectangle } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SettingsFile } from '../../../../../electron/store/settings.ts';
import { offerToMove, usableBounds } from '../../../../../electron/desktop/electron/window/windows.ts';

const mac = vi.hoisted(() => ({
  isPackaged: true,
  isThere: false,
  moves: 0,
  failure: undefined as Error | undefined,
  response: 0,
  questions: [] as unknown[],
}));
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return mac.isPackaged;
    },
    getPreferredSystemLanguages: () => ['en'],
    isInApplicationsFolder: () => mac.isThere,
    moveToApplicationsFolder() {
      if (mac.failure) throw mac.failure;
      return (mac.moves += 1) > 0;
    },
  },
  dialog: {
    showMessageBox(options: unknown) {
      mac.questions.push(options);
      return Promise.resolve({ response: mac.response });
    },
  },
}));

const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
const runOn = (value: NodeJS.Platform) => Object.defineProperty(process, 'platform', { ...platform, value });
let file: SettingsFile;
let warnings: string[];
beforeEach(() => {
  runOn('darwin');
  file = { path: '', store: {} };
  warnings = [];
  Object.assign(mac, { isPackaged: true, isThere: false, moves: 0, failure: undefined, response: 0, questions: [] });
});
afterEach(() => Object.defineProperty(process, 'platform', platform));

const offer = () => offerToMove(() => file, warnings);

test('who agrees has Askbell moved, which starts anew from there', async () => {
  expect(await offer()).toBe(true);
  expect(mac.questions).toMatchObject([
    { buttons: [expect.stringMatching('Move'), expect.any(String)], defaultId: 0, cancelId: 1 },
  ]);
  expect(mac.moves).toBe(1);
});

test('where the move fails, Askbell goes on where it is, and says why', async () => {
  mac.failure = new Error('The folder is locked.');
  expect(await offer()).toBe(false);
  expect(warnings).toEqual(['Askbell could not move to the Applications folder: The folder is locked.']);
});

test('who declines is not asked again', async () => {
  mac.response = 1;
  expect(await offer()).toBe(false);
  expect(await offer()).toBe(false);
  expect({ asked: mac.questions.length, moves: mac.moves }).toEqual({ asked: 1, moves: 0 });
});

test('nobody is asked where it is there already, in a checkout, or on another system', async () => {
  mac.isThere = true;
  expect(await offer()).toBe(false);
  Object.assign(mac, { isThere: false, isPackaged: false });
  expect(await offer()).toBe(false);
  mac.isPackaged = true;
  runOn('win32');
  expect(await offer()).toBe(false);
  expect({ questions: mac.questions, asked: file.store }).toEqual({ questions: [], asked: {} });
});

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const external = { x: 1440, y: 0, width: 1920, height: 1080 };

const onExternal = { x: 1600, y: 100, width: 900, height: 600 };

test.each<[string, 'used' | 'dropped', Rectangle | undefined, Rectangle[]]>([
  ['while its screen is there', 'used', onExternal, [laptop, external]],
  ['when the screen is gone', 'dropped', onExternal, [laptop]],
  ['over an edge, while it can be grabbed', 'used', { x: -500, y: 10, width: 900, height: 600 }, [laptop]],
  ['over an edge, where it cannot', 'dropped', { x: -850, y: 10, width: 900, height: 600 }, [laptop]],
  ['that there is none of', 'dropped', undefined, [laptop]],
  ['too small for a window', 'dropped', { x: 0, y: 0, width: 1, height: 1 }, [laptop]],
  ['that is no number', 'dropped', { x: 0, y: 0, width: Number.NaN, height: 600 }, [laptop]],
])('the remembered place of the window %s is %s', (_when, what, bounds, screens) => {
  expect(usableBounds(bounds, screens)).toEqual(what === 'used' ? bounds : undefined);
});

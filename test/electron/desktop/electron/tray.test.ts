import { EventEmitter } from 'node:events';
import type { BrowserWindow, NativeImage } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrayCommand } from '../../../../electron/desktop/desktop.ts';
import { BusOnDemand } from '../../../../electron/desktop/linux/message-bus.ts';
import { createUnreadBadge, menuLabel, menuTemplate } from '../../../../electron/desktop/electron/tray.ts';

/** A picture as it was handed to Electron: BGRA, premultiplied. */
interface Handed {
  pixels: Buffer;
  width: number;
  /** That of dense screens. */
  doubled?: Handed;
}

const electron = vi.hoisted(() => ({ app: undefined as unknown }));

vi.mock('electron', () => ({
  Menu: {},
  Tray: undefined,
  get app() {
    return electron.app;
  },
  nativeImage: {
    createFromBitmap: (pixels: Buffer, { width }: { width: number }) => {
      const handed: Handed & object = { pixels, width };
      return Object.assign(handed, {
        toPNG: () => handed,
        addRepresentation: ({ buffer }: { buffer: unknown }) => (handed.doubled = buffer as Handed),
      });
    },
  },
}));

const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
const runOn = (value: NodeJS.Platform) => Object.defineProperty(process, 'platform', { ...platform, value });

let app: EventEmitter & { dock: { setBadge: (text: string) => void } };
let badges: string[];
beforeEach(() => {
  badges = [];
  app = Object.assign(new EventEmitter(), { dock: { setBadge: (text: string) => void badges.push(text) } });
  electron.app = app;
});
afterEach(() => Object.defineProperty(process, 'platform', platform));

/** A window whose button in the task bar shows what was laid upon it last. */
class FakeWindow extends EventEmitter {
  readonly overlays: { picture: Handed | null; said: string }[] = [];

  setOverlayIcon(picture: Handed | null, said: string): void {
    this.overlays.push({ picture, said });
  }
}

const noBus = new BusOnDemand(() => Promise.resolve(undefined));
const asBrowserWindow = (window: FakeWindow) => window as unknown as BrowserWindow;
const view = (unread: number) => ({ unread, tooltip: `${unread} unread` });

describe('the number on the window’s button on Windows', () => {
  beforeEach(() => runOn('win32'));

  it('is a picture of its own for each number, for dense screens too, and none at 0', () => {
    const window = new FakeWindow();
    const badge = createUnreadBadge({ current: () => asBrowserWindow(window) }, noBus);
    for (const unread of [1, 9, 10, 99, 100, 0]) badge.show(view(unread));
    expect(window.overlays.map(({ said }) => said)).toEqual([1, 9, 10, 99, 100, 0].map((count) => `${count} unread`));
    const pictures = window.overlays.slice(0, -1).flatMap(({ picture }) => [picture!, picture!.doubled!]);
    expect(pictures.map(({ width }) => width)).toEqual(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 16 : 32)));
    expect(new Set(pictures.map(({ pixels }) => pixels.toString('base64'))).size).toBe(pictures.length);
    // The window's own picture is seen beside it.
    for (const { pixels, width } of pictures)
      expect(pixels.filter((alpha, at) => at % 4 === 3 && alpha === 0).length).toBeGreaterThan((width * width) / 3);
    expect(window.overlays.at(-1)?.picture).toBeNull();
  });

  it('is drawn only where it says something else', () => {
    const window = new FakeWindow();
    const badge = createUnreadBadge({ current: () => asBrowserWindow(window) }, noBus);
    for (const unread of [0, 3, 3, 120, 130]) badge.show(view(unread));
    expect(window.overlays.map(({ said }) => said)).toEqual(['3 unread', '120 unread']);
  });

  it('comes to a window that is opened later, once that is shown, and to none after the end', async () => {
    let window: FakeWindow | undefined;
    const badge = createUnreadBadge({ current: () => window && asBrowserWindow(window) }, noBus);
    const openWindow = () => {
      window = new FakeWindow();
      app.emit('browser-window-created', {}, window);
      expect(window.overlays).toEqual([]);
      window.emit('show');
      return window.overlays.map(({ said }) => said);
    };
    badge.show(view(7));
    expect(openWindow()).toEqual(['7 unread']);
    await badge.close();
    expect(openWindow()).toEqual([]);
  });
});

it('the number in the dock of macOS is the text of the number, and none at 0', () => {
  runOn('darwin');
  const badge = createUnreadBadge({ current: () => undefined }, noBus);
  for (const unread of [1, 42, 100, 0]) badge.show(view(unread));
  expect(badges).toEqual(['1', '42', '99+', '']);
});

it('the tray menu in Electron: every action, however deep, hands over its own command', () => {
  const chosen: TrayCommand[] = [];
  const hour = { type: 'action', label: '1 hour', command: { do: 'snooze', for: '1-hour' } } as const;
  const template = menuTemplate(
    [
      { type: 'action', label: 'Why is my loop slow?', command: { do: 'open-item', key: 'a' }, icon: 'question' },
      { type: 'separator' },
      { type: 'label', label: 'Reputation today: +15' },
      { type: 'submenu', label: 'Snooze', items: [hour] },
      { type: 'action', label: 'Mark all read', command: { do: 'mark-all-read' }, enabled: false },
    ],
    (command) => chosen.push(command),
    (name) => ({ picture: name }) as unknown as NativeImage,
  );
  expect(template.map((item) => item.icon)).toEqual([{ picture: 'question' }, ...Array(4)]);
  expect(template.map((item) => [item.type ?? 'item', item.label, item.enabled])).toEqual([
    ['item', 'Why is my loop slow?', true],
    ['separator', undefined, undefined],
    ['item', 'Reputation today: +15', false],
    ['item', 'Snooze', undefined],
    ['item', 'Mark all read', false],
  ]);
  const submenu = template[3]?.submenu;
  for (const item of [template[0], Array.isArray(submenu) ? submenu[0] : undefined])
    (item?.click as (() => void) | undefined)?.();
  expect(chosen).toEqual([{ do: 'open-item', key: 'a' }, hour.command]);
});

it('the tray menu in Electron: an ampersand in a title stays one', () =>
  expect(menuLabel('C&C and R&D')).toBe('C&&C and R&&D'));

import {
  app,
  Menu,
  nativeImage,
  Tray,
  type BrowserWindow,
  type MenuItemConstructorOptions,
  type NativeImage,
  type Rectangle,
} from 'electron';
import { join } from 'node:path';
import type { Emitter } from '../../base/emitter.ts';
import type { DesktopEvents, MenuIcon, TrayCommand, TrayMenuItem, TrayView } from '../desktop.ts';
import { followLauncher } from '../linux/launcher-count.ts';
import type { BusOnDemand } from '../linux/message-bus.ts';
import { numberText, pictureName, type Pixels, trayPixels, withNumber } from '../media/number-mark.ts';
import type { MainWindow } from './window/windows.ts';

/** Escapes `&`, which Electron would treat as an access key marker and drop from a question's title. */
export function menuLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

/**
 * Returns Electron's menu for the port's; each action calls `choose` with its command. `icon` returns the image of a
 * name.
 */
export function menuTemplate(
  items: readonly TrayMenuItem[],
  choose: (command: TrayCommand) => void,
  icon: (name: MenuIcon) => NativeImage,
): MenuItemConstructorOptions[] {
  return items.map((item): MenuItemConstructorOptions => {
    switch (item.type) {
      case 'separator':
        return { type: 'separator' };
      case 'label':
        return { label: menuLabel(item.label), enabled: false };
      case 'submenu':
        return { label: menuLabel(item.label), submenu: menuTemplate(item.items, choose, icon) };
      case 'action':
        return {
          label: menuLabel(item.label),
          enabled: item.enabled ?? true,
          click: () => choose(item.command),
          ...(item.icon && { icon: icon(item.icon) }),
        };
    }
  });
}

/** Sizes that Windows uses at 100, 125, 150, 200, 250 and 300 %, in pixels. */
const WINDOWS_SIZES_PX = [16, 20, 24, 32, 40, 48] as const;
/** Panels on Linux scale the icon. */
const LINUX_SIZE_PX = 32;

/**
 * Returns the icon of a view. macOS takes black-and-clear template images, tints them and shows the number beside them;
 * elsewhere the number is drawn on the icon.
 */
function trayImage(iconsDir: string, view: Pick<TrayView, 'status' | 'unread'>): NativeImage {
  if (process.platform === 'darwin') return nativeImage.createFromPath(join(iconsDir, `${view.status}Template.png`));
  const picture = (sizePx: number) => trayPixels(iconsDir, view, sizePx);
  if (process.platform === 'linux') return toNativeImage(picture(LINUX_SIZE_PX));
  const [ordinary, ...larger] = WINDOWS_SIZES_PX;
  return toNativeImage(picture(ordinary), ...larger.map(picture));
}

/** Converts pixels to Skia's channel order with premultiplied alpha, as `createFromBitmap` expects. */
function bitmap({ rgba }: Pixels): Buffer {
  const bgra = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    const premultiplied = (channel: number) => Math.round(((rgba[at + channel] ?? 0) * alpha) / 255);
    bgra.set([premultiplied(2), premultiplied(1), premultiplied(0), alpha], at);
  }
  return bgra;
}

/** Returns an Electron image, with larger sizes for high-density screens. */
function toNativeImage(pixels: Pixels, ...larger: Pixels[]): NativeImage {
  const { width, height } = pixels;
  const image = nativeImage.createFromBitmap(bitmap(pixels), { width, height });
  for (const one of larger)
    image.addRepresentation({
      scaleFactor: one.width / width,
      width: one.width,
      height: one.height,
      buffer: nativeImage.createFromBitmap(bitmap(one), { width: one.width, height: one.height }).toPNG(),
    });
  return image;
}

/** Tray icon and menu, shown from the first view on; emits the chosen commands. */
export class ElectronTray {
  readonly #iconsDir: string;
  readonly #events: Emitter<DesktopEvents>;
  readonly #icons = new Map<MenuIcon, NativeImage>();
  #tray: Tray | undefined;
  #shownPicture: string | undefined;
  #shownMenu = '';
  #menu: Menu | undefined;

  constructor(iconsDir: string, events: Emitter<DesktopEvents>) {
    this.#iconsDir = iconsDir;
    this.#events = events;
  }

  show(view: TrayView): void {
    const isNew = !this.#tray;
    const tray = (this.#tray ??= this.#create(view));
    if (!isNew && pictureName(view) !== this.#shownPicture) tray.setImage(trayImage(this.#iconsDir, view));
    this.#shownPicture = pictureName(view);
    tray.setToolTip(view.tooltip);
    if (process.platform === 'darwin') tray.setTitle(view.unread > 0 ? String(view.unread) : '');
    const nextMenu = JSON.stringify(view.menu);
    // Setting a menu closes an open one on some desktops, so an unchanged one is kept.
    if (nextMenu === this.#shownMenu) return;
    this.#shownMenu = nextMenu;
    const choose = (command: TrayCommand) => this.#events.emit('tray-command', command);
    this.#menu = Menu.buildFromTemplate(menuTemplate(view.menu, choose, (name) => this.#icon(name)));
    if (process.platform !== 'darwin') tray.setContextMenu(this.#menu);
  }

  /** Returns the bounds of the tray icon; empty if the system does not report them. */
  bounds(): Rectangle | undefined {
    return this.#tray?.getBounds();
  }

  destroy(): void {
    this.#tray?.destroy();
    this.#tray = undefined;
  }

  /** Returns a menu icon; those of macOS adapt to the colours of the menu. */
  #icon(name: MenuIcon): NativeImage {
    const suffix = process.platform === 'darwin' ? 'Template' : '';
    const file = join(this.#iconsDir, `menu-${name}${suffix}.png`);
    const image = this.#icons.get(name) ?? nativeImage.createFromPath(file);
    this.#icons.set(name, image);
    return image;
  }

  /** A click on the icon opens the panel where the system reports clicks. */
  #create(view: TrayView): Tray {
    const tray = new Tray(trayImage(this.#iconsDir, view));
    tray.on('click', () => this.#events.emit('tray-command', { do: 'toggle-panel' }));
    // On macOS, a context menu that is set would also open on a left click.
    if (process.platform === 'darwin') tray.on('right-click', () => tray.popUpContextMenu(this.#menu));
    return tray;
  }
}

/** Number of unread items, shown outside window and tray. */
export interface UnreadBadge {
  show(view: Pick<TrayView, 'unread' | 'tooltip'>): void;
  close(): Promise<void>;
}

/** Returns a number on a transparent background, because it is placed on the window's taskbar icon. */
const overlay = (size: number, unread: number) =>
  withNumber({ width: size, height: size, rgba: Buffer.alloc(size * size * 4) }, unread);

/** Returns the overlay for screens at 100, 125, 150 and 200 %. */
const badge = (unread: number) =>
  toNativeImage(overlay(16, unread), ...[20, 24, 32].map((sizePx) => overlay(sizePx, unread)));

/** Creates the badge of the system: on the dock icon on macOS, the taskbar button on Windows, the launcher on Linux. */
export function createUnreadBadge(mainWindow: Pick<MainWindow, 'current'>, session: BusOnDemand): UnreadBadge {
  if (process.platform === 'darwin')
    return { show: ({ unread }) => app.dock?.setBadge(numberText(unread)), close: () => Promise.resolve() };
  if (process.platform === 'win32') return windowsBadge(mainWindow);
  return followLauncher(session);
}

function windowsBadge(mainWindow: Pick<MainWindow, 'current'>): UnreadBadge {
  let shown: Pick<TrayView, 'unread' | 'tooltip'> = { unread: 0, tooltip: '' };
  const draw = () => {
    const { unread, tooltip } = shown;
    mainWindow.current()?.setOverlayIcon(unread > 0 ? badge(unread) : null, tooltip);
  };
  // A window opened later has no overlay; its taskbar button exists once it is shown.
  const onWindow = (_event: unknown, window: BrowserWindow) => void window.on('show', draw);
  app.on('browser-window-created', onWindow);
  return {
    show(view) {
      const before = numberText(shown.unread);
      shown = view;
      if (numberText(view.unread) !== before) draw();
    },
    close() {
      app.off('browser-window-created', onWindow);
      return Promise.resolve();
    },
  };
}

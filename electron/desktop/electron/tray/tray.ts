import { Menu, nativeImage, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuIcon, TrayCommand, TrayMenuItem, TrayView } from '../../desktop.ts';
import { pictureName, withNumber } from '../../picture/number-mark.ts';
import { decodePng } from '../../picture/png.ts';
import { toNativeImage } from './native-image.ts';
import type { Area } from '../window/panel-place.ts';

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
function trayImage(iconsDir: string, { status, unread }: Pick<TrayView, 'status' | 'unread'>): NativeImage {
  if (process.platform === 'darwin') return nativeImage.createFromPath(join(iconsDir, `${status}Template.png`));
  const isCounted = status === 'unread' && unread > 0;
  const picture = (sizePx: number) => {
    const pixels = decodePng(readFileSync(join(iconsDir, `tray-${isCounted ? 'idle' : status}-${sizePx}px.png`)));
    return isCounted ? withNumber(pixels, unread) : pixels;
  };
  if (process.platform === 'linux') return toNativeImage(picture(LINUX_SIZE_PX));
  const [ordinary, ...larger] = WINDOWS_SIZES_PX;
  return toNativeImage(picture(ordinary), ...larger.map(picture));
}

/** Returns a loader for menu icons that caches them; those of macOS adapt to the colours of the menu. */
function menuIcons(iconsDir: string): (name: MenuIcon) => NativeImage {
  const read = new Map<MenuIcon, NativeImage>();
  const suffix = process.platform === 'darwin' ? 'Template' : '';
  return (name) => {
    const image = read.get(name) ?? nativeImage.createFromPath(join(iconsDir, `menu-${name}${suffix}.png`));
    read.set(name, image);
    return image;
  };
}

export interface TrayShower {
  show(view: TrayView): void;
  /** Bounds of the tray icon; undefined if the system does not report them. */
  bounds(): Area | undefined;
  destroy(): void;
}

/** Creates the tray at the first view; a click on the icon opens the panel where the system reports clicks. */
export function createTray(options: { iconsDir: string; choose: (command: TrayCommand) => void }): TrayShower {
  let tray: Tray | undefined;
  let shownPicture: string | undefined;
  let shownMenu = '';
  let menu: Menu | undefined;
  const icon = menuIcons(options.iconsDir);
  return {
    show(view) {
      if (!tray) {
        tray = new Tray(trayImage(options.iconsDir, view));
        tray.on('click', () => options.choose({ do: 'toggle-panel' }));
        // On macOS, a context menu that is set would also open on a left click.
        if (process.platform === 'darwin') tray.on('right-click', () => tray?.popUpContextMenu(menu));
      } else if (pictureName(view) !== shownPicture) {
        tray.setImage(trayImage(options.iconsDir, view));
      }
      shownPicture = pictureName(view);
      tray.setToolTip(view.tooltip);
      if (process.platform === 'darwin') tray.setTitle(view.unread > 0 ? String(view.unread) : '');
      const nextMenu = JSON.stringify(view.menu);
      // Setting a menu closes an open one on some desktops, so an unchanged one is kept.
      if (nextMenu === shownMenu) return;
      shownMenu = nextMenu;
      menu = Menu.buildFromTemplate(menuTemplate(view.menu, options.choose, icon));
      if (process.platform !== 'darwin') tray.setContextMenu(menu);
    },
    bounds() {
      const { width, height, ...place } = tray?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 };
      return width > 0 && height > 0 ? { ...place, width, height } : undefined;
    },
    destroy() {
      tray?.destroy();
      tray = undefined;
    },
  };
}

import { Menu, nativeImage, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrayCommand, TrayMenuItem, TrayStatus, TrayView } from '../desktop.ts';

/** Electron would read a single `&` as the mark of an access key and drop it from a question's title. */
export function menuLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

/** Takes the port's menu, gives Electron's; each action calls `choose` with its command. */
export function menuTemplate(
  items: readonly TrayMenuItem[],
  choose: (command: TrayCommand) => void,
): MenuItemConstructorOptions[] {
  return items.map((item): MenuItemConstructorOptions => {
    switch (item.type) {
      case 'separator':
        return { type: 'separator' };
      case 'label':
        return { label: menuLabel(item.label), enabled: false };
      case 'submenu':
        return { label: menuLabel(item.label), submenu: menuTemplate(item.items, choose) };
      case 'action':
        return { label: menuLabel(item.label), enabled: item.enabled ?? true, click: () => choose(item.command) };
    }
  });
}

/**
 * The picture for a status. macOS takes black-and-clear template pictures and tints them itself; Windows the 16 px one
 * with its `@2x` neighbour; Linux panels scale, so they get the large one.
 */
function trayImage(iconsDir: string, status: TrayStatus): NativeImage {
  if (process.platform === 'darwin') return nativeImage.createFromPath(join(iconsDir, `${status}Template.png`));
  if (process.platform === 'linux')
    return nativeImage.createFromBuffer(readFileSync(join(iconsDir, `tray-${status}@2x.png`)));
  return nativeImage.createFromPath(join(iconsDir, `tray-${status}.png`));
}

export interface TrayShower {
  show(view: TrayView): void;
  destroy(): void;
}

/** Shows the tray from the first view on; a click on the picture opens the inbox where the system tells clicks. */
export function createTray(options: { iconsDir: string; choose: (command: TrayCommand) => void }): TrayShower {
  let tray: Tray | undefined;
  let shownStatus: TrayStatus | undefined;
  let shownMenu = '';
  return {
    show(view) {
      if (!tray) {
        tray = new Tray(trayImage(options.iconsDir, view.status));
        tray.on('click', () => options.choose({ do: 'open-window', view: 'inbox' }));
      } else if (view.status !== shownStatus) {
        tray.setImage(trayImage(options.iconsDir, view.status));
      }
      shownStatus = view.status;
      tray.setToolTip(view.tooltip);
      if (process.platform === 'darwin') tray.setTitle(view.unread > 0 ? String(view.unread) : '');
      const menu = JSON.stringify(view.menu);
      // Setting a menu closes the one a person has open on some desktops, so an unchanged one is left alone.
      if (menu !== shownMenu) tray.setContextMenu(Menu.buildFromTemplate(menuTemplate(view.menu, options.choose)));
      shownMenu = menu;
    },
    destroy() {
      tray?.destroy();
      tray = undefined;
    },
  };
}

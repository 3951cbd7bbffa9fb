import { app, type BrowserWindow } from 'electron';
import type { TrayView } from '../display.ts';
import { followLauncher } from '../linux/launcher-count.ts';
import type { BusOnDemand } from '../linux/message-bus.ts';
import { numberText, withNumber } from '../media/number-mark.ts';
import { toNativeImage } from './tray.ts';
import type { MainWindow } from './window/windows.ts';

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

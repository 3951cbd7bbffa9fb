import { BrowserWindow, nativeTheme, screen, type Rectangle } from 'electron';
import { join } from 'node:path';
import type { WindowView } from '../../desktop.ts';
import { PAGE_BACKGROUNDS, pageAddress } from './app-scheme.ts';
import { confinedPreferences, confineToApp } from './security.ts';

/** Bounds of the window, stored between runs. */
export interface WindowPlace {
  load(): Rectangle | undefined;
  save(bounds: Rectangle): void;
}

const DEFAULT_SIZE = { width: 960, height: 680 };

/** Returns remembered bounds if enough of them is visible on a connected screen. */
export function usableBounds(
  remembered: Rectangle | undefined,
  workAreas: readonly Rectangle[],
): Rectangle | undefined {
  if (!remembered || remembered.width < 320 || remembered.height < 240) return undefined;
  const visible = workAreas.some((area) => {
    const width = Math.min(remembered.x + remembered.width, area.x + area.width) - Math.max(remembered.x, area.x);
    const height = Math.min(remembered.y + remembered.height, area.y + area.height) - Math.max(remembered.y, area.y);
    return width >= 100 && height >= 100;
  });
  return visible ? remembered : undefined;
}

export interface MainWindow {
  /** Creates the window if necessary and brings it to the front. */
  show(view?: WindowView): void;
  /** Returns the window, if it was created. */
  current(): BrowserWindow | undefined;
  /** Makes closing close the window instead of hiding it. */
  letClose(): void;
}

/** Returns the window icon. Windows chooses a size from an .ico; elsewhere the large image is scaled. */
export const windowIcon = (appDir: string): string =>
  join(appDir, 'icons', process.platform === 'win32' ? 'askbell.ico' : 'askbell.png');

/** Creates Askbell's only window: lazily, and hidden instead of closed. */
export function createMainWindow(options: { preload: string; icon: string; place: WindowPlace }): MainWindow {
  let window: BrowserWindow | undefined;
  let closing = false;

  const create = (view: WindowView | undefined): BrowserWindow => {
    const bounds = usableBounds(
      options.place.load(),
      screen.getAllDisplays().map((display) => display.workArea),
    );
    const created = new BrowserWindow({
      ...DEFAULT_SIZE,
      ...bounds,
      minWidth: 360,
      minHeight: 420,
      show: false,
      title: 'Askbell',
      icon: options.icon,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? PAGE_BACKGROUNDS.dark : PAGE_BACKGROUNDS.light,
      webPreferences: confinedPreferences(options.preload),
    });
    confineToApp(created.webContents);
    created.once('ready-to-show', () => created.show());
    const remember = () => {
      if (!created.isDestroyed() && !created.isMinimized() && !created.isFullScreen())
        options.place.save(created.getNormalBounds());
    };
    created.on('close', (event) => {
      remember();
      if (closing) return;
      event.preventDefault();
      created.hide();
      created.webContents.send('askbell:hidden');
    });
    created.on('closed', () => {
      window = undefined;
    });
    created.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason !== 'clean-exit' && !created.isDestroyed()) created.reload();
    });
    void created.loadURL(pageAddress(view)).catch(() => undefined);
    return created;
  };

  return {
    show(view) {
      if (!window) {
        window = create(view);
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current: () => window,
    letClose() {
      closing = true;
    },
  };
}

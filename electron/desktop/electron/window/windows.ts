import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type MessagePortMain,
  type Rectangle,
} from 'electron';
import { join } from 'node:path';
import { errorMessage } from '../../../../common/error-message.ts';
import { preferredLocale } from '../../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import type { Log } from '../../../base/log.ts';
import type { SettingsFile } from '../../../store/settings.ts';
import type { WindowView } from '../../desktop.ts';
import { CONFINED, confineToApp, isOwnPage, PAGE_BACKGROUNDS, pageAddress } from './security.ts';

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

/** Returns the window icon. Windows chooses a size from an .ico; elsewhere the large image is scaled. */
export const windowIcon = (appDir: string): string =>
  join(appDir, 'icons', process.platform === 'win32' ? 'askbell.ico' : 'askbell.png');

/** Preload script and icon of Askbell's windows. */
export interface WindowFiles {
  preload: string;
  icon: string;
}

/** Window with one of Askbell's pages: created when first needed, and hidden instead of closed. */
export abstract class PageWindow {
  readonly #files: WindowFiles;
  #window: BrowserWindow | undefined;
  #isClosing = false;

  constructor(files: WindowFiles) {
    this.#files = files;
  }

  /** Returns the window, if it was created. */
  current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Makes closing close the window instead of hiding it. */
  letClose(): void {
    this.#isClosing = true;
  }

  hide(): void {
    this.#window?.hide();
  }

  /** Creates the window, hidden; its page is loaded again if its process crashes. */
  protected create(address: string, options: BrowserWindowConstructorOptions): BrowserWindow {
    const { preload, icon } = this.#files;
    const created = (this.#window = new BrowserWindow({
      show: false,
      icon,
      backgroundColor: nativeTheme.shouldUseDarkColors ? PAGE_BACKGROUNDS.dark : PAGE_BACKGROUNDS.light,
      webPreferences: { ...CONFINED, preload, spellcheck: false },
      ...options,
    }));
    confineToApp(created.webContents);
    created.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason !== 'clean-exit' && !created.isDestroyed()) created.reload();
    });
    created.on('close', (event) => {
      if (this.#isClosing) return;
      event.preventDefault();
      this.hide();
    });
    created.on('closed', () => {
      this.#window = undefined;
    });
    void created.loadURL(address).catch(() => undefined);
    return created;
  }
}

/** Askbell's main window. */
export class MainWindow extends PageWindow {
  readonly #place: SettingsFile;

  /** @param place file with the bounds, stored between runs */
  constructor(files: WindowFiles, place: SettingsFile) {
    super(files);
    this.#place = place;
  }

  /** Creates the window if necessary and brings it to the front. */
  show(view?: WindowView): void {
    const window = this.current();
    if (!window) return this.#open(view);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  override hide(): void {
    super.hide();
    this.current()?.webContents.send('askbell:hidden');
  }

  #open(view: WindowView | undefined): void {
    const bounds = usableBounds(
      this.#place.store['bounds'] as Rectangle | undefined,
      screen.getAllDisplays().map((display) => display.workArea),
    );
    const created = this.create(pageAddress(view), {
      ...DEFAULT_SIZE,
      ...bounds,
      minWidth: 360,
      minHeight: 420,
      title: 'Askbell',
      autoHideMenuBar: true,
    });
    created.once('ready-to-show', () => created.show());
    // Before it is hidden.
    created.prependListener('close', () => this.#remember(created));
  }

  #remember(window: BrowserWindow): void {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    try {
      this.#place.store = { bounds: window.getNormalBounds() };
    } catch {
      // On a full disk the bounds are not stored.
    }
  }
}

/** Serves the pages of these windows, and no others, with a router that is loaded for the first of them. */
export function servePages(loadRouter: () => Promise<AnyRouter>, windows: readonly PageWindow[], log: Log): void {
  let rpc: Promise<RPCHandler<Record<never, never>>> | undefined;
  const connect = async (port: MessagePortMain) => {
    try {
      rpc ??= loadRouter().then((router) => new RPCHandler(router));
      (await rpc).upgrade(port, { context: {} });
      port.start();
    } catch (error) {
      // The page retries.
      rpc = undefined;
      port.close();
      throw error;
    }
  };
  ipcMain.on('askbell:connect', (event) => {
    const [port] = event.ports;
    const contents = windows.map((window) => window.current()?.webContents).find((one) => one === event.sender);
    const fromOurPage =
      contents !== undefined && event.senderFrame === contents.mainFrame && isOwnPage(event.senderFrame.url);
    if (!port || !fromOurPage) {
      log.warn('refused a connection that is not from the window or the panel');
      port?.close();
      return;
    }
    connect(port).catch((error: unknown) => log.error(`Window: ${errorMessage(error)}`));
  });
}

/**
 * On macOS, asks once whether Askbell should move to the Applications folder: from the downloads folder it can neither
 * update itself nor reliably start at login. Returns true if it has moved and restarts from there; on failure, adds the
 * reason to `warnings` (there is no log yet) and returns false. `openFile`: file that remembers the question.
 */
export async function offerToMove(openFile: () => SettingsFile, warnings: string[]): Promise<boolean> {
  if (process.platform !== 'darwin' || !app.isPackaged || app.isInApplicationsFolder()) return false;
  const file = openFile();
  if (file.store['asked'] === true) return false;
  file.store = { asked: true };
  await loadLanguages();
  const { words } = preferredLocale('system', app.getPreferredSystemLanguages());
  const { response } = await dialog.showMessageBox({
    message: words('conditions.moveToApplications'),
    detail: words('conditions.moveToApplicationsDetail'),
    buttons: [words('conditions.moveToApplicationsMove'), words('inbox.acceptanceNotNow')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (error) {
    // No write permission, or a failed copy.
    warnings.push(`Askbell could not move to the Applications folder: ${errorMessage(error)}`);
    return false;
  }
}

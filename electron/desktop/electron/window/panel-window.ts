import { BrowserWindow, nativeTheme, screen } from 'electron';
import { PAGE_BACKGROUNDS, panelAddress } from './app-scheme.ts';
import { PANEL_SIZE, panelBounds, type Area } from './panel-place.ts';
import { confinedPreferences, confineToApp } from './security.ts';

/**
 * A click on the tray's picture takes the focus from the open panel, which closes it, before the click itself is
 * reported. A click that is reported this soon afterwards, in ms, meant to close it.
 */
const CLOSED_BY_THIS_CLICK_MS = 300;

export interface PanelWindow {
  /** Makes it, hidden, so that it opens at once later on. `zoom` is how large everything is drawn in it. */
  warm(zoom: number): void;
  /** Shows it by the tray's picture, or in the corner by the pointer where the system does not tell where that is. */
  show(tray: Area | undefined): void;
  /** Shows it, or hides it. */
  toggle(tray: Area | undefined): void;
  hide(): void;
  /** The window now, if it was ever made. */
  current(): BrowserWindow | undefined;
  /** From here on closing really closes. */
  letClose(): void;
}

/** The panel: a window without a frame that is made once, and hidden by Escape or by losing the focus. */
class TrayPanel implements PanelWindow {
  readonly #options: { preload: string; icon: string };
  #window: BrowserWindow | undefined;
  #zoom = 1;
  #hiddenByBlurAt = -Infinity;
  #isClosing = false;

  constructor(options: { preload: string; icon: string }) {
    this.#options = options;
  }

  warm(zoom: number): void {
    this.#zoom = zoom;
    this.#window ??= this.#create();
  }

  show(tray: Area | undefined): void {
    const window = (this.#window ??= this.#create());
    const bounds = panelBounds({ tray, cursor: screen.getCursorScreenPoint() }, screen.getAllDisplays(), this.#zoom);
    if (bounds) window.setBounds(bounds);
    window.show();
    window.focus();
  }

  toggle(tray: Area | undefined): void {
    if (this.#window?.isVisible()) this.hide();
    else if (performance.now() - this.#hiddenByBlurAt > CLOSED_BY_THIS_CLICK_MS) this.show(tray);
  }

  hide(): void {
    this.#window?.hide();
  }

  current(): BrowserWindow | undefined {
    return this.#window;
  }

  letClose(): void {
    this.#isClosing = true;
  }

  #create(): BrowserWindow {
    const { preload, icon } = this.#options;
    const created = new BrowserWindow({
      ...PANEL_SIZE,
      ...(process.platform === 'darwin' && { type: 'panel' }),
      show: false,
      frame: false,
      resizable: false,
      movable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Askbell panel',
      icon,
      backgroundColor: nativeTheme.shouldUseDarkColors ? PAGE_BACKGROUNDS.dark : PAGE_BACKGROUNDS.light,
      webPreferences: confinedPreferences(preload),
    });
    confineToApp(created.webContents);
    created.on('blur', () => {
      if (!created.isVisible()) return;
      this.#hiddenByBlurAt = performance.now();
      this.hide();
    });
    created.on('close', (event) => {
      if (this.#isClosing) return;
      event.preventDefault();
      this.hide();
    });
    created.on('closed', () => {
      this.#window = undefined;
    });
    created.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason !== 'clean-exit' && !created.isDestroyed()) created.reload();
    });
    void created.loadURL(panelAddress()).catch(() => undefined);
    return created;
  }
}

/** Nothing is made until it is warmed or shown. */
export const createPanelWindow = (options: { preload: string; icon: string }): PanelWindow => new TrayPanel(options);

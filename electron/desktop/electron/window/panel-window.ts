import { BrowserWindow, nativeTheme, screen } from 'electron';
import { PAGE_BACKGROUNDS, panelAddress } from './app-scheme.ts';
import { PANEL_SIZE, panelBounds, type Area } from './panel-place.ts';
import { confinedPreferences, confineToApp } from './security.ts';

/**
 * A click on the tray icon blurs and thereby closes the open panel before the click itself is reported. A click
 * reported within this many ms afterwards was meant to close it.
 */
const CLOSED_BY_THIS_CLICK_MS = 300;

export interface PanelWindow {
  /** Creates the panel, hidden, so that it opens without delay later. `zoom` is its zoom. */
  warm(zoom: number): void;
  /**
   * Shows the panel next to the tray icon, or in the corner nearest to the pointer if the icon's position is unknown.
   */
  show(tray: Area | undefined): void;
  /** Shows or hides the panel. */
  toggle(tray: Area | undefined): void;
  hide(): void;
  /** Returns the window, if it was created. */
  current(): BrowserWindow | undefined;
  /** Makes closing close the window instead of hiding it. */
  letClose(): void;
}

/** Frameless window, created once, and hidden by Escape or by losing the focus. */
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

/** Creates the panel; its window is created when it is first warmed or shown. */
export const createPanelWindow = (options: { preload: string; icon: string }): PanelWindow => new TrayPanel(options);

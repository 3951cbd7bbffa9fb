import { screen, type BrowserWindow } from 'electron';
import { panelAddress } from './app-scheme.ts';
import { PANEL_SIZE, panelBounds, type Area } from './panel-place.ts';
import { openPage, type WindowFiles } from './windows.ts';

/**
 * A click on the tray icon blurs and thereby closes the open panel before the click itself is reported. A click
 * reported within this many ms afterwards was meant to close it.
 */
const CLOSED_BY_THIS_CLICK_MS = 300;

/** Delay in ms after the first view before the panel is loaded, so that the window's start does not wait for it. */
const WARM_AFTER_MS = 3_000;

/** Frameless window, created once, and hidden by Escape or by losing the focus. */
export class PanelWindow {
  readonly #files: WindowFiles;
  #window: BrowserWindow | undefined;
  #zoom = 1;
  #warming: NodeJS.Timeout | undefined;
  #hiddenByBlurAt = -Infinity;
  #isClosing = false;

  constructor(files: WindowFiles) {
    this.#files = files;
  }

  /** Follows the panel's zoom. Once it has one, and thereby content, it is loaded, so that it opens without delay. */
  setZoom(zoom: number | undefined): void {
    if (zoom === undefined) return;
    this.#zoom = zoom;
    this.#warming ??= setTimeout(() => (this.#window ??= this.#create()), WARM_AFTER_MS);
  }

  /**
   * Shows the panel next to the tray icon, or in the corner nearest to the pointer if the icon's position is unknown.
   */
  show(tray: Area | undefined): void {
    const window = (this.#window ??= this.#create());
    const bounds = panelBounds({ tray, cursor: screen.getCursorScreenPoint() }, screen.getAllDisplays(), this.#zoom);
    if (bounds) window.setBounds(bounds);
    window.show();
    window.focus();
  }

  /** Shows or hides the panel. */
  toggle(tray: Area | undefined): void {
    if (this.#window?.isVisible()) this.hide();
    else if (performance.now() - this.#hiddenByBlurAt > CLOSED_BY_THIS_CLICK_MS) this.show(tray);
  }

  hide(): void {
    this.#window?.hide();
  }

  /** Returns the window, if it was created. */
  current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Makes closing close the window instead of hiding it. */
  letClose(): void {
    this.#isClosing = true;
    clearTimeout(this.#warming);
  }

  #create(): BrowserWindow {
    const created = openPage(panelAddress(), this.#files, {
      ...PANEL_SIZE,
      ...(process.platform === 'darwin' && { type: 'panel' }),
      frame: false,
      resizable: false,
      movable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Askbell panel',
    });
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
    return created;
  }
}

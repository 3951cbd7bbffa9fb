import type { Desktop, TrayView } from '../../desktop.ts';
import type { TrayShower } from './tray.ts';
import type { PanelWindow } from '../window/panel-window.ts';

/** Delay in ms after the start before the panel is preloaded, so that the window's start does not wait for it. */
const WARM_PANEL_AFTER_MS = 3_000;

/** The port's methods for tray and panel. */
export type TrayPanel = Pick<Desktop, 'setTray' | 'showPanel' | 'togglePanel' | 'hidePanel'>;

/**
 * Connects the panel to the tray: it opens next to the tray icon, follows the zoom of the tray's view, and is preloaded
 * some time after it has content. `stop` cancels a pending preload.
 */
export function joinPanel(tray: TrayShower, panel: PanelWindow): { desktop: TrayPanel; stop: () => void } {
  let zoom: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const warm = () => {
    timer = undefined;
    if (zoom !== undefined) panel.warm(zoom);
  };
  return {
    desktop: {
      setTray(view: TrayView) {
        tray.show(view);
        zoom = view.panel?.zoom;
        if (zoom === undefined) return;
        if (panel.current()) warm();
        else timer ??= setTimeout(warm, WARM_PANEL_AFTER_MS);
      },
      showPanel: () => panel.show(tray.bounds()),
      togglePanel: () => panel.toggle(tray.bounds()),
      hidePanel: () => panel.hide(),
    },
    stop: () => clearTimeout(timer),
  };
}

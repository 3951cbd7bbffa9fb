import type { Desktop, TrayView } from '../../desktop.ts';
import type { TrayShower } from './tray.ts';
import type { PanelWindow } from '../window/panel-window.ts';

/** How long after the start the panel is made ready, so that the start of the window does not wait for it. */
const WARM_PANEL_AFTER_MS = 3_000;

/** The tray and its panel, as the port has them. */
export type TrayPanel = Pick<Desktop, 'setTray' | 'showPanel' | 'togglePanel' | 'hidePanel'>;

/**
 * Joins the panel to the tray: it opens by the tray's picture, follows the zoom that the tray's view tells, and is made
 * ready a while after there is something to see in it. `stop` forgets what is still to be made ready.
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

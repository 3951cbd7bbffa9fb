import type { WindowView } from '../../common/contract/contract.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useAgentMutation } from '../agent/queries.ts';

/** The name of the browser's tab with the window: opened from here again, that tab is brought back. */
const WINDOW_TAB = 'askbell-window';

/** Closing the panel, and going on in the window. A page of a browser does both by itself. */
export function usePanelWindow() {
  const hide = useAgentMutation((client) => client.panel.hide());
  const openWindow = useAgentMutation((client, view: WindowView) => client.panel.openWindow({ view }));
  return {
    close() {
      if (IN_ELECTRON) hide.mutate();
      // Browsers close only what was opened as a window of its own.
      else window.close();
    },
    openWindow(view: WindowView) {
      if (IN_ELECTRON) openWindow.mutate(view);
      else window.open(`/#/${view}`, WINDOW_TAB);
    },
  };
}

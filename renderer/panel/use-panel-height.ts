import { useEffect, useRef } from 'react';
import { useClient } from '../agent/agent-context.tsx';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { fitInstalledPage } from './installed-page.ts';

/** Room under a popover, in px. */
const BELOW_POPOVER_PX = 12;
/** More than any panel: a dialog gets all the room there is. */
const WHOLE_PX = 1000;

/** Returns the height at which nothing in the panel is cut off, in px at a zoom of 1. */
function heightNeeded(panel: HTMLElement): number {
  if (document.querySelector('dialog[open]')) return WHOLE_PX;
  const content = panel.querySelector('main');
  if (!content) return WHOLE_PX;
  const rows = [...(content.children as HTMLCollectionOf<HTMLElement>)];
  const whole = panel.offsetHeight - content.clientHeight + rows.reduce((sum, row) => sum + row.offsetHeight, 0);
  const { top, height } = panel.getBoundingClientRect();
  const popover = panel.querySelector('.popover')?.getBoundingClientRect().bottom ?? 0;
  return Math.max(whole, popover && ((popover - top) * panel.offsetHeight) / height + BELOW_POPOVER_PX);
}

/** Fits the panel's window to its content. */
export function usePanelHeight() {
  const client = useClient();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last = 0;
    const fit = () => {
      const px = panel.current ? heightNeeded(panel.current) : last;
      if (px === last) return;
      last = px;
      if (IN_ELECTRON) client.panel.setHeight({ px }).catch(() => (last = 0));
      else fitInstalledPage(px);
    };
    fit();
    // A hidden window is not laid out, but its document changes.
    const changes = new MutationObserver(fit);
    changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ['open'] });
    return () => changes.disconnect();
  }, [client]);
  return panel;
}

import { z } from 'zod';
import { done, procedure } from './procedure.ts';
import { WindowView } from './state.ts';

/**
 * The panel: the small window by the tray's picture. In the headless shell it is a page of the browser (`/panel`), and
 * opens and closes by itself.
 */
export const panel = {
  show: procedure.output(done),
  hide: procedure.output(done),
  /** Shows the window at a view, in the panel's place. */
  openWindow: procedure.input(z.object({ view: WindowView })).output(done),
};

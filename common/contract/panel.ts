import { z } from 'zod';
import { done, procedure } from './procedure.ts';
import { WindowView } from './state.ts';

/**
 * Small window next to the tray icon. In the headless shell it is a browser page (`/panel`) that opens and closes by
 * itself.
 */
export const panel = {
  show: procedure.output(done),
  hide: procedure.output(done),
  /** Hides the panel and shows the window at a view. */
  openWindow: procedure.input(z.object({ view: WindowView })).output(done),
};

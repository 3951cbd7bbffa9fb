import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, done } from './procedure.ts';
import { firstSteps } from './first-steps.ts';
import { forwarding } from './forwarding.ts';
import { inbox } from './inbox.ts';
import { notices } from './notices.ts';
import { reputation } from './reputation.ts';
import { polling, session } from './session.ts';
import { about, data, diagnostics, settings, sound } from './settings.ts';
import { state, WindowView } from './state.ts';
import { events } from './terminal.ts';
import { transfer } from './transfer.ts';
import { watches } from './watches.ts';

/** Lists that the window loads and caches until they change. */
export const ListName = z.enum(['inbox', 'reputation', 'watches', 'sites', 'settings', 'forwarding']);
export type ListName = z.output<typeof ListName>;

/**
 * Small window next to the tray icon. In the headless shell it is a browser page (`/panel`) that opens and closes by
 * itself.
 */
const panel = {
  show: procedure.output(done),
  hide: procedure.output(done),
  /** Height in px at a zoom of 1 that the contents need; ignored where the panel is a browser page. */
  setHeight: procedure.input(z.object({ px: z.number().min(0) })).output(done),
  /** Shows the window at a view, and hides the panel unless it is pinned. */
  openWindow: procedure.input(z.object({ view: WindowView })).output(done),
};

/**
 * Every procedure that the renderer may call, and every event it may receive. Types derive from the schemas; both
 * directions are validated. Tokens and keys are only sent to the agent (sign-in form), never returned.
 */
export const contract = {
  state,
  /** Emits the name of a list whose contents changed, so that it is loaded again. */
  changes: procedure.output(eventIterator(z.object({ of: ListName }))),
  /** Views that the agent opens in the window (after a click on a notification or the tray). */
  navigation: procedure.output(eventIterator(z.object({ view: WindowView }))),
  notices,
  panel,
  session,
  polling,
  inbox,
  reputation,
  watches,
  events,
  settings,
  forwarding,
  diagnostics,
  data,
  transfer,
  firstSteps,
  sound,
  about,
  openExternal: procedure.input(z.object({ url: z.url({ protocol: /^https?$/ }) })).output(done),
};

export { RequestTrouble } from './procedure.ts';
export * from './first-steps.ts';
export * from './forwarding.ts';
export * from './inbox.ts';
export * from './notices.ts';
export * from './reputation.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './state.ts';
export * from './terminal.ts';
export * from './transfer.ts';
export * from './watches.ts';

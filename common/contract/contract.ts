import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, done } from './procedure.ts';
import { firstSteps } from './first-steps.ts';
import { inbox } from './inbox.ts';
import { notices } from './notices.ts';
import { panel } from './panel.ts';
import { reputation } from './reputation.ts';
import { polling, session } from './session.ts';
import { about, data, diagnostics, settings } from './settings.ts';
import { sound } from './sound.ts';
import { state, WindowView } from './state.ts';
import { transfer } from './transfer.ts';
import { watches } from './watches.ts';

/** The lists that the window asks for and keeps until it is told that they changed. */
export const ListName = z.enum(['inbox', 'reputation', 'watches', 'sites', 'settings']);
export type ListName = z.output<typeof ListName>;

/**
 * Everything the renderer may ask and everything it may hear. Types derive from the schemas; both directions are
 * checked. Nothing secret is in here: tokens and keys go in (sign-in form) and never come out.
 */
export const contract = {
  state,
  /** Tells that what a list shows has changed, so that the list is asked for again. */
  changes: procedure.output(eventIterator(z.object({ of: ListName }))),
  /** Where the agent wants the window to be (a notification or tray click). */
  navigation: procedure.output(eventIterator(z.object({ view: WindowView }))),
  notices,
  panel,
  session,
  polling,
  inbox,
  reputation,
  watches,
  settings,
  diagnostics,
  data,
  transfer,
  firstSteps,
  sound,
  about,
  openExternal: procedure.input(z.object({ url: z.url({ protocol: /^https?$/ }) })).output(done),
};

export * from './request-trouble.ts';
export * from './first-steps.ts';
export * from './inbox.ts';
export * from './notices.ts';
export * from './reputation.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './state.ts';
export * from './transfer.ts';
export * from './watches.ts';

import { z } from 'zod';
import { lengthsOf, SNOOZE_LENGTHS } from '../snooze.ts';
import { procedure, done } from './procedure.ts';

/** `demo` needs nothing; the public service a client id and a key; another network its addresses too. */
export const NetworkChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({ kind: z.literal('stackexchange'), clientId: z.string().trim().min(1), key: z.string().trim().min(1) }),
  z.object({
    kind: z.literal('other'),
    name: z.string().trim().min(1),
    apiBaseUrl: z.url({ protocol: /^https?$/ }),
    authUrl: z.url({ protocol: /^https?$/ }),
    clientId: z.string().trim().min(1),
    key: z.string().trim().min(1),
  }),
]);

/** Which account is meant; the most pressing one (the first in `AppState.accounts`) where it is left out. */
const which = z.object({ account: z.string().optional() }).optional();

export const session = {
  /** Opens the dialog of a network. Accounts at other networks stay signed in beside the new one. */
  signIn: procedure.input(NetworkChoice).output(done),
  /** Signs in again at a network that is already chosen. */
  signInAgain: procedure.input(which).output(done),
  /** The address, the fragment or the bare token that the person copied. */
  paste: procedure.input(z.object({ text: z.string().max(10_000) })).output(done),
  cancelSignIn: procedure.output(done),
  /**
   * Forgets the token here, and ends it at the network where that can be done. What was received stays. `ended` is
   * false where the token still lives at the network; `note` then says why, and what the person can do.
   */
  signOut: procedure.input(which).output(z.object({ ended: z.boolean(), note: z.string().optional() })),
};

export const polling = {
  syncNow: procedure.output(done),
  pause: procedure.output(done),
  resume: procedure.output(done),
  snooze: procedure.input(z.object({ for: z.enum(lengthsOf(SNOOZE_LENGTHS)) })).output(done),
  endSnooze: procedure.output(done),
};

export type NetworkChoice = z.output<typeof NetworkChoice>;

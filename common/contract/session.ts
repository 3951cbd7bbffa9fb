import { z } from 'zod';
import { lengthsOf, SNOOZE_LENGTHS } from '../snooze.ts';
import { procedure, done } from './procedure.ts';

const Address = z.url({ protocol: /^https?$/ });
const SocketAddress = z.url({ protocol: /^wss?$/ });
const Entered = z.string().trim().min(1);
/** Where requests say who asks (docs/api.md, "Credentials"); Askbell finds out where it is left out. */
const CredentialPlace = z.enum(['header', 'query']);

/**
 * `demo` needs nothing; the public service a client id, unless this copy was built with one; another network needs its
 * addresses, too, and a key if it takes that in the query.
 */
export const NetworkChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({
    kind: z.literal('stackexchange'),
    clientId: Entered.optional(),
    key: Entered.optional(),
    apiBaseUrl: Address.optional(),
    authUrl: Address.optional(),
    credentialsIn: CredentialPlace.optional(),
  }),
  z
    .object({
      kind: z.literal('other'),
      name: Entered,
      apiBaseUrl: Address,
      authUrl: Address,
      clientId: Entered,
      key: Entered.optional(),
      credentialsIn: CredentialPlace.optional(),
      /** Where its socket is, if it has one, and the page with the numbers that the socket knows sites by. */
      socketUrl: SocketAddress.optional(),
      siteListUrl: Address.optional(),
    })
    // In the query a token counts only beside a key (docs/api.md, "Credentials").
    .refine(({ key, credentialsIn }) => key !== undefined || credentialsIn !== 'query', { path: ['key'] }),
]);

/** Which account is meant; the most pressing one (the first in `AppState.accounts`) where it is left out. */
const which = z.object({ account: z.string().optional() }).optional();

export const session = {
  /** Opens the dialog of a network. Accounts at other networks stay signed in beside the new one. */
  signIn: procedure.input(NetworkChoice).output(done),
  /** Signs in again at a network that is already chosen. */
  signInAgain: procedure.input(which).output(done),
  /** Signs in again with the permission to read private data, which achievements take. */
  askForAchievements: procedure.input(z.object({ account: z.string() })).output(done),
  /** The address, the fragment or the bare token that the person copied. */
  paste: procedure.input(z.object({ text: z.string().max(10_000) })).output(done),
  /**
   * Looks for the open dialog's address on the clipboard, and takes it where it is there; anything else there is left
   * alone. `taken` is false as well where only the page can read the clipboard.
   */
  takeFromClipboard: procedure.output(z.object({ taken: z.boolean() })),
  /** Goes on to the next way to sign in, where the dialog showed an error or the browser did not come back. */
  tryAnotherWay: procedure.output(done),
  cancelSignIn: procedure.output(done),
  /** Puts another key in the place of an account's, which stays signed in. Refused where the network refuses it. */
  changeKey: procedure.input(z.object({ account: z.string(), key: Entered })).output(done),
  /**
   * Forgets the token here, and ends it at the network where that can be done. What was received stays. `ended` is
   * false where the token still lives at the network; `note` then says why, and what the person can do.
   */
  signOut: procedure.input(which).output(z.object({ ended: z.boolean(), note: z.string().optional() })),
  /**
   * Headless: ends the entry of every browser but the one that asks, and makes entry links worthless that nobody has
   * used. Returns how many browsers were signed out.
   */
  signOutOtherBrowsers: procedure.output(z.object({ count: z.number() })),
};

export const polling = {
  /**
   * Has everything asked for. `asked` names what is asked now, `later` what was asked a moment ago or is paused, the
   * soonest first. `waiting` says why nothing at all can be asked now, and when it can be again. With `evenIfHeld` one
   * request is sent even where the network asked to be left alone.
   */
  syncNow: procedure.input(z.object({ evenIfHeld: z.boolean().optional() }).optional()).output(
    z.object({
      asked: z.array(z.string()).optional(),
      later: z.array(z.object({ what: z.string(), at: z.date() })).optional(),
      waiting: z.object({ title: z.string(), retryAt: z.date().optional() }).optional(),
    }),
  ),
  pause: procedure.output(done),
  resume: procedure.output(done),
  /** For a length, or until a moment to come; refused for one that is over, or more than a year away. */
  snooze: procedure.input(z.object({ for: z.union([z.enum(lengthsOf(SNOOZE_LENGTHS)), z.date()]) })).output(done),
  endSnooze: procedure.output(done),
};

export type NetworkChoice = z.output<typeof NetworkChoice>;

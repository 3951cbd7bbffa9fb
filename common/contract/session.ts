import { z } from 'zod';
import { lengthsOf, SNOOZE_LENGTHS } from '../snooze.ts';
import { procedure, done } from './procedure.ts';

const Address = z.url({ protocol: /^https?$/ });
const SocketAddress = z.url({ protocol: /^wss?$/ });
const Entered = z.string().trim().min(1);
/** Where requests carry credentials (docs/api.md, "Credentials"); detected if omitted. */
const CredentialPlace = z.enum(['header', 'query']);

/**
 * `demo` needs no details; the public service needs a client id, unless this build contains one; other networks also
 * need their addresses, and a key if credentials are sent in the query.
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
      /** Address of its WebSocket, if any, and of the page with the site numbers used there. */
      socketUrl: SocketAddress.optional(),
      siteListUrl: Address.optional(),
    })
    // In the query a token is only accepted together with a key (docs/api.md, "Credentials").
    .refine(({ key, credentialsIn }) => key !== undefined || credentialsIn !== 'query', { path: ['key'] }),
]);

/** Account id; defaults to the most urgent account (the first in `AppState.accounts`). */
const which = z.object({ account: z.string().optional() }).optional();

export const session = {
  /** Opens a network's sign-in dialog. Accounts on other networks stay signed in. */
  signIn: procedure.input(NetworkChoice).output(done),
  /** Signs in again at the network of an existing account. */
  signInAgain: procedure.input(which).output(done),
  /** Signs in again with permission to read private data, which achievements require. */
  askForAchievements: procedure.input(z.object({ account: z.string() })).output(done),
  /** Completes the sign-in with a pasted address, fragment or bare token. */
  paste: procedure.input(z.object({ text: z.string().max(10_000) })).output(done),
  /**
   * Completes the sign-in if the clipboard holds the open dialog's address; other contents are ignored. `taken` is also
   * false where only the page can read the clipboard.
   */
  takeFromClipboard: procedure.output(z.object({ taken: z.boolean() })),
  /** Switches to the next sign-in method, if the dialog showed an error or the browser did not return. */
  tryAnotherWay: procedure.output(done),
  cancelSignIn: procedure.output(done),
  /** Replaces an account's key; the account stays signed in. Refused if the network rejects the key. */
  changeKey: procedure.input(z.object({ account: z.string(), key: Entered })).output(done),
  /**
   * Deletes the token locally and revokes it at the network if possible. Received data stays. `ended` is false if the
   * token is still valid at the network; `note` then says why, and what the user can do.
   */
  signOut: procedure.input(which).output(z.object({ ended: z.boolean(), note: z.string().optional() })),
  /**
   * Headless: signs out every other browser and invalidates unused entry links. Returns the number of browsers signed
   * out.
   */
  signOutOtherBrowsers: procedure.output(z.object({ count: z.number() })),
};

export const polling = {
  /**
   * Polls everything now. `asked` names what is polled now, `later` what was polled a moment ago or is paused, soonest
   * first. `waiting` says why no request can be sent at all, and until when. `evenIfHeld` sends one request even if the
   * network asked for a pause.
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
  /** For a duration, or until a future time; refused for a past time or one more than a year away. */
  snooze: procedure.input(z.object({ for: z.union([z.enum(lengthsOf(SNOOZE_LENGTHS)), z.date()]) })).output(done),
  endSnooze: procedure.output(done),
};

export type NetworkChoice = z.output<typeof NetworkChoice>;

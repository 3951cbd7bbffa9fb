import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { NetworkKind } from '../schemas/network-kind.ts';
import { procedure } from './procedure.ts';

/** `snooze`: the window asks until when notifications are to wait, whatever it shows. */
export const WindowView = z.enum(['welcome', 'inbox', 'watches', 'reputation', 'settings', 'snooze']);

export * from '../schemas/network-kind.ts';

/** Something is not as it should be; `advice` says what to do. */
export const Condition = z.object({
  kind: z.enum([
    'offline',
    'timeout',
    'throttled',
    'quota-exhausted',
    'signed-out',
    'scope-missing',
    'bad-key',
    'bad-request',
    'server-fault',
    'bad-answer',
    'blocked-by-protection',
    'captive-portal',
    'clock-wrong',
    'secrets-not-kept',
    'demo-network-failed',
    'demo-network-reset',
    'askbell-fault',
    'notifications-failed',
    'settings-reset',
    'disk-full',
    'history-unwritable',
    'settings-unwritable',
    'history-damaged',
    'history-gone',
    'history-missing',
    'update-available',
  ]),
  /** `problem`: news does not arrive, or may be lost again. `warning`: it does, yet something should be known. */
  severity: z.enum(['problem', 'warning']),
  title: z.string(),
  advice: z.string(),
  /** When Askbell tries again by itself. */
  retryAt: z.date().optional(),
  /** The account it is about, by its id; absent where it is about all of Askbell. */
  account: z.string().optional(),
  /** The site it is about, by the network's own id; absent where it is about none in particular. */
  siteId: z.string().optional(),
});

/** Which of the two shells runs the agent. */
const Shell = z.enum(['electron', 'headless']);

/**
 * How a sign-in dialog's end is learnt: caught by the shell's own window, brought back by the browser, or pasted by the
 * person.
 */
const SignInMeans = z.enum(['window', 'browser', 'paste']);

/** Whether somebody sits at this machine, as far as the system tells; where it tells nothing, somebody does. */
const PresenceState = z.enum(['present', 'away']);

const Quota = z.object({ max: z.number(), remaining: z.number(), usedByAskbell: z.number(), reserve: z.number() });
const NextPoll = z.object({ what: z.string(), at: z.date() });
/** What keeps a person's sign-ins on a machine. */
const KeyStore = z.enum(['keychain', 'credential-manager', 'data-protection', 'keyring']);

/**
 * How this machine keeps sign-ins: across restarts, or only until Askbell quits. `none`: there is no keyring; `locked`:
 * it does not answer, or nobody has looked yet; `unusable`: what was put in did not come back.
 */
const SecretStorage = z.discriminatedUnion('persistent', [
  z.object({ persistent: z.literal(true), where: KeyStore }),
  z.object({ persistent: z.literal(false), where: KeyStore, why: z.enum(['none', 'locked', 'unusable']) }),
]);

/** Where notifications are shown: by the system, or in the terminal and the open window. */
const NotificationsGoTo = z.enum(['desktop', 'terminal']);

const PollingPause = z.object({ until: z.date(), why: z.enum(['quota', 'throttled']) });
const Plan = z.array(z.object({ stream: z.string(), everySeconds: z.number(), perDay: z.number(), why: z.string() }));
const Network = z.object({ kind: NetworkKind, name: z.string(), clientId: z.string() });
const Person = z.object({ displayName: z.string(), profileImage: z.string().optional(), accounts: z.number() });

/**
 * A person on a network. Several are polled side by side; inbox, reputation and watches list what all of them received.
 */
export const NetworkAccount = z.object({
  id: z.string(),
  network: Network,
  person: Person,
  /** False if the token is gone or no longer valid: what was received is there, nothing new comes. */
  signedIn: z.boolean(),
  /** The most pressing first. */
  conditions: z.array(Condition),
  /** `reserve`: kept back from polling for what the person clicks. */
  quota: Quota.optional(),
  nextPoll: NextPoll.optional(),
  lastPollAt: z.date().optional(),
  /** No stream is polled until then: the quota is used up, or the network asked for a pause. */
  pollingPause: PollingPause.optional(),
  /** How often each stream is polled at present, and why, in words. */
  plan: Plan.optional(),
  unread: z.number(),
  unreadMatches: z.number(),
  /** The sign-in asked for the permission to read private data; absent where it did not. */
  mayReadPrivate: z.boolean().optional(),
});

/** Somebody who signed out on purpose: nothing is asked for them, and what they received can be read. */
const SignedOutAccount = z.object({ id: z.string(), network: Network, person: Person });

/** `registered`: the shortcut works everywhere. `refused`: it could not be had. */
const ShortcutAbility = z.object({ state: z.enum(['off', 'registered', 'refused']), why: z.string().optional() });

/** What this machine can do for a setting; `why` says in words where it cannot, or not wholly. */
export const Abilities = z.object({
  /** For the shortcut that opens the window. */
  shortcut: ShortcutAbility,
  /** For the shortcut that opens the panel. */
  panelShortcut: ShortcutAbility,
  /** Whether Askbell can play sounds of its own, with a volume; otherwise the system's sound is heard, or none. */
  sound: z.object({ own: z.boolean(), why: z.string().optional() }),
  proxy: z.object({ system: z.boolean(), why: z.string().optional() }),
});

/** The state of things, whole, sent anew whenever it changes. */
export const AppState = z.object({
  version: z.string(),
  shell: Shell,
  /** `welcome`: no network chosen or signed out. `signing-in`: the dialog is open. `running`: polling (or paused). */
  phase: z.enum(['starting', 'welcome', 'signing-in', 'running']),
  /** Kinds of networks that this copy was built with a client id for: one signs in there without one's own. */
  builtIn: z.array(NetworkKind),
  /** Everybody who is signed in, the most pressing first. */
  accounts: z.array(NetworkAccount),
  /** Where nobody is signed in: who signed out on purpose. What they received is listed as before. */
  signedOut: z.array(SignedOutAccount).default([]),
  /** While signing in: the network whose dialog is open. */
  network: Network.optional(),
  /** While signing in: how the dialog's end comes back, and the dialog's address (it holds no secret). */
  signIn: z
    .object({
      means: SignInMeans,
      dialogUrl: z.string(),
      /** It asks for the permission to write as well; absent where it does not. */
      mayWrite: z.boolean().optional(),
      /** It asks for the permission to read private data as well; absent where it does not. */
      mayReadPrivate: z.boolean().optional(),
      /** There is another way to sign in, should this one fail. */
      hasOtherWay: z.boolean().optional(),
      /** What went wrong with the last try, in words. */
      problem: z.string().optional(),
      /** The problem is in what was entered (a key, a client id), so trying the same again would fail again. */
      wrongDetails: z.boolean().optional(),
    })
    .optional(),
  /** Of Askbell and of all accounts, the most pressing first; empty when all is well. */
  conditions: z.array(Condition),
  paused: z.boolean(),
  /** Notifications are held back until then. */
  snoozedUntil: z.date().optional(),
  /** Quiet hours, or the system's "do not disturb": notifications are held back, until then where the end is known. */
  quiet: z.object({ because: z.enum(['quiet-hours', 'do-not-disturb']), until: z.date().optional() }).optional(),
  /** Events that were not shown yet, why, and until when where that is known; `busy`: bundled for the next one. */
  waiting: z
    .object({
      count: z.number(),
      because: z.enum(['busy', 'snooze', 'quiet-hours', 'do-not-disturb']),
      until: z.date().optional(),
    })
    .optional(),
  /** Inbox items and questions that were watched for, together. */
  unread: z.number(),
  /** The questions among them. */
  unreadMatches: z.number(),
  secrets: SecretStorage,
  notificationsGoTo: NotificationsGoTo,
  /** The languages the system is set to, the preferred first, as BCP 47 tags. */
  systemLanguages: z.array(z.string()),
  abilities: Abilities,
  /** Whether somebody sits at this machine; while away Askbell polls sparsely. */
  presence: z.object({ state: PresenceState, since: z.date() }),
});

export const state = {
  get: procedure.output(AppState),
  /** The state now, then at every change. */
  watch: procedure.output(eventIterator(AppState)),
};

export type Shell = z.output<typeof Shell>;
export type NotificationsGoTo = z.output<typeof NotificationsGoTo>;
export type PresenceState = z.output<typeof PresenceState>;
export type SecretStorage = z.output<typeof SecretStorage>;
export type WindowView = z.output<typeof WindowView>;
export type NetworkAccount = z.output<typeof NetworkAccount>;
export type Abilities = z.output<typeof Abilities>;
export type Condition = z.output<typeof Condition>;
export type AppState = z.output<typeof AppState>;

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { NetworkKind } from '../schemas/settings.ts';
import { procedure } from './procedure.ts';

/** `snooze`: opens the snooze dialog over the current view. */
export const WindowView = z.enum(['welcome', 'inbox', 'watches', 'reputation', 'settings', 'snooze']);

/** Problem or warning about Askbell's operation; `advice` says what to do. */
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
    'forwarding-failed',
    'settings-reset',
    'disk-full',
    'history-unwritable',
    'settings-unwritable',
    'history-damaged',
    'history-gone',
    'history-missing',
    'update-available',
  ]),
  /** `problem`: new items do not arrive, or may be lost. `warning`: they arrive, with a limitation worth knowing. */
  severity: z.enum(['problem', 'warning']),
  title: z.string(),
  advice: z.string(),
  /** Time of the next automatic retry. */
  retryAt: z.date().optional(),
  /** Id of the affected account; absent if all of Askbell is affected. */
  account: z.string().optional(),
  /** The network's id of the affected site; absent if no single site is affected. */
  siteId: z.string().optional(),
});

/** Shell that runs the agent. */
const Shell = z.enum(['electron', 'headless']);

/**
 * How the sign-in dialog returns its result: to the shell's own window, by a browser redirect, or pasted by the user.
 */
const SignInMeans = z.enum(['window', 'browser', 'paste']);

/** Whether the user is at this machine, as reported by the system; `present` if it reports nothing. */
const PresenceState = z.enum(['present', 'away']);

const Quota = z.object({ max: z.number(), remaining: z.number(), usedByAskbell: z.number(), reserve: z.number() });
const NextPoll = z.object({ what: z.string(), at: z.date() });
/** System service that stores sign-ins. */
const KeyStore = z.enum(['keychain', 'credential-manager', 'data-protection', 'keyring']);

/**
 * How sign-ins are stored: across restarts, or only until Askbell quits. `none`: there is no keyring; `locked`: it does
 * not respond, or has not been checked yet; `unusable`: a stored value could not be read back.
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
 * Account of a user on a network. Accounts are polled in parallel; inbox, reputation and watches combine their data.
 */
export const NetworkAccount = z.object({
  id: z.string(),
  network: Network,
  person: Person,
  /** False if the token is missing or invalid: received data stays available, nothing new arrives. */
  signedIn: z.boolean(),
  /** Most urgent first. */
  conditions: z.array(Condition),
  /** `reserve`: requests kept back from polling for user actions. */
  quota: Quota.optional(),
  nextPoll: NextPoll.optional(),
  lastPollAt: z.date().optional(),
  /** Set while polling pauses: the quota is used up, or the network asked for a pause. */
  pollingPause: PollingPause.optional(),
  /** Current polling interval of each stream, with the reason in words. */
  plan: Plan.optional(),
  unread: z.number(),
  unreadMatches: z.number(),
  /** Whether the sign-in requested permission to read private data. */
  mayReadPrivate: z.boolean().optional(),
});

/** Account that the user signed out: it is not polled, and its received data stays readable. */
const SignedOutAccount = z.object({ id: z.string(), network: Network, person: Person });

/** `registered`: the shortcut works globally. `refused`: it could not be registered. */
const ShortcutAbility = z.object({ state: z.enum(['off', 'registered', 'refused']), why: z.string().optional() });

/** System support for individual settings; `why` explains missing or limited support. */
export const Abilities = z.object({
  /** Shortcut that opens the window. */
  shortcut: ShortcutAbility,
  /** Shortcut that opens the panel. */
  panelShortcut: ShortcutAbility,
  /** Whether Askbell can play its own sounds with a volume; otherwise the system's sound is played, or none. */
  sound: z.object({ own: z.boolean(), why: z.string().optional() }),
  proxy: z.object({ system: z.boolean(), why: z.string().optional() }),
});

/** Complete application state, sent again after every change. */
export const AppState = z.object({
  version: z.string(),
  shell: Shell,
  /** `welcome`: no network chosen, or signed out. `signing-in`: the dialog is open. `running`: polling (or paused). */
  phase: z.enum(['starting', 'welcome', 'signing-in', 'running']),
  /** Kinds of networks with a client id built into this copy: no own client id is needed there. */
  builtIn: z.array(NetworkKind),
  /** Signed-in accounts, most urgent first. */
  accounts: z.array(NetworkAccount),
  /** If no account is signed in: accounts that the user signed out. Their received data is still listed. */
  signedOut: z.array(SignedOutAccount).default([]),
  /** While signing in: network whose dialog is open. */
  network: Network.optional(),
  /** While signing in: how the dialog returns its result, and its address (which contains no secret). */
  signIn: z
    .object({
      means: SignInMeans,
      dialogUrl: z.string(),
      /** Whether it also requests write permission. */
      mayWrite: z.boolean().optional(),
      /** Whether it also requests permission to read private data. */
      mayReadPrivate: z.boolean().optional(),
      /** Whether another sign-in method is available. */
      hasOtherWay: z.boolean().optional(),
      /** Error message of the last attempt. */
      problem: z.string().optional(),
      /**
       * Whether the problem is in the entered details (key, client id), so that retrying with them would fail again.
       */
      wrongDetails: z.boolean().optional(),
    })
    .optional(),
  /** Conditions of Askbell and of all accounts, most urgent first. */
  conditions: z.array(Condition),
  paused: z.boolean(),
  /** Notifications are held until then. */
  snoozedUntil: z.date().optional(),
  /** Why notifications are held: quiet hours, or the system's "do not disturb"; `until` if the end is known. */
  quiet: z.object({ because: z.enum(['quiet-hours', 'do-not-disturb']), until: z.date().optional() }).optional(),
  /** Events not shown yet, with the reason and the end if known; `busy`: bundled for the next notification. */
  waiting: z
    .object({
      count: z.number(),
      because: z.enum(['busy', 'snooze', 'quiet-hours', 'do-not-disturb']),
      until: z.date().optional(),
    })
    .optional(),
  /** Unread inbox items and matches together. */
  unread: z.number(),
  /** Unread matches only. */
  unreadMatches: z.number(),
  secrets: SecretStorage,
  notificationsGoTo: NotificationsGoTo,
  /** Languages set in the system, preferred first, as BCP 47 tags. */
  systemLanguages: z.array(z.string()),
  abilities: Abilities,
  /** Whether the user is at this machine; Askbell polls less often while the user is away. */
  presence: z.object({ state: PresenceState, since: z.date() }),
});

export const state = {
  get: procedure.output(AppState),
  /** Emits the current state, then every change. */
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

import { z } from 'zod';
import { LANGUAGE_CHOICES } from '../language-choices.ts';
import { NOTIFICATION_REASONS } from '../notification-reasons.ts';

/*
 * The schemas of what is stored and of what the window shows alike. They are apart from the contract, because an agent
 * without a window has no use for that.
 */

/** `07:30`, by the local clock. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/**
 * Hours in which notifications are held back; one summary tells of them afterwards. They go over midnight if `to` is
 * not after `from`.
 */
export const QuietHours = z.object({
  on: z.boolean(),
  from: TimeOfDay,
  to: TimeOfDay,
  /** Days of the week on which they begin; 0 is Sunday. */
  days: z.array(z.int().min(0).max(6)),
});

/**
 * Named sounds are Askbell's own and have a volume, as `file` has, the person's own; `default` is the system's, as loud
 * as the system is set.
 */
export const Sound = z.enum(['default', 'none', 'bell', 'chime', 'knock', 'file']);

/** How requests leave this machine. `address` counts for `manual` only, and stays while another mode is tried. */
export const Proxy = z.object({
  mode: z.enum(['system', 'none', 'manual']),
  /** `http://host:port`, without a user name: what is in the settings file can be read. */
  address: z.string().trim().max(300),
});

/**
 * After how many notifications those that are not for the person come once an hour, bundled. `none`: they are never
 * bundled.
 */
export const NotificationLimit = z.union([z.literal('none'), z.int().min(1).max(20)]);

/** How much more or less often than usual something is asked, within what the quota allows. */
const Weight = z.number().min(0.25).max(4);

export const Settings = z.object({
  /** `system`: the language the system is set to, English where Askbell has no texts in it. */
  language: z.enum(LANGUAGE_CHOICES),
  /** A kind that is switched off is listed and not announced. */
  notify: z.object({
    inbox: z.boolean(),
    reputation: z.boolean(),
    questions: z.boolean(),
    /** Off at first, because asking for badges costs requests; older settings and exports lack it. */
    badges: z.boolean().default(false),
  }),
  /** What is listed and not announced although its kind is switched on. */
  mutedReasons: z.array(z.enum(NOTIFICATION_REASONS)),
  notificationLimit: NotificationLimit,
  /**
   * Reads what was reached on all sites with one request, where the network has that and the person permits it
   * (`NetworkAccount.mayReadPrivate`).
   */
  achievements: z.boolean(),
  sound: Sound,
  /** The volume of Askbell's own sounds; 1 is as loud as the system is set. */
  volume: z.number().min(0).max(1),
  /** Sites of which nothing is announced, by their id in this contract. */
  mutedSites: z.array(z.string()),
  quietHours: QuietHours,
  /** Held back while the system is set to "do not disturb", where that can be read. */
  respectDoNotDisturb: z.boolean(),
  appearance: z.enum(['system', 'light', 'dark', 'contrast']),
  density: z.enum(['comfortable', 'compact']),
  zoom: z.number().min(0.8).max(2),
  startAtLogin: z.boolean(),
  /** Asks once a day whether there is a newer Askbell; older settings and exports lack it. */
  checkForUpdates: z.boolean().default(true),
  /**
   * Opens the window from anywhere, e.g. `CommandOrControl+Shift+A`; empty for none. `AppState.abilities.shortcut` says
   * whether it could be had.
   */
  shortcut: z.string().trim().max(100),
  /** The shortcut that opens the panel; see `AppState.abilities.panelShortcut`. */
  panelShortcut: z.string().trim().max(100),
  /**
   * Keys that are a letter or sign by themselves do something in the window (`j`, `?`, `g i`); those with Ctrl or Alt
   * always do.
   */
  singleKeys: z.boolean(),
  proxy: Proxy,
  /** Listens to the socket of networks that have one, which says when asking may be worth it. */
  push: z.boolean(),
  pollingWeights: z.object({ inbox: Weight, reputation: Weight, watches: Weight }),
  /** How many days what was received is kept; unread items are kept in any case. */
  retention: z.union([z.literal('forever'), z.int().min(1).max(3650)]),
  /** Pictures in posts come from other servers, which learn that they were looked at. */
  remoteImages: z.enum(['click', 'always', 'never']),
});

export type QuietHours = z.output<typeof QuietHours>;
export type Sound = z.output<typeof Sound>;
export type NotificationLimit = z.output<typeof NotificationLimit>;
export type Proxy = z.output<typeof Proxy>;
export type Settings = z.output<typeof Settings>;

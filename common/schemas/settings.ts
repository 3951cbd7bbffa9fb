import { z } from 'zod';
import { LANGUAGE_CHOICES } from '../language-choices.ts';
import { NOTIFICATION_REASONS } from '../notification-reasons.ts';

/* Schemas shared by storage and window. Apart from the contract, which an agent without a window does not need. */

/** `07:30`, local time. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** Hours in which notifications are held and then summarized. They extend past midnight if `to` is not after `from`. */
export const QuietHours = z.object({
  on: z.boolean(),
  from: TimeOfDay,
  to: TimeOfDay,
  /** Weekdays on which they begin; 0 is Sunday. */
  days: z.array(z.int().min(0).max(6)),
});

/**
 * Notification sound. Named sounds are built in; `file` is the user's own; both have a volume. `default` is the
 * system's sound at the system's volume.
 */
export const Sound = z.enum(['default', 'none', 'bell', 'chime', 'knock', 'file']);

/** Proxy for requests. `address` applies to `manual` only, and is kept in other modes. */
export const Proxy = z.object({
  mode: z.enum(['system', 'none', 'manual']),
  /** `http://host:port`, without a user name, because the settings file is readable. */
  address: z.string().trim().max(300),
});

/** Number of notifications after which those not addressed to the user are bundled hourly. `none`: never bundled. */
export const NotificationLimit = z.union([z.literal('none'), z.int().min(1).max(20)]);

/** Polling frequency relative to the default, within the quota. */
const Weight = z.number().min(0.25).max(4);

export const Settings = z.object({
  /** `system`: the system's language, or English if it is not supported. */
  language: z.enum(LANGUAGE_CHOICES),
  /** Kinds that are announced; the others are only listed. */
  notify: z.object({
    inbox: z.boolean(),
    reputation: z.boolean(),
    questions: z.boolean(),
    /** Off by default, because fetching badges costs requests; older settings and exports lack it. */
    badges: z.boolean().default(false),
  }),
  /** Reasons that are listed but not announced, even if their kind is on. */
  mutedReasons: z.array(z.enum(NOTIFICATION_REASONS)),
  notificationLimit: NotificationLimit,
  /**
   * Fetches achievements of all sites with one request, where the network supports it and the user permits it
   * (`NetworkAccount.mayReadPrivate`).
   */
  achievements: z.boolean(),
  sound: Sound,
  /** Volume of Askbell's own sounds; 1 is the system's volume. */
  volume: z.number().min(0).max(1),
  /** Sites without notifications, by their id in this contract. */
  mutedSites: z.array(z.string()),
  quietHours: QuietHours,
  /** Holds notifications while the system is set to "do not disturb", where that can be read. */
  respectDoNotDisturb: z.boolean(),
  appearance: z.enum(['system', 'light', 'dark', 'contrast']),
  density: z.enum(['comfortable', 'compact']),
  zoom: z.number().min(0.8).max(2),
  startAtLogin: z.boolean(),
  /** Checks once a day for a newer Askbell; older settings and exports lack it. */
  checkForUpdates: z.boolean().default(true),
  /**
   * Global shortcut that opens the window, e.g. `CommandOrControl+Shift+A`; empty for none.
   * `AppState.abilities.shortcut` says whether it is registered.
   */
  shortcut: z.string().trim().max(100),
  /** Global shortcut that opens the panel; see `AppState.abilities.panelShortcut`. */
  panelShortcut: z.string().trim().max(100),
  /** Enables shortcuts without a modifier (`j`, `?`, `g i`); those with Ctrl or Alt always work. */
  singleKeys: z.boolean(),
  proxy: Proxy,
  /** Connects to the WebSocket of networks that have one, whose messages say when to poll. */
  push: z.boolean(),
  pollingWeights: z.object({ inbox: Weight, reputation: Weight, watches: Weight }),
  /** Days that received data is kept; unread items are always kept. */
  retention: z.union([z.literal('forever'), z.int().min(1).max(3650)]),
  /** When to load images in posts; they come from other servers, which learn of the request. */
  remoteImages: z.enum(['click', 'always', 'never']),
});

export type QuietHours = z.output<typeof QuietHours>;
export type Sound = z.output<typeof Sound>;
export type NotificationLimit = z.output<typeof NotificationLimit>;
export type Proxy = z.output<typeof Proxy>;
export type Settings = z.output<typeof Settings>;

import { z } from 'zod';
import { LANGUAGE_CHOICES } from '../language-choices.ts';
import { INBOX_STATES } from './inbox-states.ts';
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
  /** What is shown all the same: nothing, comments that mention the user, or all answers and comments for them. */
  letThrough: z.enum(['nothing', 'mentions', 'replies']).default('nothing'),
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
  /** The panel stays open when it loses the focus; older settings and exports lack it. */
  panelPinned: z.boolean(),
  /** Enables shortcuts without a modifier (`j`, `?`, `g i`); those with Ctrl or Alt always work. */
  singleKeys: z.boolean(),
  proxy: Proxy,
  /** Connects to the WebSocket of networks that have one, whose messages say when to poll. */
  push: z.boolean(),
  pollingWeights: z.object({ inbox: Weight, reputation: Weight, watches: Weight }),
  /** Days that received data is kept; unread, snoozed and saved items are always kept. */
  retention: z.union([z.literal('forever'), z.int().min(1).max(3650)]),
  /** When to load images in posts; they come from other servers, which learn of the request. */
  remoteImages: z.enum(['click', 'always', 'never']),
});

/** Kind of network that the user chose. */
export const NetworkKind = z.enum(['demo', 'stackexchange', 'other']);

/** Tag; `*` matches any run of characters (`python-*`, `*-api`). */
export const TagPattern = z.string().trim().min(1).max(100);

/** Conditions of a watch. All given conditions must hold. */
export const WatchRule = z.object({
  /** The question has at least one of these tags. */
  anyTags: z.array(TagPattern).max(100).default([]),
  /** The question has all of these tags. */
  allTags: z.array(TagPattern).max(20).default([]),
  /** The question has none of these tags. */
  noTags: z.array(TagPattern).max(100).default([]),
  /** The title contains each of these words or phrases, ignoring case. */
  titleWords: z.array(z.string().trim().min(1).max(100)).max(20).default([]),
  /** Minimum score, reached within three days after the question was asked. */
  minScore: z.int().min(-100).max(10_000).optional(),
  /** The question has no answers when it is found. */
  unanswered: z.boolean().default(false),
  /** The question has a bounty. */
  bounty: z.boolean().default(false),
});

/** Effect of a match: a notification with sound, one without, or only a list entry. */
export const WatchAlert = z.enum(['sound', 'silent', 'list']);

/** Any of these values. A filter of an older Askbell has one. */
const AnyOf = z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1).max(100)]);

/** Inbox filter; all given conditions must hold. */
export const InboxFilter = z.object({
  /** Search words; the last one may be a prefix. Quotes and operators have no meaning. */
  text: z.string().max(200).optional(),
  /** Accounts, by their id. */
  account: AnyOf.optional(),
  site: AnyOf.optional(),
  kind: AnyOf.optional(),
  tag: AnyOf.optional(),
  /** Only unread entries, without those of muted questions and watches. */
  unread: z.boolean().optional(),
  /**
   * Only entries that were set aside: snoozed, done or saved. The list omits snoozed and done ones, and keeps saved
   * ones. A search also finds snoozed ones, which come back; done ones are searched in their own view, as on GitHub.
   */
  state: z.enum(INBOX_STATES).optional(),
  /** `inbox`: only inbox items; `watches`: only matches. */
  source: z.enum(['inbox', 'watches']).optional(),
  /** Only matches of this watch, by its id. */
  watch: z.string().optional(),
});

/** Grouping of the list: by time, by site within each day, or by question. */
export const Grouping = z.enum(['time', 'site', 'question']);

/** Last used filter and grouping (by default, time). */
export const InboxView = InboxFilter.extend({ grouping: Grouping.optional() });

/** Filter of the inbox that the user saved under a name. */
export const SavedView = z.object({ id: z.string(), name: z.string().trim().min(1).max(60), view: InboxView });

export type QuietHours = z.output<typeof QuietHours>;
export type Sound = z.output<typeof Sound>;
export type NotificationLimit = z.output<typeof NotificationLimit>;
export type Proxy = z.output<typeof Proxy>;
export type Settings = z.output<typeof Settings>;
export type NetworkKind = z.output<typeof NetworkKind>;
export type WatchRule = z.output<typeof WatchRule>;
export type WatchAlert = z.output<typeof WatchAlert>;
export type InboxFilter = z.output<typeof InboxFilter>;
export type Grouping = z.output<typeof Grouping>;
export type InboxView = z.output<typeof InboxView>;
export type SavedView = z.output<typeof SavedView>;

import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';

/**
 * Everything the renderer may ask and everything it may hear. Types derive from the schemas; both directions are
 * checked. Nothing secret is in here: tokens and keys go in (sign-in form) and never come out.
 */

export const WindowView = z.enum(['welcome', 'inbox', 'watches', 'reputation', 'settings']);

/** Which network a person chose. */
export const NetworkKind = z.enum(['demo', 'stackexchange', 'other']);

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
    'clock-wrong',
    'secrets-not-kept',
    'demo-network-failed',
    'askbell-fault',
    'notifications-failed',
    'settings-reset',
  ]),
  /** `problem`: news does not arrive. `warning`: it does, yet something should be known. */
  severity: z.enum(['problem', 'warning']),
  title: z.string(),
  advice: z.string(),
  /** When Askbell tries again by itself. */
  retryAt: z.date().optional(),
});

/** The state of things, whole, sent anew whenever it changes. */
export const AppState = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'headless']),
  /** `welcome`: no network chosen or signed out. `signing-in`: the dialog is open. `running`: polling (or paused). */
  phase: z.enum(['starting', 'welcome', 'signing-in', 'running']),
  network: z.object({ kind: NetworkKind, name: z.string(), clientId: z.string() }).optional(),
  /** While signing in: how the dialog's end comes back, and the dialog's address (it holds no secret). */
  signIn: z
    .object({
      means: z.enum(['window', 'paste']),
      dialogUrl: z.string(),
      /** What went wrong with the last try, in words. */
      problem: z.string().optional(),
    })
    .optional(),
  person: z.object({ displayName: z.string(), profileImage: z.string().optional(), accounts: z.number() }).optional(),
  /** The most pressing first; empty when all is well. */
  conditions: z.array(Condition),
  /** `reserve`: kept back from polling for what the person clicks. */
  quota: z.object({ max: z.number(), remaining: z.number(), usedByAskbell: z.number(), reserve: z.number() }).optional(),
  nextPoll: z.object({ what: z.string(), at: z.date() }).optional(),
  lastPollAt: z.date().optional(),
  /** Polling stands still until then: the quota is used up, or the network asked for silence. */
  held: z.object({ until: z.date(), why: z.enum(['quota', 'throttled']) }).optional(),
  /** What each stream is polled by at present, and why so, in words. */
  plan: z.array(z.object({ stream: z.string(), everySeconds: z.number(), perDay: z.number(), why: z.string() })).optional(),
  paused: z.boolean(),
  /** Notifications are held back until then. */
  snoozedUntil: z.date().optional(),
  /** Quiet hours, or the system's "do not disturb": notifications are held back, until then where the end is known. */
  quiet: z.object({ because: z.enum(['quiet-hours', 'do-not-disturb']), until: z.date().optional() }).optional(),
  unread: z.number(),
  secrets: z.object({ persistent: z.boolean(), detail: z.string() }),
  notificationsGoTo: z.string(),
  /** Whether somebody sits at this machine; while away Askbell polls sparsely. */
  presence: z.object({ state: z.enum(['present', 'away']), since: z.date() }),
});

/** One line of the inbox list. */
export const InboxEntry = z.object({
  key: z.string(),
  itemType: z.string(),
  site: z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() }),
  title: z.string(),
  /** Plain text, already shortened. */
  excerpt: z.string(),
  link: z.string().optional(),
  createdAt: z.date(),
  unread: z.boolean(),
});

export const ReputationEntry = z.object({
  id: z.number(),
  site: z.object({ id: z.string(), name: z.string() }),
  change: z.number(),
  /** `accepts`, `up_votes`, … as the network names it; absent where only the sum is known. */
  voteType: z.string().optional(),
  title: z.string().optional(),
  link: z.string().optional(),
  onDate: z.date(),
});

export const Account = z.object({
  site: z.object({ id: z.string(), name: z.string() }),
  reputation: z.number(),
  today: z.number(),
});

/** A tag; `*` stands for any run of characters (`python-*`, `*-api`). */
const TagPattern = z.string().trim().min(1).max(100);

/** Which questions a watch is for. All that is said must hold; what is left out does not matter. */
export const WatchRule = z.object({
  /** The question carries at least one of these. */
  anyTags: z.array(TagPattern).max(100).default([]),
  /** It carries every one of these. */
  allTags: z.array(TagPattern).max(20).default([]),
  /** It carries none of these. */
  noTags: z.array(TagPattern).max(100).default([]),
  /** Each of these words or phrases is in the title, in whatever case. */
  titleWords: z.array(z.string().trim().min(1).max(100)).max(20).default([]),
  /** Found once its score is this or more, up to three days after it was asked. */
  minScore: z.int().min(-100).max(10_000).optional(),
  /** Nobody has answered it when it is found. */
  unanswered: z.boolean().default(false),
  /** Found once it has a bounty. */
  bounty: z.boolean().default(false),
});

/** What a match does: a notification with a sound, one without, or only a line in the list. */
export const WatchAlert = z.enum(['sound', 'silent', 'list']);

/** What a watch costs beside the others. */
export const WatchCost = z.object({
  /** Requests a day that are spent for it alone, by the present plan; 0 where others of the site need the same requests. */
  requestsPerDay: z.number(),
  /** Other watches that are served by the same requests. */
  sharedWith: z.number(),
});

export const Watch = z.object({
  id: z.string(),
  site: z.object({ id: z.string(), name: z.string() }),
  /** The rule in a few words. */
  name: z.string(),
  rule: WatchRule,
  alert: WatchAlert,
  /** Keeps quiet for now; matches are listed. */
  muted: z.boolean(),
  /** Matches a day, as far as is known. */
  perDay: z.number().optional(),
  /** Matches of the last seven days. */
  thisWeek: z.number(),
  latest: z.object({ title: z.string(), link: z.string().optional(), createdAt: z.date() }).optional(),
  cost: WatchCost,
});

/** What a watch would find and cost, before it is kept. */
export const WatchPreview = z.object({
  name: z.string(),
  /** Matches a day; absent where too little is known. */
  perDay: z.number().optional(),
  /** The latest matches of the last seven days, newest first. */
  matches: z.array(z.object({ questionId: z.number(), title: z.string(), tags: z.array(z.string()), link: z.string().optional(), createdAt: z.date() })),
  /** How many questions were looked at, and since when they were asked. */
  lookedAt: z.object({ questions: z.number(), since: z.date().optional() }),
  cost: WatchCost,
  /** Something to know, in words: no tag like that, the network could not be asked. */
  note: z.string().optional(),
});

export const Match = z.object({
  site: z.object({ id: z.string(), name: z.string() }),
  questionId: z.number(),
  title: z.string(),
  tags: z.array(z.string()),
  watchIds: z.array(z.string()),
  link: z.string().optional(),
  createdAt: z.date(),
  /** When it came to match: as it was asked, or later, by a score or a bounty. */
  matchedAt: z.date(),
  unread: z.boolean(),
});

export const SiteChoice = z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional(), mine: z.boolean() });

/** `07:30`, by the local clock. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** Hours in which notifications are held back; one summary tells of them afterwards. Over midnight where `to` is not after `from`. */
export const QuietHours = z.object({
  on: z.boolean(),
  from: TimeOfDay,
  to: TimeOfDay,
  /** Days of the week on which they begin; 0 is Sunday. */
  days: z.array(z.int().min(0).max(6)),
});

export const Settings = z.object({
  /** A kind that is switched off is listed and not announced. */
  notify: z.object({ inbox: z.boolean(), reputation: z.boolean(), questions: z.boolean() }),
  silent: z.boolean(),
  /** Sites of which nothing is announced. */
  mutedSites: z.array(z.string()),
  quietHours: QuietHours,
  /** Held back while the system is set to "do not disturb", where that can be read. */
  respectDoNotDisturb: z.boolean(),
  appearance: z.enum(['system', 'light', 'dark']),
  startAtLogin: z.boolean(),
});

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

const done = z.object({});
/** A request the agent understood and could not do; `message` is for the person. */
const refused = { REFUSED: { status: 400, message: 'Askbell could not do that.', data: z.object({ advice: z.string() }) } };
const ask = oc.errors(refused);

export const contract = {
  state: {
    get: ask.output(AppState),
    /** The state now, then at every change. */
    watch: ask.output(eventIterator(AppState)),
  },
  /** Tells that what a list shows has changed, so that the list is asked for again. */
  changes: ask.output(eventIterator(z.object({ of: z.enum(['inbox', 'reputation', 'watches', 'sites', 'settings']) }))),
  /** Where the agent wants the window to be (a notification or tray click). */
  navigation: ask.output(eventIterator(z.object({ view: WindowView }))),
  /** Notifications that the page itself has to show, where the system shows none. */
  notices: ask.output(eventIterator(z.object({ title: z.string(), body: z.string() }))),
  session: {
    signIn: ask.input(NetworkChoice).output(done),
    /** Signs in again at the network that is already chosen. */
    signInAgain: ask.output(done),
    /** The address, the fragment or the bare token that the person copied. */
    paste: ask.input(z.object({ text: z.string().max(10_000) })).output(done),
    cancelSignIn: ask.output(done),
    signOut: ask.output(done),
  },
  polling: {
    syncNow: ask.output(done),
    pause: ask.output(done),
    resume: ask.output(done),
    snooze: ask.input(z.object({ for: z.enum(['30-minutes', '1-hour', 'until-tomorrow']) })).output(done),
    endSnooze: ask.output(done),
  },
  inbox: {
    /** Newest first; `before` is the last entry of the page before. */
    list: ask
      .input(z.object({ before: z.object({ createdAt: z.date(), key: z.string() }).optional(), limit: z.number().int().min(1).max(200).default(50) }))
      .output(z.object({ entries: z.array(InboxEntry), hasMore: z.boolean() })),
    setRead: ask.input(z.object({ keys: z.array(z.string()).min(1).max(500), read: z.boolean() })).output(done),
    markAllRead: ask.output(done),
    /** Opens it in the browser and marks it read. */
    open: ask.input(z.object({ key: z.string() })).output(done),
  },
  reputation: {
    list: ask
      .input(z.object({ limit: z.number().int().min(1).max(500).default(100) }))
      .output(z.object({ accounts: z.array(Account), entries: z.array(ReputationEntry) })),
  },
  watches: {
    list: ask.output(z.object({ watches: z.array(Watch), matches: z.array(Match) })),
    add: ask.input(z.object({ site: z.string().min(1), rule: WatchRule, alert: WatchAlert.default('sound') })).output(Watch),
    /** Takes the part that changes. */
    change: ask.input(z.object({ id: z.string(), rule: WatchRule.optional(), alert: WatchAlert.optional(), muted: z.boolean().optional() })).output(Watch),
    /** What a watch would find and cost. Costs one request at most, from what is kept back for clicks. `id`: of the watch that is edited. */
    preview: ask.input(z.object({ site: z.string().min(1), rule: WatchRule, id: z.string().optional() })).output(WatchPreview),
    remove: ask.input(z.object({ id: z.string() })).output(done),
    /** Opens it in the browser and marks it read; `opened`: the page (itself in a browser) has opened it, so only mark it. */
    openMatch: ask.input(z.object({ site: z.string(), questionId: z.number(), opened: z.boolean().default(false) })).output(done),
    /** Tags of a site whose name contains the text, the most used first. */
    completeTag: ask
      .input(z.object({ site: z.string(), text: z.string().max(100) }))
      .output(z.array(z.object({ name: z.string(), count: z.number().optional() }))),
    sites: ask.output(z.array(SiteChoice)),
  },
  settings: {
    get: ask.output(Settings),
    /** Takes the part that changes; gives the whole. */
    change: ask.input(Settings.partial()).output(Settings),
    /** Raises a notification, to see where they go. */
    testNotification: ask.output(done),
  },
  openExternal: ask.input(z.object({ url: z.url({ protocol: /^https?$/ }) })).output(done),
};

export type WindowView = z.output<typeof WindowView>;
export type NetworkKind = z.output<typeof NetworkKind>;
export type Condition = z.output<typeof Condition>;
export type AppState = z.output<typeof AppState>;
export type InboxEntry = z.output<typeof InboxEntry>;
export type ReputationEntry = z.output<typeof ReputationEntry>;
export type Account = z.output<typeof Account>;
export type WatchRule = z.output<typeof WatchRule>;
export type WatchAlert = z.output<typeof WatchAlert>;
export type WatchCost = z.output<typeof WatchCost>;
export type Watch = z.output<typeof Watch>;
export type WatchPreview = z.output<typeof WatchPreview>;
export type Match = z.output<typeof Match>;
export type SiteChoice = z.output<typeof SiteChoice>;
export type QuietHours = z.output<typeof QuietHours>;
export type Settings = z.output<typeof Settings>;
export type NetworkChoice = z.output<typeof NetworkChoice>;

import { z } from 'zod';
import { ITEM_SNOOZE_LENGTHS, lengthsOf } from '../snooze.ts';
import { InboxFilter, InboxView, SavedView } from '../schemas/settings.ts';
import { procedure, done, RequestTrouble } from './procedure.ts';

/** Text range, as in `slice`. */
export const Stretch = z.object({ from: z.number(), to: z.number() });

export { MATCH_KIND } from '../schemas/match-kind.ts';

/** Row of the inbox list: an inbox item, or a question that matched watches (a match). */
export const InboxEntry = z.object({
  key: z.string(),
  /** Short number that never changes and is never used again, for people to type. */
  number: z.number().optional(),
  /** Id of the account that received it. */
  account: z.string(),
  /** Sort position among all entries: higher is newer. An entry that returns from a snooze gets a new position. */
  place: z.number(),
  itemType: z.string(),
  site: z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() }),
  title: z.string(),
  /** Plain text, already shortened; in a search, the matching part of the body if the body matches. */
  excerpt: z.string(),
  /** Search matches in title and excerpt. */
  found: z.object({ title: z.array(Stretch), excerpt: z.array(Stretch) }).optional(),
  link: z.string().optional(),
  createdAt: z.date(),
  /** Date it is listed under: its creation, or its return from a snooze. */
  listedAt: z.date(),
  unread: z.boolean(),
  snoozedUntil: z.date().optional(),
  /** Whether it was dealt with: it is listed only among done ones. */
  done: z.boolean().optional(),
  saved: z.boolean().optional(),
  /** Tags of its question, once fetched. */
  tags: z.array(z.string()),
  /** Display name of the author, once the post has been read. */
  person: z.string().optional(),
  /** Whether notifications about its question are muted. */
  muted: z.boolean(),
  /** Key of its question, if any: entries of one question form one thread. */
  question: z.string().optional(),
  /** Ids of the watches that it matched; absent for inbox items. */
  watchIds: z.array(z.string()).optional(),
});

/** Marks of items. `listed`: back in the list, neither done nor snoozed, otherwise unchanged. */
export const ITEM_MARKS = ['read', 'unread', 'done', 'listed', 'saved', 'unsaved'] as const;

const Choice = z.object({ value: z.string(), name: z.string(), iconUrl: z.string().optional(), count: z.number() });

/**
 * Number of items for each filter choice, with all other filters as they are. Searches count the newest 5,000 matches.
 */
export const InboxCounts = z.object({
  total: z.number(),
  unread: z.number(),
  snoozed: z.number(),
  saved: z.number(),
  done: z.number(),
  accounts: z.array(Choice),
  sites: z.array(Choice),
  kinds: z.array(Choice),
  /** The 200 most frequent. */
  tags: z.array(Choice),
});

const READING_PARTS = ['item', 'answer', 'question'] as const;

/** Public profile of a post's author. */
export const PostOwner = z.object({
  name: z.string(),
  imageUrl: z.string().optional(),
  reputation: z.number().optional(),
  link: z.string().optional(),
});

/** Question, answer or comment as fetched. `html` comes from the network: sanitize it before showing it. */
export const Post = z.object({
  kind: z.enum(['question', 'answer', 'comment']),
  title: z.string().optional(),
  html: z.string(),
  score: z.number().optional(),
  tags: z.array(z.string()),
  owner: PostOwner.optional(),
  createdAt: z.date().optional(),
  /** For answers. */
  isAccepted: z.boolean().optional(),
  /** For questions. */
  answers: z.number().optional(),
  closed: z.string().optional(),
  link: z.string().optional(),
});

/** Comment of a thread; `html` as in `Post`. */
export const ThreadComment = Post.pick({ html: true, owner: true, createdAt: true, score: true }).extend({
  id: z.number(),
  /** Whether it is the one that the item is about. */
  isItem: z.boolean(),
});

/** Content of the post behind an item. */
export const Reading = z.object({
  /** Last fetched version; absent if it could not be fetched yet. */
  post: Post.optional(),
  /** For a comment: all comments under its post, oldest first, the item's own included. */
  thread: z.array(ThreadComment).optional(),
  readAt: z.date().optional(),
  /**
   * Why there is no newer version, or none at all: `deleted`, `no-post` (the item refers to no post), or the request's
   * failure.
   */
  trouble: z
    .union([RequestTrouble, z.object({ kind: z.enum(['deleted', 'no-post']), retryAt: z.date().optional() })])
    .optional(),
  /** Whether the item belongs to a question, which can be read and muted as well. */
  hasQuestion: z.boolean(),
  /** Whether it belongs to an answer, or is one. */
  hasAnswer: z.boolean(),
  muted: z.boolean(),
  /** Whether it is an answer to the user's own question without a known accepted answer. */
  canAccept: z.boolean(),
  /** Whether it is accepted and the user may undo that. */
  canUnaccept: z.boolean(),
});

/**
 * Result of accepting an answer. `refused`: the network refused; `said` is its message. `needs-permission`: the user
 * must first sign in with that permission.
 */
export const Acceptance = z.object({
  outcome: z.enum(['done', 'refused', 'needs-permission', 'trouble']),
  said: z.string().optional(),
  trouble: RequestTrouble.optional(),
});

export const MutedQuestion = z.object({
  site: z.object({ id: z.string(), name: z.string() }),
  questionId: z.number(),
  title: z.string(),
  link: z.string().optional(),
  mutedAt: z.date(),
});

/** Number of changed items, with a token for `inbox.undo`; the token is absent if nothing changed. */
const undoable = z.object({ changed: z.number(), undo: z.string().optional() });

/** Limited by the largest possible thread: a collapsed thread is changed as a whole. */
const keys = z.array(z.string()).min(1).max(100_000);

export const inbox = {
  /**
   * Inbox items and matches of all accounts as one list, newest first; `before` is the position of the previous page's
   * last entry. Without a search, pages end at a day boundary and may be longer than `limit`. `after`: only entries
   * above this position.
   */
  list: procedure
    .input(
      z.object({
        filter: InboxFilter.default({}),
        before: z.number().optional(),
        after: z.number().optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ entries: z.array(InboxEntry), hasMore: z.boolean() })),
  /** Returns the entry with a number or key. */
  find: procedure.input(z.object({ id: z.string().min(1) })).output(InboxEntry),
  counts: procedure.input(z.object({ filter: InboxFilter.default({}) })).output(InboxCounts),
  /** The last used filter, without search text and without a site of a signed-out account. */
  savedFilter: procedure.output(InboxView),
  saveFilter: procedure.input(InboxView).output(done),
  /** Filters that the user saved under a name, oldest first, without what no longer exists. */
  views: procedure.output(z.array(SavedView)),
  /** Saves a filter under a name, or with the id of a saved one, replaces that; without a filter, it is renamed. */
  saveView: procedure.input(SavedView.partial({ id: true, view: true })).output(undoable),
  removeView: procedure.input(z.object({ id: z.string() })).output(undoable),
  /** Marks items; `done` also marks them read. */
  mark: procedure.input(z.object({ keys, as: z.enum(ITEM_MARKS) })).output(undoable),
  /** Marks everything read, matches included, or only what the filter matches. */
  markAllRead: procedure.input(z.object({ filter: InboxFilter.optional() }).optional()).output(undoable),
  /**
   * Hides items until then; they return as unread and are announced again, but for `reply`, where what came is
   * announced alone. A date may be as far away as in `polling.snooze`.
   */
  snooze: procedure
    .input(z.object({ keys, until: z.union([z.enum(lengthsOf(ITEM_SNOOZE_LENGTHS)), z.date()]) }))
    .output(undoable.extend({ until: z.date() })),
  /** Mutes or unmutes notifications about the questions of items; items without a question are skipped. */
  mute: procedure.input(z.object({ keys, muted: z.boolean() })).output(undoable),
  mutes: procedure.output(z.array(MutedQuestion)),
  unmute: procedure.input(z.object({ site: z.string(), questionId: z.number() })).output(undoable),
  /** Undoes an action exactly. Refuses one that was undone already or is too old. */
  undo: procedure.input(z.object({ undo: z.string() })).output(done),
  /**
   * Opens the item in the browser and marks it read together with `others`, the collapsed items below it. `opened`: the
   * page (itself in a browser) has opened it already, so it is only marked.
   */
  open: procedure
    .input(z.object({ key: z.string(), others: keys.optional(), opened: z.boolean().default(false) }))
    .output(done),
  /**
   * Returns the post behind an item, or the answer or question that it belongs to. Costs at most one reserved request;
   * a comment that is not among the first hundred of its post costs two.
   */
  read: procedure.input(z.object({ key: z.string(), part: z.enum(READING_PARTS).default('item') })).output(Reading),
  /** Accepts the answer that an item is about, or undoes that. First asks the network whether this is possible. */
  accept: procedure.input(z.object({ key: z.string(), undo: z.boolean().default(false) })).output(Acceptance),
  /** Opens the network's sign-in dialog again, with write permission. */
  askToWrite: procedure.input(z.object({ key: z.string() })).output(done),
};

export type { SavedView } from '../schemas/settings.ts';
export type Stretch = z.output<typeof Stretch>;
export type InboxEntry = z.output<typeof InboxEntry>;
export type ItemMark = (typeof ITEM_MARKS)[number];
export type InboxCounts = z.output<typeof InboxCounts>;
export type Post = z.output<typeof Post>;
export type PostOwner = z.output<typeof PostOwner>;
export type Reading = z.output<typeof Reading>;
export type ReadingPart = (typeof READING_PARTS)[number];
export type ThreadComment = z.output<typeof ThreadComment>;
export type Acceptance = z.output<typeof Acceptance>;
export type MutedQuestion = z.output<typeof MutedQuestion>;

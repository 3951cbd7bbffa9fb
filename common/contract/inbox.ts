import { z } from 'zod';
import { ITEM_SNOOZE_LENGTHS, lengthsOf } from '../snooze.ts';
import { InboxFilter, InboxView } from '../schemas/inbox-view.ts';
import { procedure, done } from './procedure.ts';
import { RequestTrouble } from './request-trouble.ts';

export * from '../schemas/inbox-view.ts';

/** A stretch of a text, as in `slice`. */
export const Stretch = z.object({ from: z.number(), to: z.number() });

export { MATCH_KIND } from '../schemas/match-kind.ts';

/** One line of the inbox list: an inbox item, or a question that watches found (a match). */
export const InboxEntry = z.object({
  key: z.string(),
  /** The account it came to, by its id. */
  account: z.string(),
  /** Its place among all: the higher, the newer. What comes back from a snooze has a new one. */
  place: z.number(),
  itemType: z.string(),
  site: z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() }),
  title: z.string(),
  /** Plain text, already shortened; in a search the part of the body that was found, if the match is there. */
  excerpt: z.string(),
  /** What a search found in title and excerpt. */
  found: z.object({ title: z.array(Stretch), excerpt: z.array(Stretch) }).optional(),
  link: z.string().optional(),
  createdAt: z.date(),
  /** The date it is listed under: when it was made, or when it came back. */
  listedAt: z.date(),
  unread: z.boolean(),
  snoozedUntil: z.date().optional(),
  /** The tags of its question, once the network was asked for them. */
  tags: z.array(z.string()),
  /** Who wrote it, once it was read. */
  person: z.string().optional(),
  /** Nothing is announced of its question. */
  muted: z.boolean(),
  /** Names its question, where it has one: entries of one question are one thread. */
  question: z.string().optional(),
  /** The watches that found it, by their ids; absent for what came to the inbox. */
  watchIds: z.array(z.string()).optional(),
});

const Choice = z.object({ value: z.string(), name: z.string(), iconUrl: z.string().optional(), count: z.number() });

/**
 * How many items each choice of a filter would leave, with all other filters as they are. Of a search the newest 5,000
 * are counted.
 */
export const InboxCounts = z.object({
  total: z.number(),
  unread: z.number(),
  snoozed: z.number(),
  sites: z.array(Choice),
  kinds: z.array(Choice),
  /** The 200 most frequent. */
  tags: z.array(Choice),
});

/** Somebody as a network shows them. */
export const PostOwner = z.object({
  name: z.string(),
  imageUrl: z.string().optional(),
  reputation: z.number().optional(),
  link: z.string().optional(),
});

/** A question, an answer or a comment as it was read. `html` comes from the network: whoever shows it sanitizes it. */
export const Post = z.object({
  kind: z.enum(['question', 'answer', 'comment']),
  title: z.string().optional(),
  html: z.string(),
  score: z.number().optional(),
  tags: z.array(z.string()),
  owner: PostOwner.optional(),
  createdAt: z.date().optional(),
  /** Of an answer. */
  isAccepted: z.boolean().optional(),
  /** Of a question. */
  answers: z.number().optional(),
  closed: z.string().optional(),
  link: z.string().optional(),
});

/** What there is to read of an item. */
export const Reading = z.object({
  /** As it was read last; absent where it could not be had yet. */
  post: Post.optional(),
  readAt: z.date().optional(),
  /**
   * Why there is nothing newer, or nothing at all: `deleted`, nothing behind the item to ask for (`no-post`), or what
   * went wrong.
   */
  trouble: z
    .union([RequestTrouble, z.object({ kind: z.enum(['deleted', 'no-post']), retryAt: z.date().optional() })])
    .optional(),
  /** Whether there is a question behind it that can be read as well, and muted. */
  hasQuestion: z.boolean(),
  muted: z.boolean(),
  /** It is an answer to the person's own question, and nothing is accepted there as far as is known. */
  canAccept: z.boolean(),
  /** It is accepted, and the person may take that back. */
  canUnaccept: z.boolean(),
});

/**
 * How an accept ended. `refused`: the network would not; `said` is what it says. `needs-permission`: sign in with it
 * first.
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

/** What was done, with what takes it back (`inbox.undo`); absent where nothing changed. */
const undoable = z.object({ changed: z.number(), undo: z.string().optional() });

/** As many as the largest thread may have: one that is folded is dealt with as a whole. */
const keys = z.array(z.string()).min(1).max(100_000);

export const inbox = {
  /**
   * Inbox items and matches as one list, newest first, of all accounts; `before` is the place of the last entry of the
   * page before. Without a search a page ends with a day, so it may be longer than `limit`. `after`: only what is
   * above this place.
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
  counts: procedure.input(z.object({ filter: InboxFilter.default({}) })).output(InboxCounts),
  /** The filter as it was left, without words to find, and without a site of an account that is signed out. */
  savedFilter: procedure.output(InboxView),
  saveFilter: procedure.input(InboxView).output(done),
  setRead: procedure.input(z.object({ keys, read: z.boolean() })).output(undoable),
  /** What counts as unread: of everything, questions that were watched for included, or of what a filter leaves. */
  markAllRead: procedure.input(z.object({ filter: InboxFilter.optional() }).optional()).output(undoable),
  /** Out of the list until then; comes back as unread and is announced once more. A moment as for `polling.snooze`. */
  snooze: procedure
    .input(z.object({ keys, until: z.union([z.enum(lengthsOf(ITEM_SNOOZE_LENGTHS)), z.date()]) }))
    .output(undoable.extend({ until: z.date() })),
  /** Brings back at once what was snoozed, as it was. */
  unsnooze: procedure.input(z.object({ keys })).output(undoable),
  /** Announces nothing more of the question that an item is about. */
  mute: procedure.input(z.object({ key: z.string(), muted: z.boolean() })).output(undoable),
  mutes: procedure.output(z.array(MutedQuestion)),
  unmute: procedure.input(z.object({ site: z.string(), questionId: z.number() })).output(undoable),
  /** Takes back what was done, exactly. Refuses what was taken back already or is too long ago. */
  undo: procedure.input(z.object({ undo: z.string() })).output(done),
  /**
   * Opens it in the browser and marks it read, and with it `others`: the items folded away under it. `opened`: the page
   * (itself in a browser) has opened it, so only mark it.
   */
  open: procedure
    .input(z.object({ key: z.string(), others: keys.optional(), opened: z.boolean().default(false) }))
    .output(done),
  /**
   * The post behind an item, or the question it belongs to. Costs one request at most, from what is kept back for
   * clicks.
   */
  read: procedure
    .input(z.object({ key: z.string(), part: z.enum(['item', 'question']).default('item') }))
    .output(Reading),
  /** Accepts the answer that an item is about, or takes that back. Asks the network first whether it would. */
  accept: procedure.input(z.object({ key: z.string(), undo: z.boolean().default(false) })).output(Acceptance),
  /** Opens the network's dialog once more, with the permission to write. */
  askToWrite: procedure.input(z.object({ key: z.string() })).output(done),
};

export type Stretch = z.output<typeof Stretch>;
export type InboxEntry = z.output<typeof InboxEntry>;
export type InboxCounts = z.output<typeof InboxCounts>;
export type Post = z.output<typeof Post>;
export type PostOwner = z.output<typeof PostOwner>;
export type Reading = z.output<typeof Reading>;
export type Acceptance = z.output<typeof Acceptance>;
export type MutedQuestion = z.output<typeof MutedQuestion>;

import { decodeHTML } from 'entities';
import { z } from 'zod';

/**
 * The objects of the network API, as they are on the wire (`z.input`) and as Askbell uses them (`z.output`):
 * dates from epoch seconds to `Date`, HTML entities in plain-text fields decoded once, here.
 * Field names are the network's own. Only what Askbell cannot do without is required; unknown fields pass.
 * Source: docs/api.md, "Objects"; fields it does not name: the public service's documentation,
 * https://api.stackexchange.com/docs (types).
 */

/** Epoch seconds on the wire, a Date inside; what no Date can hold is refused. */
const date = z
  .number()
  .gte(-8.64e12)
  .lte(8.64e12)
  .transform((seconds) => new Date(seconds * 1000));
/** A whole number that survives a double and SQLite: an id, or points. An item with another is broken. */
const whole = z.int();
/** HTML-safe text on the wire (`&#39;`), plain text inside. */
const text = z.string().transform((encoded) => decodeHTML(encoded));
/** An HTML fragment, kept as it is: whoever shows it sanitizes it. */
const html = z.string();

export const BadgeCount = z.looseObject({ bronze: z.number(), silver: z.number(), gold: z.number() });

export const ShallowUser = z.looseObject({
  user_id: whole.optional(),
  account_id: whole.optional(),
  display_name: text.optional(),
  reputation: whole.optional(),
  user_type: z.string().optional(),
  profile_image: z.string().optional(),
  link: z.string().optional(),
  accept_rate: z.number().optional(),
  badge_counts: BadgeCount.optional(),
});

export const User = z.looseObject({
  user_id: whole,
  account_id: whole.optional(),
  display_name: text.optional(),
  reputation: whole.optional(),
  user_type: z.string().optional(),
  profile_image: z.string().optional(),
  link: z.string().optional(),
  badge_counts: BadgeCount.optional(),
  creation_date: date.optional(),
  last_access_date: date.optional(),
  location: text.optional(),
  website_url: z.string().optional(),
  about_me: html.optional(),
});

export const Question = z.looseObject({
  question_id: whole,
  title: text,
  creation_date: date,
  last_activity_date: date.optional(),
  last_edit_date: date.optional(),
  closed_date: date.optional(),
  closed_reason: text.optional(),
  bounty_closes_date: date.optional(),
  bounty_amount: z.number().optional(),
  tags: z.array(z.string()).default([]),
  owner: ShallowUser.optional(),
  score: z.number().optional(),
  answer_count: z.number().optional(),
  view_count: z.number().optional(),
  is_answered: z.boolean().optional(),
  accepted_answer_id: z.number().optional(),
  link: z.string().optional(),
  body: html.optional(),
});

export const Answer = z.looseObject({
  answer_id: whole,
  question_id: whole.optional(),
  creation_date: date.optional(),
  last_activity_date: date.optional(),
  is_accepted: z.boolean().optional(),
  score: z.number().optional(),
  owner: ShallowUser.optional(),
  tags: z.array(z.string()).optional(),
  link: z.string().optional(),
  title: text.optional(),
  body: html.optional(),
});

export const Comment = z.looseObject({
  comment_id: whole,
  post_id: whole.optional(),
  creation_date: date.optional(),
  score: z.number().optional(),
  edited: z.boolean().optional(),
  owner: ShallowUser.optional(),
  reply_to_user: ShallowUser.optional(),
  link: z.string().optional(),
  body: html.optional(),
});

export const Tag = z.looseObject({
  name: z.string(),
  count: z.number().optional(),
  has_synonyms: z.boolean().optional(),
  is_moderator_only: z.boolean().optional(),
  is_required: z.boolean().optional(),
});

export const Badge = z.looseObject({
  badge_id: z.number(),
  name: text.optional(),
  rank: z.string().optional(),
  badge_type: z.string().optional(),
  award_count: z.number().optional(),
  link: z.string().optional(),
  user: ShallowUser.optional(),
});

/** Something reached anywhere on the network. Which kinds there are may change. */
export const Achievement = z.looseObject({
  account_id: whole.optional(),
  achievement_type: z.string(),
  badge_rank: z.string().optional(),
  creation_date: date,
  is_unread: z.boolean().optional(),
  link: z.string().optional(),
  on_site: z
    .looseObject({ api_site_parameter: z.string().optional(), name: text.optional(), site_url: z.string().optional() })
    .optional(),
  reputation_change: whole.optional(),
  title: text,
});

export const Privilege = z.looseObject({
  reputation: whole,
  description: text.optional(),
  short_description: text.optional(),
});

/** A reputation history entry. */
export const Reputation = z.looseObject({
  on_date: date,
  reputation_change: whole,
  user_id: whole.optional(),
  post_id: whole.optional(),
  post_type: z.string().optional(),
  vote_type: z.string().optional(),
  title: text.optional(),
  link: z.string().optional(),
});

/** A change of reputation with its kind, of `/users/{ids}/reputation-history`. */
export const ReputationChange = z.looseObject({
  creation_date: date,
  reputation_change: whole,
  /** An open set: `post_upvoted`, `answer_accepted`, … */
  reputation_history_type: z.string().optional(),
  post_id: whole.optional(),
  user_id: whole.optional(),
});

/**
 * One of the best of a tag: a user object by the specification, on the public service a score around a shallow user.
 */
export const TopAnswerer = ShallowUser.extend({
  user: ShallowUser.optional(),
  score: z.number().optional(),
  post_count: z.number().optional(),
});

/** A filter that was made (`/filters/create`). */
export const MadeFilter = z.looseObject({ filter: z.string().min(1) });

export const RelatedSite = z.looseObject({
  name: text.optional(),
  site_url: z.string().optional(),
  relation: z.string().optional(),
  api_site_parameter: z.string().optional(),
});

export const Site = z.looseObject({
  api_site_parameter: z.string(),
  name: text,
  site_url: z.string(),
  site_type: z.string().optional(),
  site_state: z.string().optional(),
  audience: text.optional(),
  icon_url: z.string().optional(),
  logo_url: z.string().optional(),
  favicon_url: z.string().optional(),
  high_resolution_icon_url: z.string().optional(),
  launch_date: date.optional(),
  aliases: z.array(z.string()).optional(),
  related_sites: z.array(RelatedSite).optional(),
});

/** `site` inside an inbox item: the public service embeds the whole object; other networks may leave it out. */
export const InboxItem = z.looseObject({
  item_type: z.string(),
  creation_date: date,
  title: text.optional(),
  link: z.string().optional(),
  is_unread: z.boolean().optional(),
  site: Site.partial().optional(),
  question_id: whole.optional(),
  answer_id: whole.optional(),
  comment_id: whole.optional(),
  body: html.optional(),
});

/** One account of a person on one site (`/me/associated`). */
export const NetworkUser = z.looseObject({
  account_id: whole,
  user_id: whole,
  site_name: text.optional(),
  site_url: z.string(),
  reputation: whole,
  question_count: z.number().optional(),
  answer_count: z.number().optional(),
  badge_counts: BadgeCount.optional(),
  creation_date: date.optional(),
  last_access_date: date.optional(),
  user_type: z.string().optional(),
});

export const FlagOption = z.looseObject({
  option_id: z.number().optional(),
  title: text.optional(),
  description: html.optional(),
  dialog_title: text.optional(),
  requires_comment: z.boolean().optional(),
  requires_site: z.boolean().optional(),
  requires_question_id: z.boolean().optional(),
  has_flagged: z.boolean().optional(),
  count: z.number().optional(),
});

/** An error as the network tells it. `error_name` is not given for every error (docs/api.md, "Errors"). */
export const ErrorObject = z.looseObject({
  error_id: z.number(),
  error_message: z.string().optional(),
  error_name: z.string().optional(),
});

/**
 * The common wrapper around every answer. Items are checked one by one elsewhere, so that one broken item costs
 * only itself. `page_size` and `page` come on /me/associated; the quota fields on the public service.
 */
export const Wrapper = z.looseObject({
  items: z.array(z.unknown()),
  has_more: z.boolean().default(false),
  page: z.number().optional(),
  page_size: z.number().optional(),
  total: z.number().optional(),
  quota_max: z.number().optional(),
  quota_remaining: z.number().optional(),
  backoff: z.number().optional(),
});

export type ShallowUser = z.output<typeof ShallowUser>;
export type User = z.output<typeof User>;
export type Question = z.output<typeof Question>;
export type Answer = z.output<typeof Answer>;
export type Comment = z.output<typeof Comment>;
export type Tag = z.output<typeof Tag>;
export type Badge = z.output<typeof Badge>;
export type Achievement = z.output<typeof Achievement>;
export type Privilege = z.output<typeof Privilege>;
export type Reputation = z.output<typeof Reputation>;
export type ReputationChange = z.output<typeof ReputationChange>;
export type TopAnswerer = z.output<typeof TopAnswerer>;
export type MadeFilter = z.output<typeof MadeFilter>;
export type Site = z.output<typeof Site>;
export type InboxItem = z.output<typeof InboxItem>;
export type NetworkUser = z.output<typeof NetworkUser>;
export type FlagOption = z.output<typeof FlagOption>;
export type ErrorObject = z.output<typeof ErrorObject>;
export type Wrapper = z.output<typeof Wrapper>;

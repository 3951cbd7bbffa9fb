import { z } from 'zod';
import {
  apiName,
  date,
  excerptHtml,
  html,
  id,
  kind,
  link,
  personId,
  points,
  siteUrl,
  tags,
  text,
} from './schemas/wire-fields.ts';

/**
 * Objects of the network API, as transmitted (`z.input`) and as Askbell uses them (`z.output`): epoch seconds become
 * `Date`, HTML entities in plain-text fields are decoded here, once. Field names are the network's own. Only
 * indispensable fields are required; unknown fields are kept. Source: docs/api.md, "Objects"; for other fields the
 * public service's documentation, https://api.stackexchange.com/docs (types).
 */

export const BadgeCount = z.looseObject({ bronze: z.number(), silver: z.number(), gold: z.number() });

export const ShallowUser = z.looseObject({
  user_id: personId.optional().catch(undefined),
  account_id: personId.optional().catch(undefined),
  display_name: text.optional(),
  reputation: points.optional().catch(undefined),
  user_type: kind.optional(),
  profile_image: link,
  link: link,
  accept_rate: z.number().optional(),
  badge_counts: BadgeCount.optional(),
});

export const User = z.looseObject({
  user_id: personId,
  account_id: personId.optional(),
  display_name: text.optional(),
  reputation: points.optional(),
  user_type: kind.optional(),
  profile_image: link,
  link: link,
  badge_counts: BadgeCount.optional(),
  creation_date: date.optional(),
  last_access_date: date.optional(),
  location: text.optional(),
  website_url: link,
  about_me: html.optional(),
});

export const Question = z.looseObject({
  question_id: id,
  title: text,
  creation_date: date,
  last_activity_date: date.optional(),
  last_edit_date: date.optional(),
  closed_date: date.optional(),
  closed_reason: text.optional(),
  bounty_closes_date: date.optional(),
  bounty_amount: z.number().optional(),
  tags: tags.default([]),
  owner: ShallowUser.optional(),
  score: z.number().optional(),
  answer_count: z.number().optional(),
  view_count: z.number().optional(),
  is_answered: z.boolean().optional(),
  accepted_answer_id: id.optional(),
  link: link,
  body: html.optional(),
});

export const Answer = z.looseObject({
  answer_id: id,
  question_id: id.optional(),
  creation_date: date.optional(),
  last_activity_date: date.optional(),
  is_accepted: z.boolean().optional(),
  score: z.number().optional(),
  owner: ShallowUser.optional(),
  tags: tags.optional(),
  link: link,
  title: text.optional(),
  body: html.optional(),
});

export const Comment = z.looseObject({
  comment_id: id,
  post_id: id.optional(),
  creation_date: date.optional(),
  score: z.number().optional(),
  edited: z.boolean().optional(),
  owner: ShallowUser.optional(),
  reply_to_user: ShallowUser.optional(),
  link: link,
  body: html.optional(),
});

export const Tag = z.looseObject({
  name: apiName,
  count: z.number().optional(),
  has_synonyms: z.boolean().optional(),
  is_moderator_only: z.boolean().optional(),
  is_required: z.boolean().optional(),
});

export const Badge = z.looseObject({
  badge_id: id,
  name: text.optional(),
  rank: kind.optional(),
  badge_type: kind.optional(),
  award_count: z.number().optional(),
  link: link,
  user: ShallowUser.optional(),
});

/** Achievement anywhere on the network. The set of types is open. */
export const Achievement = z.looseObject({
  account_id: personId.optional(),
  achievement_type: kind,
  badge_rank: kind.optional(),
  creation_date: date,
  is_unread: z.boolean().optional(),
  link: link,
  on_site: z
    .looseObject({ api_site_parameter: apiName.optional(), name: text.optional(), site_url: siteUrl.optional() })
    .optional(),
  reputation_change: points.optional(),
  title: text,
});

export const Privilege = z.looseObject({
  reputation: points,
  description: text.optional(),
  short_description: text.optional(),
});

/** Reputation history entry. */
export const Reputation = z.looseObject({
  on_date: date,
  reputation_change: points,
  user_id: personId.optional(),
  post_id: id.optional(),
  post_type: kind.optional(),
  vote_type: kind.optional(),
  title: text.optional(),
  link: link,
});

/** Typed reputation change from `/users/{ids}/reputation-history`. */
export const ReputationChange = z.looseObject({
  creation_date: date,
  reputation_change: points,
  /** An open set: `post_upvoted`, `answer_accepted`, … */
  reputation_history_type: kind.optional(),
  post_id: id.optional(),
  user_id: personId.optional(),
});

/** Top answerer of a tag: a user object by the specification; on the public service a score with a shallow user. */
export const TopAnswerer = ShallowUser.extend({
  user: ShallowUser.optional(),
  score: z.number().optional(),
  post_count: z.number().optional(),
});

/** Created filter (`/filters/create`). */
export const MadeFilter = z.looseObject({ filter: z.string().min(1).max(255) });

export const RelatedSite = z.looseObject({
  name: text.optional(),
  site_url: siteUrl.optional(),
  relation: kind.optional(),
  api_site_parameter: apiName.optional(),
});

export const Site = z.looseObject({
  api_site_parameter: apiName,
  name: text,
  site_url: siteUrl,
  site_type: kind.optional(),
  site_state: kind.optional(),
  audience: text.optional(),
  icon_url: link,
  logo_url: link,
  favicon_url: link,
  high_resolution_icon_url: link,
  launch_date: date.optional(),
  aliases: tags.optional(),
  related_sites: z.array(RelatedSite).optional(),
});

/** Inbox item. The public service embeds the whole `site` object; other networks may omit it. */
export const InboxItem = z.looseObject({
  item_type: kind,
  creation_date: date,
  title: text.optional(),
  link: link,
  is_unread: z.boolean().optional(),
  site: Site.partial().optional(),
  question_id: id.optional(),
  answer_id: id.optional(),
  comment_id: id.optional(),
  body: excerptHtml.optional(),
});

/** Account of a user on one site (`/me/associated`). */
export const NetworkUser = z.looseObject({
  account_id: personId,
  user_id: personId,
  site_name: text.optional(),
  site_url: siteUrl,
  reputation: points,
  question_count: z.number().optional(),
  answer_count: z.number().optional(),
  badge_counts: BadgeCount.optional(),
  creation_date: date.optional(),
  last_access_date: date.optional(),
  user_type: kind.optional(),
});

export const FlagOption = z.looseObject({
  option_id: id.optional(),
  title: text.optional(),
  description: html.optional(),
  dialog_title: text.optional(),
  requires_comment: z.boolean().optional(),
  requires_site: z.boolean().optional(),
  requires_question_id: z.boolean().optional(),
  has_flagged: z.boolean().optional(),
  count: z.number().optional(),
});

/** Error as sent by the network. `error_name` is not given for every error (docs/api.md, "Errors"). */
export const ErrorObject = z.looseObject({
  error_id: z.number(),
  error_message: z.string().optional(),
  error_name: z.string().optional(),
});

/**
 * Common response wrapper. Items are validated one by one elsewhere, so that an invalid item affects only itself.
 * `page_size` and `page` come on /me/associated; the quota fields on the public service.
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

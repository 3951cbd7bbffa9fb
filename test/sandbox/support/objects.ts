import { z } from 'zod';
import * as resources from '../../../common/resources.ts';

/**
 * What an item of each type must be: the product's own schemas, and stricter ones where the product reads no such
 * objects.
 */
export const objectSchemas: Readonly<Record<string, z.ZodType>> = {
  question: resources.Question.extend({
    comments: z.array(resources.Comment).min(1).optional(),
    answers: z.array(resources.Answer).min(1).optional(),
  }),
  answer: resources.Answer.extend({ comments: z.array(resources.Comment).min(1).optional() }),
  comment: resources.Comment,
  post: z.looseObject({
    post_id: z.int(),
    post_type: z.enum(['question', 'answer']),
    owner: resources.ShallowUser.optional(),
    score: z.int(),
  }),
  user: resources.User,
  tag: resources.Tag,
  badge: resources.Badge.extend({
    rank: z.enum(['gold', 'silver', 'bronze']),
    badge_type: z.enum(['named', 'tag_based']),
  }),
  privilege: resources.Privilege,
  reputation: resources.Reputation,
  reputation_history: z.looseObject({
    user_id: z.int(),
    creation_date: z.int(),
    reputation_change: z.int(),
    reputation_history_type: z.string().min(1),
  }),
  site: resources.Site,
  inbox_item: resources.InboxItem,
  notification: z.looseObject({
    notification_type: z.string(),
    creation_date: z.int(),
    body: z.string(),
    is_unread: z.boolean(),
    site: resources.Site,
  }),
  network_user: resources.NetworkUser,
  flag_option: resources.FlagOption.extend({ sub_options: z.array(resources.FlagOption).min(1).optional() }),
  tag_score: resources.User.extend({ user: resources.ShallowUser, score: z.int(), post_count: z.int().positive() }),
  info: z.looseObject({ total_questions: z.int(), questions_per_minute: z.number(), api_revision: z.string() }),
  error: z.strictObject({ error_id: z.int(), error_name: z.string(), description: z.string() }),
  filter: z.strictObject({
    filter: z.string(),
    filter_type: z.enum(['safe', 'unsafe', 'invalid']),
    included_fields: z.array(z.string()),
  }),
  access_token: z.looseObject({ access_token: z.string(), account_id: z.int(), scope: z.array(z.string()) }),
};

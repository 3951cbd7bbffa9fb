import { z } from 'zod';
import * as resources from '../../../common/resources.ts';

/** The product's own schemas of what it reads, a little stricter, by the name of the type. */
export const objectSchemas: Readonly<Record<string, z.ZodType>> = {
  question: resources.Question.extend({
    comments: z.array(resources.Comment).min(1).optional(),
    answers: z.array(resources.Answer).min(1).optional(),
  }),
  answer: resources.Answer.extend({ comments: z.array(resources.Comment).min(1).optional() }),
  comment: resources.Comment,
  user: resources.User,
  tag: resources.Tag,
  badge: resources.Badge.extend({
    rank: z.enum(['gold', 'silver', 'bronze']),
    badge_type: z.enum(['named', 'tag_based']),
  }),
  privilege: resources.Privilege,
  reputation: resources.Reputation,
  site: resources.Site,
  inbox_item: resources.InboxItem,
  network_user: resources.NetworkUser,
  flag_option: resources.FlagOption.extend({ sub_options: z.array(resources.FlagOption).min(1).optional() }),
  tag_score: resources.User.extend({ user: resources.ShallowUser, score: z.int(), post_count: z.int().positive() }),
};

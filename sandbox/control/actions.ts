import { z } from 'zod';
import type { Actions } from '../world/world.ts';
import { Moment } from './messages.ts';

const Site = z.string();
const Id = z.int();
const at = z.exactOptional(Moment);
/** Who does it, where that need not be known. */
const userId = z.exactOptional(Id);

/** What each action takes; whether it can be done the action says itself. */
export const ACTION_ARGUMENTS = {
  ask: z.strictObject({ site: Site, userId: Id, title: z.string(), body: z.string(), tags: z.array(z.string()), at }),
  answer: z.strictObject({ site: Site, userId: Id, questionId: Id, body: z.string(), at }),
  comment: z.strictObject({ site: Site, userId: Id, postId: Id, body: z.string(), at }),
  vote: z.strictObject({ site: Site, userId: Id, postId: Id, direction: z.enum(['up', 'down']), at }),
  accept: z.strictObject({ site: Site, answerId: Id, at }),
  unaccept: z.strictObject({ site: Site, answerId: Id, at }),
  close: z.strictObject({
    site: Site,
    questionId: Id,
    reason: z.string(),
    userId,
    originalId: z.exactOptional(Id),
    at,
  }),
  reopen: z.strictObject({ site: Site, questionId: Id, userId, at }),
  remove: z.strictObject({ site: Site, postId: Id, userId, at }),
  bounty: z.strictObject({ site: Site, questionId: Id, userId: Id, amount: z.int(), at }),
  awardBounty: z.strictObject({ site: Site, answerId: Id, at }),
  award: z.strictObject({ site: Site, userId: Id, badge: z.string(), at }),
  message: z.strictObject({
    site: Site,
    userId: Id,
    itemType: z.string().min(1),
    title: z.string(),
    body: z.string(),
    questionId: z.exactOptional(Id),
    at,
  }),
  edit: z.strictObject({
    site: Site,
    userId: Id,
    postId: Id,
    title: z.exactOptional(z.string()),
    body: z.exactOptional(z.string()),
    at,
  }),
  retag: z.strictObject({ site: Site, userId: Id, questionId: Id, tags: z.array(z.string()), at }),
  readOnWebsite: z.strictObject({
    accountId: Id,
    itemId: z.exactOptional(Id),
    what: z.exactOptional(z.enum(['inbox', 'achievements'])),
    at,
  }),
  read: z.strictObject({ site: Site, userId: Id, itemId: z.exactOptional(Id), questionId: z.exactOptional(Id), at }),
} satisfies { readonly [Name in keyof Actions]: z.ZodType<Parameters<Actions[Name]>[0]> };

import { z } from 'zod';
import { SCOPES } from '../api/caller.ts';
import { SOCKET_FAULTS } from '../socket/socket-faults.ts';
import type { Actions } from '../world/world.ts';

/** What the control routes take. */
export const ClockChange = z.union(
  [
    z.strictObject({ advance: z.number().int().min(0) }),
    /** Epoch seconds, not before the network's present. */
    z.strictObject({ to: z.number().int() }),
  ],
  'send either advance, whole seconds from 0 on, or to, a moment in whole epoch seconds',
);

export const BackoffPlan = z.strictObject({
  /** A method by one of its paths, e.g. `/me/inbox` or `/users/{ids}`; absent: any. */
  method: z.string().optional(),
  seconds: z.number().int().min(1),
  times: z.number().int().min(1).default(1),
});

/** Which tokens to end: one, those of a person, or all. */
export const TokenRevocation = z.strictObject({ token: z.string().optional(), accountId: z.number().int().optional() });

export const TokenGrant = z.strictObject({
  token: z.string().min(1),
  accountId: z.number().int(),
  scopes: z.array(z.enum(SCOPES)).default([]),
});

/** Another key for an application, or an end for the one it has. */
export const KeyChange = z.strictObject({
  clientId: z.string(),
  key: z.string().min(1).optional(),
  /** From now on; 0 is at once. */
  expiresInSeconds: z.int().min(0).optional(),
});

/** What to do with the socket; docs/api.md, "Socket". */
export const SocketChange = z.strictObject({
  /** How it fails from now on; null is not at all. */
  fault: z.enum(SOCKET_FAULTS).nullable().optional(),
  /** Milliseconds by which frames of `late` are late, by the machine's clock. */
  ms: z.number().int().min(0).max(600_000).optional(),
  /** Whether everybody is sent a heartbeat now. */
  heartbeat: z.boolean().default(false),
  /** Whether every connection is broken. */
  drop: z.boolean().default(false),
});

const Site = z.string();
const Id = z.int();
const at = z.exactOptional(Moment);
/** Person who acts, where that need not be known. */
const userId = z.exactOptional(Id);
/** Where somebody does something, and who. */
const byUser = { site: Site, userId: Id };

/** Arguments of each action; whether it can be done the action says itself. */
export const ACTION_ARGUMENTS = {
  ask: z.strictObject({ ...byUser, title: z.string(), body: z.string(), tags: z.array(z.string()), at }),
  answer: z.strictObject({ ...byUser, questionId: Id, body: z.string(), at }),
  comment: z.strictObject({ ...byUser, postId: Id, body: z.string(), at }),
  vote: z.strictObject({ ...byUser, postId: Id, direction: z.enum(['up', 'down']), at }),
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
  bounty: z.strictObject({ ...byUser, questionId: Id, amount: z.int(), at }),
  awardBounty: z.strictObject({ site: Site, answerId: Id, at }),
  award: z.strictObject({ ...byUser, badge: z.string(), at }),
  message: z.strictObject({
    ...byUser,
    itemType: z.string().min(1),
    title: z.string(),
    body: z.string(),
    questionId: z.exactOptional(Id),
    at,
  }),
  edit: z.strictObject({
    ...byUser,
    postId: Id,
    title: z.exactOptional(z.string()),
    body: z.exactOptional(z.string()),
    at,
  }),
  retag: z.strictObject({ ...byUser, questionId: Id, tags: z.array(z.string()), at }),
  readOnWebsite: z.strictObject({
    accountId: Id,
    itemId: z.exactOptional(Id),
    what: z.exactOptional(z.enum(['inbox', 'achievements'])),
    at,
  }),
  read: z.strictObject({ ...byUser, itemId: z.exactOptional(Id), questionId: z.exactOptional(Id), at }),
} satisfies { readonly [Name in keyof Actions]: z.ZodType<Parameters<Actions[Name]>[0]> };

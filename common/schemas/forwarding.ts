import { z } from 'zod';
import { FAILURES, FORWARD_KINDS, TARGET_KINDS } from '../forwarding.ts';

/** Target that notifications are forwarded to, with the rule that says which. Its secret is in the secret store. */
export const ForwardTarget = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(TARGET_KINDS),
  /** Topic of ntfy, webhook, mail server (`smtps://host`), or command with its arguments. */
  address: z.string().trim().min(1).max(1000),
  /** For e-mail: user name at the server, empty for none, and recipient. */
  user: z.string().trim().max(200).default(''),
  to: z.union([z.email(), z.literal('')]).default(''),
  /** When something is forwarded: always, or only if the user is away, or in quiet hours, at that moment. */
  when: z.enum(['always', 'away', 'quiet']).default('always'),
  kinds: z.array(z.enum(FORWARD_KINDS)).default([...FORWARD_KINDS]),
  /** Scoped ids of sites, and ids of watches; all of them if empty. */
  sites: z.array(z.string()).max(1000).default([]),
  watches: z.array(z.string()).max(5000).default([]),
  /** For e-mail: one mail for each notification, or one for those of an hour or day. */
  digest: z.enum(['each', 'hour', 'day']).default('each'),
  /** Id in the secret store of its token, password, or key that signs; a new secret has a new one. */
  secretId: z.string().max(100).optional(),
});

/** Last answer of a target. */
export const LastAnswer = z.object({
  at: z.date(),
  delivered: z.boolean(),
  /** Why it was not delivered, with the target's own code. */
  why: z.enum(FAILURES).optional(),
  detail: z.string().optional(),
  retryAt: z.date().optional(),
});

export type ForwardTarget = z.output<typeof ForwardTarget>;

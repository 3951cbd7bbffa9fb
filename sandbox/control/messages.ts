import { z } from 'zod';
import { SCOPES } from '../api/caller.ts';
import { SOCKET_FAULTS } from '../socket/socket-faults.ts';

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

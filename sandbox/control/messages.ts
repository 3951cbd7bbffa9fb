import { z } from 'zod';
import { scopes } from '../http/caller.ts';

/** What the control routes take; see {@link Fault} for faults. */
export const ClockChange = z.union([
  z.strictObject({ advance: z.number().int().min(0) }),
  /** Epoch seconds, not before the network's present. */
  z.strictObject({ to: z.number().int() }),
]);

export const BackoffPlan = z.object({
  /** A method by one of its paths, e.g. `/me/inbox` or `/users/{ids}`; absent: any. */
  method: z.string().optional(),
  seconds: z.number().int().min(1),
  times: z.number().int().min(1).default(1),
});

/** Which tokens to end: one, those of a person, or all. */
export const TokenRevocation = z.object({ token: z.string().optional(), accountId: z.number().int().optional() });

export const TokenGrant = z.object({
  token: z.string().min(1),
  accountId: z.number().int(),
  scopes: z.array(z.enum(scopes)).default([]),
});

export const QuotaRemaining = z.object({ remaining: z.number().int().min(0) });

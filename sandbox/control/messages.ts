import { z } from 'zod';
import { scopes } from '../http/caller.ts';

/** What the control routes take; see {@link Fault} for faults. */
export const ClockAdvance = z.object({ advance: z.number().int().min(0) });

export const BackoffPlan = z.object({
  /** A method as routes name it, e.g. `/inbox`; absent: any. */
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

import { z } from 'zod';

/**
 * Why the network could not be asked for something that a click wanted; the window words it. `retryAt`: asking again
 * before then is pointless or forbidden.
 */
export const RequestTrouble = z.object({
  kind: z.enum([
    'offline',
    'throttled',
    'quota-exhausted',
    'signed-out',
    'bad-key',
    'not-offered',
    'failed',
    'blocked',
    'portal',
  ]),
  /** What the network itself said, as plain text without secrets, short. */
  said: z.string().optional(),
  retryAt: z.date().optional(),
});

export type RequestTrouble = z.output<typeof RequestTrouble>;

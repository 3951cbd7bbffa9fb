import { z } from 'zod';

/**
 * Why a request that the user triggered failed; the window words it. `retryAt`: earlier requests are pointless or
 * forbidden.
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
  /** The network's own message as short plain text without secrets. */
  said: z.string().optional(),
  retryAt: z.date().optional(),
});

export type RequestTrouble = z.output<typeof RequestTrouble>;

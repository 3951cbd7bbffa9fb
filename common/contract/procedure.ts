import { oc } from '@orpc/contract';
import { z } from 'zod';

/** Empty result. */
export const done = z.object({});
/** Error for a valid request that could not be carried out; `message` is shown to the user. */
const refused = {
  REFUSED: { status: 400, message: 'Askbell could not do that.', data: z.object({ advice: z.string() }) },
};

/** Base of every procedure of the contract: it may fail with a message for the user. */
export const procedure = oc.errors(refused);

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

import { oc } from '@orpc/contract';
import { z } from 'zod';

/** The answer where there is nothing to tell. */
export const done = z.object({});
/** A request the agent understood and could not do; `message` is for the person. */
const refused = {
  REFUSED: { status: 400, message: 'Askbell could not do that.', data: z.object({ advice: z.string() }) },
};

/** What every procedure of the contract is made from: it may refuse in words for the person. */
export const procedure = oc.errors(refused);

import { z } from 'zod';
import { isTargetAddress } from '../forwarding.ts';
import { ForwardTarget, LastAnswer } from '../schemas/forwarding.ts';
import { done, procedure } from './procedure.ts';

/** Target as it works now, without watches that are gone, nor its secret. */
export const ForwardTargetView = ForwardTarget.omit({ secretId: true }).extend({
  hasSecret: z.boolean(),
  /** Messages not sent yet. */
  waiting: z.number(),
  last: LastAnswer.optional(),
  /** Messages given up after a day, until a test succeeds or the target is changed. */
  lost: z.number(),
});

/** Forwarding of notifications to other devices and programs. */
export const forwarding = {
  list: procedure.output(z.array(ForwardTargetView)),
  /**
   * Adds a target, or changes the one with this `id`. Without `secret` the stored one stays, unless the address or user
   * changes: it must not be sent elsewhere. An empty one removes it. Only the command line may add a command or change
   * which one is run.
   */
  save: procedure
    .input(
      ForwardTarget.omit({ secretId: true })
        .extend({ id: ForwardTarget.shape.id.optional(), secret: z.string().max(1000).optional() })
        .refine(({ kind, address, to }) => isTargetAddress(kind, address) && (kind !== 'email' || to !== '')),
    )
    .output(done),
  /** Sends a test message at once; returns the answer. */
  test: procedure.input(z.object({ id: z.string() })).output(LastAnswer),
  /** Removes a target, its secret and its messages. */
  remove: procedure.input(z.object({ id: z.string() })).output(done),
};

export type ForwardTargetView = z.output<typeof ForwardTargetView>;

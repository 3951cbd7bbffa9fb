import type { ForwardFailure } from '../../../common/forwarding.ts';

/** A target did not take a message, or may not have: it is sent again. Its message contains nothing secret. */
export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed';
  readonly why: ForwardFailure;
  /** The target's own code. */
  readonly detail: string | undefined;

  constructor(why: ForwardFailure, detail?: string) {
    super([why, detail].filter(Boolean).join(' '));
    this.why = why;
    this.detail = detail;
  }
}

/** Something a person asked for that cannot be done: why, and what to do instead. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly advice: string;
  constructor(message: string, advice: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.advice = advice;
  }
}

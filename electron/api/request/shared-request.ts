import { cancelled } from './outcome.ts';

/** A request under way, shared by everybody who asked the same meanwhile. */
export class SharedRequest<T> {
  readonly #method: string;
  readonly #promise: Promise<T>;
  readonly #abort = new AbortController();
  #waiting = 0;

  /** `send` starts the request; its signal aborts when nobody waits for it any more. */
  constructor(method: string, send: (signal: AbortSignal) => Promise<T>) {
    this.#method = method;
    this.#promise = send(this.#abort.signal);
  }

  /** Waits together with others. Whoever's `signal` aborts leaves; the last one to leave calls the request off. */
  join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting--;
        if (this.#waiting === 0) this.#abort.abort();
        reject(cancelled(this.#method));
      };
      signal?.addEventListener('abort', leave, { once: true });
      const stopListening = () => signal?.removeEventListener('abort', leave);
      this.#promise.then(
        (value) => {
          stopListening();
          resolve(value);
        },
        (error: unknown) => {
          stopListening();
          reject(error);
        },
      );
    });
  }
}

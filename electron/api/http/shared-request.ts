import { cancelled } from './outcome.ts';

/** Request in flight, shared by all callers of the same request. */
export class SharedRequest<T> {
  readonly #method: string;
  readonly #promise: Promise<T>;
  readonly #abort = new AbortController();
  #waiting = 0;

  /** Starts the request by `send`; its signal aborts when no caller waits any more. */
  constructor(method: string, send: (signal: AbortSignal) => Promise<T>) {
    this.#method = method;
    this.#promise = send(this.#abort.signal);
  }

  /** Waits for the shared result. A caller whose `signal` aborts leaves; the last one to leave aborts the request. */
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

import { DAY_MS } from '../../../common/durations.ts';
import type { Fault } from '../network/layer.ts';
import { otherWrapper } from './bodies.ts';

/** Good answers, or refusals, with odd headers and odd side fields of the wrapper. */

/** The good answer with another header; without it for undefined. */
export const otherHeader =
  (name: string, value: (now: number) => string | undefined): Fault =>
  async (exchange) => {
    const response = await exchange.good();
    const headers = new Headers(response.headers);
    const told = value(exchange.now);
    if (told === undefined) headers.delete(name);
    else headers.set(name, told);
    return new Response(await response.text(), { status: response.status, headers });
  };

/** The good answer with a `Date` that is `days` off. */
export const dateOff = (days: number): Fault =>
  otherHeader('date', (now) => new Date(now + days * DAY_MS).toUTCString());

/** Only for the fault's first requests; the network is itself again after that. */
export const firstOnly =
  (times: number, fault: Fault): Fault =>
  (exchange) =>
    exchange.times <= times ? fault(exchange) : exchange.good();

/** The good answer with another quota. */
export const quota = (remaining: unknown, max?: unknown): Fault =>
  otherWrapper((wrapper) => ({
    ...wrapper,
    quota_remaining: remaining,
    ...(max !== undefined && { quota_max: max }),
  }));

/** The good answer with a request for a pause. */
export const backoff = (seconds: unknown): Fault => otherWrapper((wrapper) => ({ ...wrapper, backoff: seconds }));

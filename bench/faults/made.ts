import { DAY_MS, MINUTE_MS } from '../../common/durations.ts';
import type { Exchange, Fault } from './network/layer.ts';

/** Faults above the sockets: answers that a network, or somebody in its place, may give. */

type Item = Record<string, unknown>;
type Wrapper = Item & { items?: Item[] };

const dated = ({ now }: Exchange): Record<string, string> => ({ date: new Date(now).toUTCString() });

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = '<!doctype html><html><head><title>Hello</title></head><body>Not an API.</body></html>';
/** A status and nothing else. */
export const bare =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (exchange) =>
    new Response(null, { status, headers: { ...dated(exchange), ...headers } });

/** A status and a wait. */
export const retryAfter = (status: number, wait: string): Fault => bare(status, { 'retry-after': wait });
export const retryInTwoMinutes: Fault = (exchange) =>
  retryAfter(503, new Date(exchange.now + 2 * MINUTE_MS).toUTCString())(exchange);

/** A page for people. */
export const page =
  (status: number, headers: Record<string, string> = {}, text = PAGE): Fault =>
  (exchange) =>
    new Response(text, { status, headers: { ...dated(exchange), ...HTML, ...headers } });

/** Page of a protection that wants a challenge solved. */
export const challenge = page(403, { server: 'cloudflare', 'cf-mitigated': 'challenge' });
/** Log-in page of a Wi-Fi network, which leads on by itself. */
const PORTAL_PAGE =
  '<html><head><meta http-equiv="refresh" content="0; url=https://login.hotel.example/"></head></html>';
export const portalPage = page(200, {}, PORTAL_PAGE);

/**
 * The API's error object as the public service sends it: HTTP status 400 whatever the error (docs/api.md, "Errors").
 */
export const refusal =
  (id: number, name: string, message: string): Fault =>
  (exchange) => {
    const error = { error_id: id, error_name: name, error_message: message };
    return Response.json(error, { status: 400, headers: dated(exchange) });
  };

const redirect =
  (status: number, to: (url: URL) => string): Fault =>
  (exchange) =>
    new Response(null, { status, headers: { ...dated(exchange), location: to(exchange.url) } });

const elsewhere = (url: URL): string => `https://login.hotel.example/?from=${encodeURIComponent(url.origin)}`;
export const portalRedirect = redirect(302, elsewhere);
export const foreignRedirect = redirect(307, (url) => `https://evil.example${url.pathname}${url.search}`);
export const redirectLoop = redirect(302, ({ href }) => href);
export const redirectToHttp = redirect(308, ({ href }) => href.replace(/^https:/, 'http:'));
export const redirectToNowhere = redirect(302, () => 'http://[');

/** A redirect within the origin, which ends at the good answer. */
export const redirectOnce: Fault = (exchange) =>
  exchange.url.searchParams.has('moved')
    ? exchange.good()
    : redirect(302, ({ href }) => `${href}${href.includes('?') ? '&' : '?'}moved=1`)(exchange);

/** The good answer with another `Date`, or without it. */
const otherDate =
  (value: (now: number) => string | undefined): Fault =>
  async (exchange) => {
    const response = await exchange.good();
    const headers = new Headers(response.headers);
    headers.delete('date');
    const date = value(exchange.now);
    if (date !== undefined) headers.set('date', date);
    return new Response(await response.text(), { status: response.status, headers });
  };

/** The good answer with a `Date` that is `days` off. */
export const dateOff = (days: number): Fault => otherDate((now) => new Date(now + days * DAY_MS).toUTCString());
export const dateGarbage = otherDate(() => 'half past nine');
export const dateMissing = otherDate(() => undefined);

/** A fault of the first requests only. */
export const firstOnly =
  (times: number, fault: Fault): Fault =>
  (exchange) =>
    exchange.times <= times ? fault(exchange) : exchange.good();

/** The good answer with another body. */
export const otherBody =
  (change: (text: string) => string): Fault =>
  async (exchange) => {
    const response = await exchange.good();
    const { status, headers } = response;
    return new Response(change(await response.text()), { status, headers });
  };

export const otherText = (body: string): Fault => otherBody(() => body);
export const emptyBody = otherText('');
export const cutBody = (share: number): Fault => otherBody((text) => text.slice(0, Math.floor(text.length * share)));
export const deepBody = otherText('['.repeat(200_000) + ']'.repeat(200_000));
/** Keys of every object's own parts, which must not become parts of anything. */
export const prototypeKeys = otherBody((text) =>
  text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
);

/** The good answer with other fields. */
const otherWrapper = (change: (wrapper: Wrapper) => unknown): Fault =>
  otherBody((text) => JSON.stringify(change(JSON.parse(text) as Wrapper)));

export const withFields = (fields: Item): Fault => otherWrapper((wrapper) => ({ ...wrapper, ...fields }));

/** The good answer with other items. */
const otherItems = (change: (items: Item[]) => unknown): Fault =>
  otherWrapper((wrapper) => ({ ...wrapper, ...(wrapper.items && { items: change(wrapper.items) }) }));

export const itemsTwice = otherItems((items) => [...items, ...items]);
export const itemsOfNulls = otherItems((items) => items.map(() => null));

/** The good answer with other fields in each item. */
const otherFields = (change: (name: string, value: unknown) => unknown): Fault =>
  otherItems((items) =>
    items.map((item) => Object.fromEntries(Object.entries(item).map(([name, value]) => [name, change(name, value)]))),
  );

export const oddIds = otherFields((name, value) => (name.endsWith('_id') ? 2 ** 60 : value));
export const oddTypes = otherFields((_name, value) => (typeof value === 'string' ? { not: 'a text' } : value));

/** The good answer with another quota. */
export const quota = (remaining: unknown, max?: unknown): Fault =>
  withFields({ quota_remaining: remaining, ...(max !== undefined && { quota_max: max }) });

/** The good answer with a request for a pause. */
export const backoff = (seconds: unknown): Fault => withFields({ backoff: seconds });
export const quotaOnce = (remaining: number): Fault => firstOnly(1, quota(remaining));
export const backoffOnce = (seconds: number): Fault => firstOnly(1, backoff(seconds));

const MEGABYTE = 1024 * 1024;

/** The first two items with texts of up to a megabyte: together below the limit of a body. */
export const hugeTexts: Fault = otherItems((items) =>
  items.slice(0, 2).map((item) => ({ ...item, title: 'x'.repeat(MEGABYTE / 4), body: 'y'.repeat(MEGABYTE) })),
);

/** Seventeen MiB in pieces, as they would come over the wire. */
export const endless: Fault = (exchange) => {
  const piece = new TextEncoder().encode(' '.repeat(MEGABYTE));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (++sent > 17 ? controller.close() : controller.enqueue(piece)),
  });
  return new Response(body, { headers: { ...dated(exchange), 'content-type': 'application/json' } });
};

import { MINUTE_MS } from '../../../common/durations.ts';
import type { Fault } from '../network/layer.ts';
import { bare, page, PORTAL_PAGE, redirect, refusal } from './answers.ts';
import {
  deeplyNested,
  endless,
  otherBody,
  otherItems,
  otherWrapper,
  withHugeTexts,
  withOddIds,
  withOddTypes,
  withPrototypeKeys,
} from './bodies.ts';
import { backoff, dateOff, firstOnly, otherHeader, quota } from './headers.ts';

/** Everything above the sockets that a network, or somebody in its place, may answer. What follows: ../table.ts. */

const TEN_YEARS_DAYS = 3650;
/** Requests in about three minutes. */
const FEW_MINUTES = 9;
const ABSURD_WAIT_S = 1e9;
const TWO_MINUTES_MS = 2 * MINUTE_MS;

const elsewhere = (url: URL): string => `https://login.hotel.example/?from=${encodeURIComponent(url.origin)}`;
const unavailable = (retryAfter: string): Fault => bare(503, { 'retry-after': retryAfter });

export const MADE_FAULTS = {
  'status-204': bare(204),
  'status-304': bare(304),
  'status-400': bare(400),
  'status-401': bare(401),
  'status-402': bare(402),
  'status-403': bare(403),
  'status-404': bare(404),
  'status-407': bare(407),
  'status-410': bare(410),
  'status-429': bare(429),
  'status-500': bare(500),
  'status-502': bare(502),
  'status-503': bare(503),
  'status-504': bare(504),
  'status-520': bare(520),
  'html-200': page(200),
  'html-404': page(404),
  'html-503': page(503),
  'gateway-401': page(401),
  'protection-403': page(403, { server: 'cloudflare', 'cf-mitigated': 'challenge' }),
  'portal-200': page(200, {}, PORTAL_PAGE),
  'portal-302': redirect(302, elsewhere),
  'portal-511': page(511),

  'error-bad-parameter': refusal(400, 'bad_parameter', 'pagesize'),
  'error-bad-key': refusal(400, 'bad_parameter', "`key` doesn't match a known application"),
  'error-token-required': refusal(401, 'access_token_required', 'This method requires an access token'),
  'error-token-invalid': refusal(402, 'invalid_access_token', 'The token is not valid'),
  'error-scope': refusal(403, 'access_denied', 'The scope read_inbox is required'),
  'error-no-method': refusal(404, 'no_method', 'this method does not exist'),
  'error-key-required': refusal(405, 'key_required', 'A key is required'),
  'error-token-compromised': refusal(406, 'access_token_compromised', 'The token was compromised'),
  'error-write-failed': refusal(407, 'write_failed', 'The write failed'),
  'error-duplicate': refusal(409, 'duplicate_request', 'The same request came before'),
  'error-internal': refusal(500, 'internal_error', 'An error was logged'),
  'error-throttle': refusal(502, 'throttle_violation', 'too many requests from this IP'),
  'error-ban-hours': refusal(
    502,
    'throttle_violation',
    'too many requests from this IP, more requests available in 34359 seconds',
  ),
  'error-unavailable': refusal(503, 'temporarily_unavailable', 'Please wait'),
  'error-unknown': refusal(499, 'never_heard_of', 'Something new'),

  'body-empty': otherBody(() => ''),
  'body-truncated': otherBody((text) => text.slice(0, Math.floor(text.length / 2))),
  'body-utf-16': otherBody((text) => new Uint8Array(Buffer.from(text, 'utf16le'))),
  'body-null-bytes': otherBody((text) => `\0\0\0${text}`),
  'body-deep': otherBody(() => deeplyNested(200_000)),
  'body-array': otherBody((text) => `[${text}]`),
  'body-null': otherBody(() => 'null'),
  'body-number': otherBody(() => '42'),
  'body-17-mib': endless,
  'body-prototype-keys': otherBody(withPrototypeKeys),
  'items-missing': otherWrapper((wrapper) => ({ ...wrapper, items: undefined })),
  'items-text': otherWrapper((wrapper) => ({ ...wrapper, items: 'none' })),
  'items-of-nulls': otherItems((items) => items.map(() => null)),
  'items-twice': otherItems((items) => [...items, ...items]),
  'items-odd-types': otherItems(withOddTypes),
  'items-odd-ids': otherItems(withOddIds),
  'items-huge-texts': otherItems(withHugeTexts),

  'date-day-ahead': dateOff(1),
  'date-day-behind': dateOff(-1),
  'date-years-ahead': dateOff(TEN_YEARS_DAYS),
  'date-years-behind': dateOff(-TEN_YEARS_DAYS),
  'date-day-ahead-minutes': firstOnly(FEW_MINUTES, dateOff(1)),
  'date-garbage': otherHeader('date', () => 'half past nine'),
  'date-missing': otherHeader('date', () => undefined),
  'retry-after-seconds': unavailable('120'),
  'retry-after-date': (exchange) =>
    bare(503, { 'retry-after': new Date(exchange.now + TWO_MINUTES_MS).toUTCString() })(exchange),
  'retry-after-years': bare(429, { 'retry-after': String(ABSURD_WAIT_S - 1) }),
  'retry-after-years-once': firstOnly(1, bare(429, { 'retry-after': String(ABSURD_WAIT_S - 1) })),
  'retry-after-garbage': unavailable('soon'),
  'retry-after-negative': unavailable('-5'),

  'quota-0-once': firstOnly(1, quota(0)),
  'quota-negative-once': firstOnly(1, quota(-1_000_000)),
  'quota-absurd': quota(1e300, 1e300),
  'quota-text': quota('many', 'very many'),
  'backoff-absurd-once': firstOnly(1, backoff(ABSURD_WAIT_S)),
  'backoff-negative': backoff(-10),
  'backoff-text': backoff('a while'),

  'redirect-same-origin': (exchange) =>
    exchange.url.searchParams.has('moved')
      ? exchange.good()
      : redirect(302, ({ href }) => `${href}${href.includes('?') ? '&' : '?'}moved=1`)(exchange),
  'redirect-foreign': redirect(307, (url) => `https://evil.example${url.pathname}${url.search}`),
  'redirect-loop': redirect(302, ({ href }) => href),
  'redirect-to-http': redirect(308, ({ href }) => href.replace(/^https:/, 'http:')),
  'redirect-to-nowhere': redirect(302, () => 'http://['),
} satisfies Record<string, Fault>;

export type MadeFaultName = keyof typeof MADE_FAULTS;

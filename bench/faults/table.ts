import * as is from './expectations.ts';
import * as made from './made.ts';
import type { Fault } from './network/layer.ts';
import * as real from './servers.ts';

/**
 * Every fault, how it is made, and what has to follow from it, for people to read and to argue with. A row names one of
 * the groups of expectations.ts; where an operation differs, the row says so.
 */

const row = (what: string, fault: Fault | real.RealServer, expected: is.Expectation): is.Row => ({
  what,
  fault,
  is: expected,
});

/** Row of an error of the API itself (docs/api.md, "Errors"), which also turns a sign-in down. */
const error = (id: number, name: string, message: string, expected: is.Expectation): is.Row =>
  row(`error ${id}: ${message}`, made.refusal(id, name, message), is.turningDown(expected));

const UNKNOWN_KEY = "`key` doesn't match a known application";
const MANY_REQUESTS = 'too many requests from this IP';
const BANNED_FOR_HOURS = `${MANY_REQUESTS}, more requests available in 34359 seconds`;
const TEN_YEARS_DAYS = 3650;
/** Requests in about three minutes. */
const FEW_MINUTES = 9;
const ABSURD_WAIT_S = 1e9;
const thirtyYears = made.retryAfter(429, String(ABSURD_WAIT_S - 1));

const BELOW_HTTP = {
  refused: row('nothing listens at the address', real.nothingListens, is.OFFLINE),
  'reset-before-headers': row('the connection is reset at once', real.resetAtOnce, is.BROKE_OFF),
  'closed-before-headers': row('the connection is closed at once', real.closedAtOnce, is.BROKE_OFF),
  'reset-in-headers': row('the connection is reset within the headers', real.resetInHeaders, is.BROKE_OFF),
  'reset-in-body': row('the connection is reset within the body', real.resetInBody, is.BROKE_OFF),
  'closed-in-body': row('the connection is closed within the body', real.closedInBody, is.BROKE_OFF),
  'hang-before-headers': row('no answer ever comes', real.silent, is.BROKE_OFF),
  'slow-drip': row('the body comes byte by byte, without end', real.drips, is.BROKE_OFF),
  'not-http': row('something else than a web server answers', real.notHttp, is.BAD_ANSWER),
  'headers-too-long': row('headers of 40,000 characters', real.longHeaders, is.BAD_ANSWER),
  'chunks-broken': row('a chunked body whose chunks are none', real.brokenChunks, is.BAD_ANSWER),
  'length-too-long': row('a body shorter than its Content-Length', real.shortBody, is.BROKE_OFF),
  'length-absurd': row('a Content-Length of 23 digits', real.absurdLength, is.BROKE_OFF),
  'gzip-truncated': row('a compressed body that breaks off', real.gzipTruncated, is.EMPTY),
  'gzip-not': row('a body that says it is compressed and is not', real.gzipNot, is.BAD_ANSWER),
  'early-hints': row('103 before the answer', real.earlyHints, is.GOOD),
  'tls-self-signed': row('a certificate that nobody signed', real.secured('valid', 'unknown'), is.OFFLINE),
  'tls-expired': row('a certificate of yesterday', real.secured('expired', 'trusted'), is.OFFLINE),
  'tls-not-yet-valid': row('a certificate of tomorrow', real.secured('notYetValid', 'trusted'), is.OFFLINE),
  'tls-wrong-host': row("another host's certificate", real.secured('wrongHost', 'trusted'), is.OFFLINE),
  'tls-none': row('no TLS where TLS should be', real.withoutTls, is.OFFLINE),
  'dns-unknown': row('a name that nobody knows', real.unknownName, is.OFFLINE),
};

/** Statuses without the API's error object: a gateway's, which heals by itself. */
const STATUSES = {
  'status-204': row('204 without a body', made.bare(204), is.EMPTY),
  'status-304': row('304 although nothing was asked conditionally', made.bare(304), is.BAD_ANSWER),
  'status-400': row('400 and nothing else', made.bare(400), is.BAD_ANSWER),
  'status-401': row('401 and nothing else', made.bare(401), is.MAYBE_PROTECTION),
  'status-402': row('402 and nothing else', made.bare(402), is.MAYBE_PROTECTION),
  'status-403': row('403 and nothing else', made.bare(403), is.THROTTLED),
  'status-404': row('404 and nothing else', made.bare(404), is.BAD_ANSWER),
  'status-407': row('a proxy wants a password', made.bare(407), is.BAD_ANSWER),
  'status-429': row('429 and nothing else', made.bare(429), is.THROTTLED),
  'status-500': row('500 and nothing else', made.bare(500), is.SERVER_FAULT),
  'status-502': row('502 and nothing else', made.bare(502), is.SERVER_FAULT),
  'status-503': row('503 and nothing else', made.bare(503), is.SERVER_FAULT),
  'status-504': row('504 and nothing else', made.bare(504), is.SERVER_FAULT),
  'status-520': row('520, as a content network has it', made.bare(520), is.SERVER_FAULT),
};

const PAGES_FOR_PEOPLE = {
  'html-200': row('a page in the place of JSON', made.page(200), is.BAD_ANSWER),
  'html-404': row('a page with status 404', made.page(404), is.MAYBE_PROTECTION),
  'html-503': row('a page with status 503', made.page(503), is.SERVER_FAULT),
  'gateway-401': row("a gateway's page that wants a sign-in", made.page(401), is.MAYBE_PROTECTION),
  'protection-403': row('the page of a protection', made.challenge, is.PROTECTION),
  'portal-200': row('the log-in page of a Wi-Fi network', made.portalPage, is.PORTAL),
  'portal-302': row('a redirect to such a page', made.portalRedirect, is.PORTAL),
  'portal-511': row('511, network authentication required', made.page(511), is.PORTAL_511),
};

const ERRORS = {
  'error-bad-parameter': error(400, 'bad_parameter', 'pagesize', is.REFUSED),
  'error-bad-key': error(400, 'bad_parameter', UNKNOWN_KEY, is.BAD_KEY),
  'error-token-required': error(401, 'access_token_required', 'A token is required', is.SIGNED_OUT),
  'error-token-invalid': error(402, 'invalid_access_token', 'The token is not valid', is.SIGNED_OUT),
  'error-scope': error(403, 'access_denied', 'A scope is missing', is.SCOPE),
  'error-no-method': error(404, 'no_method', 'this method does not exist', is.NO_METHOD),
  'error-key-required': error(405, 'key_required', 'A key is required', is.BAD_KEY),
  'error-token-compromised': error(406, 'access_token_compromised', 'The token was compromised', is.SIGNED_OUT),
  'error-write-failed': error(407, 'write_failed', 'The write failed', is.REFUSED),
  'error-duplicate': error(409, 'duplicate_request', 'The same request came before', is.REFUSED),
  'error-internal': error(500, 'internal_error', 'An error was logged', is.SERVER_FAULT),
  'error-throttle': error(502, 'throttle_violation', MANY_REQUESTS, is.THROTTLED),
  'error-ban-hours': error(502, 'throttle_violation', BANNED_FOR_HOURS, is.BANNED),
  'error-unavailable': error(503, 'temporarily_unavailable', 'Please wait', is.THROTTLED),
  'error-unknown': error(499, 'never_heard_of', 'Something new', is.REFUSED),
};

const BODIES = {
  'body-empty': row('nothing', made.emptyBody, is.EMPTY),
  'body-truncated': row('half of the JSON', made.cutBody(0.5), is.BAD_ANSWER),
  'body-deep': row('two hundred thousand brackets', made.deepBody, is.BAD_ANSWER),
  'body-null': row('null', made.otherText('null'), is.BAD_ANSWER),
  'body-17-mib': row('seventeen MiB', made.endless, is.BAD_ANSWER),
  'body-prototype-keys': row('the keys __proto__ and constructor', made.prototypeKeys, is.GOOD),
  'items-missing': row('a wrapper without items', made.withFields({ items: undefined }), is.NO_ITEMS),
  'items-text': row('a text in the place of items', made.withFields({ items: 'none' }), is.NO_ITEMS),
  'items-of-nulls': row('items that are null', made.itemsOfNulls, is.UNREADABLE),
  'items-twice': row('each item twice', made.itemsTwice, is.GOOD),
  'items-odd-types': row('objects in the place of texts', made.oddTypes, is.UNREADABLE),
  'items-odd-ids': row('ids of 2^60', made.oddIds, is.UNREADABLE_BY_ID),
  'items-huge-texts': row('titles and bodies of up to a megabyte', made.hugeTexts, is.GOOD),
};

const DATES_AND_WAITS = {
  'date-day-ahead': row('answers dated a day ahead', made.dateOff(1), is.GOOD),
  'date-day-behind': row('answers dated a day behind', made.dateOff(-1), is.GOOD),
  'date-years-ahead': row('answers dated ten years ahead', made.dateOff(TEN_YEARS_DAYS), is.GOOD),
  'date-years-behind': row('answers dated ten years behind', made.dateOff(-TEN_YEARS_DAYS), is.READ_ANEW),
  'date-day-ahead-minutes': row('a day ahead for three minutes', made.firstOnly(FEW_MINUTES, made.dateOff(1)), is.GOOD),
  'date-garbage': row('a date that is none', made.dateGarbage, is.GOOD),
  'date-missing': row('no date', made.dateMissing, is.GOOD),
  'retry-after-seconds': row('503 and two minutes to wait', made.retryAfter(503, '120'), is.SERVER_FAULT),
  'retry-after-date': row('503 and the time two minutes from now', made.retryInTwoMinutes, is.SERVER_FAULT),
  'retry-after-years': row('429 and thirty years to wait, which are bounded', thirtyYears, is.LONG_WAIT),
  'retry-after-years-once': row('the same once', made.firstOnly(1, thirtyYears), is.LONG_WAIT_ONCE),
  'retry-after-garbage': row('503 and a wait that is none', made.retryAfter(503, 'soon'), is.SERVER_FAULT),
};

const QUOTA_AND_PAUSES = {
  'quota-0-once': row('a quota of 0, once', made.quotaOnce(0), is.OUT_OF_QUOTA_ONCE),
  'quota-negative-once': row('a quota of minus a million, once', made.quotaOnce(-1e6), is.OUT_OF_QUOTA_ONCE),
  'quota-absurd': row('a quota of 10^300', made.quota(1e300, 1e300), is.GOOD),
  'quota-text': row('a quota in words', made.quota('many', 'very many'), is.GOOD),
  'backoff-absurd-once': row('a backoff of 10^9 seconds, once', made.backoffOnce(ABSURD_WAIT_S), is.PAUSED_ONCE),
  'backoff-negative': row('a backoff below zero', made.backoff(-10), is.GOOD),
  'backoff-text': row('a backoff in words', made.backoff('a while'), is.GOOD),
};

/** Redirects: followed within the origin only, never for a write, and a loop costs one request. */
const REDIRECTS = {
  'redirect-same-origin': row('a redirect within the origin', made.redirectOnce, is.REDIRECTED),
  'redirect-foreign': row('307 to another host', made.foreignRedirect, is.PORTAL),
  'redirect-loop': row('a redirect to itself', made.redirectLoop, is.MAYBE_PROTECTION),
  'redirect-to-http': row('308 from https to http', made.redirectToHttp, is.MAYBE_PROTECTION),
  'redirect-to-nowhere': row('a redirect to an address that is none', made.redirectToNowhere, is.MAYBE_PROTECTION),
};

const ROWS = {
  ...BELOW_HTTP,
  ...STATUSES,
  ...PAGES_FOR_PEOPLE,
  ...ERRORS,
  ...BODIES,
  ...DATES_AND_WAITS,
  ...QUOTA_AND_PAUSES,
  ...REDIRECTS,
};

export type FaultName = keyof typeof ROWS;
export const FAULT_NAMES = Object.keys(ROWS) as FaultName[];
export const TABLE: Readonly<Record<FaultName, is.Row>> = ROWS;

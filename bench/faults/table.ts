import type { MadeFaultName } from './made/faults.ts';
import type { OperationName } from './operations.ts';
import type { WireFaultName } from './wire/servers.ts';

/**
 * What has to follow from each fault, for people to read and to argue with. A row names a fault and one of the groups
 * below; where an operation differs, the row says so. How the faults are made: made/faults.ts and wire/servers.ts.
 */

export type FaultName = MadeFaultName | WireFaultName;

/** An operation, or all of them at once. */
export type Subject = OperationName | 'everything';

export interface Expectation {
  /** What the caller is told: a kind of `NetworkError`, `refused` by a sign-in, or nothing if it goes well. */
  told: string;
  /** The condition that the window shows while polls fail so. */
  shown: string;
  /** Another condition that may be there for a while. */
  mayShow?: string;
  /** Requests that one click costs at most. */
  tries: number;
  /** Requests in an hour at most, where one operation is polled and meets the fault. */
  anHour: number;
  /** Minutes after the end of the fault at which all is well again, at the latest. */
  backMin: number;
  /** Requests in an hour at most, where every request meets the fault, for hours. */
  outageAnHour: number;
  outageBackMin: number;
  /** Polling goes on only when somebody asks for it; the minutes count from then on. */
  mendedBy?: 'click';
  /** It is asked no more, because another operation takes its place: then only what is shown has to be mended. */
  isReplaced?: true;
  /** How long the fault lasts, in minutes, if not half an hour for one operation and three hours for all. */
  lastsMin?: number;
}

export interface Row {
  /** The fault, in words. */
  what: string;
  is: Expectation;
  /** What differs, by operation. */
  except?: Partial<Record<Subject, Partial<Expectation>>>;
}

/** Nothing is wrong: as often as a poll a minute, two requests each where there is a second page. */
const POLLS_AN_HOUR = 125;
/** A stream that fails by itself is tried now and then. */
const RETRIES_AN_HOUR = 25;
/** An outage of the whole network is probed by one request, about twice a minute at most. */
const PROBES_AN_HOUR = 130;
/** Recovery from an outage. */
const SOON_MIN = 3;
/** A single stream's own wait, which grows while only that stream fails. */
const OWN_WAIT_MIN = 31;

const GOOD: Expectation = {
  told: 'nothing',
  shown: 'nothing',
  tries: 1,
  anHour: POLLS_AN_HOUR,
  backMin: 2,
  outageAnHour: 3 * POLLS_AN_HOUR,
  outageBackMin: 2,
};
const failing = (told: string, shown: string, more: Partial<Expectation> = {}): Expectation => ({
  told,
  shown,
  tries: 1,
  anHour: RETRIES_AN_HOUR,
  backMin: OWN_WAIT_MIN,
  outageAnHour: PROBES_AN_HOUR,
  outageBackMin: SOON_MIN,
  ...more,
});

/** The network certainly never saw the request, so that it is tried three times. */
const OFFLINE = failing('offline', 'offline', { tries: 3, anHour: 400, outageAnHour: 3 * PROBES_AN_HOUR });
/** It saw the request, perhaps. */
const BROKE_OFF = failing('timeout', 'timeout');
const BAD_ANSWER = failing('bad-answer', 'bad-answer');
/**
 * A refusal without the API's error object may be a protection's, which wants five minutes of silence (docs/api.md,
 * "Protection pages").
 */
const MAYBE_PROTECTION: Expectation = { ...BAD_ANSWER, outageBackMin: 6 };
const SERVER_FAULT = failing('server-fault', 'server-fault');
/** Somebody may log in any moment, so it is looked at every minute or two. */
const PORTAL = failing('captive-portal', 'captive-portal', { anHour: 65 });
/** Whoever asks a protection often is banned for longer, so it is asked seldom (docs/api.md, "Protection pages"). */
const PROTECTION = failing('blocked-by-protection', 'blocked-by-protection', {
  outageAnHour: 8,
  outageBackMin: 130,
});
const THROTTLED = failing('throttled', 'throttled', { anHour: 40, outageAnHour: 8, outageBackMin: 65 });
/** A refusal of the request itself. It may be the network's mistake, so each stream asks again every two minutes. */
const REFUSED = failing('bad-request', 'bad-request', {
  anHour: 41,
  outageAnHour: 160,
  backMin: 3,
  outageBackMin: 3,
});
const NO_METHOD = { ...REFUSED, told: 'not-found' };
/** Only a person can mend it, so nothing is asked until one does. */
const SIGNED_OUT = failing('token-rejected', 'signed-out', {
  tries: 2,
  anHour: 4,
  outageAnHour: 2,
  backMin: 2,
  outageBackMin: 2,
  mendedBy: 'click',
});
const BAD_KEY = { ...SIGNED_OUT, told: 'bad-key', shown: 'bad-key', tries: 1 };
const SCOPE = failing('scope-missing', 'scope-missing', {
  anHour: 41,
  outageAnHour: 160,
  backMin: 3,
  outageBackMin: 3,
});

/** Writes may be answered with nothing at all, which says "done". */
const NOTHING_IS_DONE = {
  accept: { told: 'nothing' },
  undoAccept: { told: 'nothing' },
  invalidate: { told: 'nothing' },
  deauthenticate: { told: 'nothing' },
};
/** What changes something is asked for at the address that it was meant for, or not at all. */
const CHANGES_NOT_FOLLOWED = {
  accept: { told: 'bad-answer' },
  undoAccept: { told: 'bad-answer' },
  invalidate: { told: 'bad-answer' },
  deauthenticate: { told: 'bad-answer' },
};
/** A network that lacks one of these is asked for another operation, and nobody need be told. */
const ANOTHER_INSTEAD = {
  inbox: { shown: 'nothing', isReplaced: true as const },
  achievements: { shown: 'nothing', isReplaced: true as const },
  reputationHistory: { shown: 'nothing', isReplaced: true as const },
  // Where tokens cannot be ended, the application is taken away.
  invalidate: { told: 'nothing' },
};
/** A token that is no longer valid is just what signing out wants. */
const ENDED_ANYWAY = { invalidate: { told: 'nothing' }, deauthenticate: { told: 'nothing' } };
/** Lists that are never empty, so that one of which nothing can be read is told of; other lists may be quiet. */
const IS_TOLD = { shown: 'bad-answer' };
/** Asked for so seldom that the half hour holds one odd answer, or two that are far enough apart to be told of. */
const MAY_BE_TOLD = { mayShow: 'bad-answer' };
const UNREADABLE_BY_ID = {
  associated: IS_TOLD,
  achievements: MAY_BE_TOLD,
  reputation: IS_TOLD,
  reputationHistory: IS_TOLD,
  // Asked for so seldom that the condition stays until the next poll.
  featured: { ...MAY_BE_TOLD, backMin: 65 },
  everything: IS_TOLD,
};
/** An inbox item is understood without its ids. */
const UNREADABLE: Row['except'] = { ...UNREADABLE_BY_ID, inbox: IS_TOLD, myInbox: IS_TOLD };
const SIGN_IN_REFUSED = { exchange: { told: 'refused' } };

/** Asked before the quota is known, so that a ban looks like its end. */
const QUOTA_UNKNOWN = { sites: { shown: 'quota-exhausted' } };

/** The exchange of a code has no second try. */
const BELOW_HTTP = { exchange: { tries: 1 } };
/** The exchange has its own, simpler answer. */
const EXCHANGE_BAD_ANSWER = { exchange: { told: 'bad-answer' } };
const EXCHANGE_GOES_WELL = { exchange: { told: 'nothing' } };

export const TABLE: Record<FaultName, Row> = {
  // Below HTTP, by real servers.
  refused: { what: 'nothing listens at the address', is: OFFLINE, except: BELOW_HTTP },
  'reset-before-headers': { what: 'the connection is reset at once', is: BROKE_OFF },
  'closed-before-headers': { what: 'the connection is closed at once', is: BROKE_OFF },
  'reset-in-headers': { what: 'the connection is reset within the headers', is: BROKE_OFF },
  'reset-in-body': { what: 'the connection is reset within the body', is: BROKE_OFF },
  'closed-in-body': { what: 'the connection is closed within the body', is: BROKE_OFF },
  'hang-before-headers': { what: 'no answer ever comes', is: BROKE_OFF },
  'slow-drip': { what: 'the body comes byte by byte, without end', is: BROKE_OFF },
  'not-http': { what: 'something else than a web server answers', is: BAD_ANSWER },
  'headers-too-long': { what: 'headers of 40,000 characters', is: BAD_ANSWER },
  'chunks-broken': { what: 'a chunked body whose chunks are none', is: BAD_ANSWER },
  'length-too-long': { what: 'a body shorter than its Content-Length', is: BROKE_OFF },
  'length-absurd': { what: 'a Content-Length of 23 digits', is: BROKE_OFF },
  'gzip-truncated': {
    what: 'a compressed body that breaks off',
    is: BAD_ANSWER,
    except: NOTHING_IS_DONE,
  },
  'gzip-not': { what: 'a body that says it is compressed and is not', is: BAD_ANSWER },
  'early-hints': { what: '103 before the answer', is: GOOD },
  processing: { what: '102 before the answer', is: GOOD },
  'tls-self-signed': { what: 'a certificate that nobody signed', is: OFFLINE, except: BELOW_HTTP },
  'tls-expired': { what: 'a certificate of yesterday', is: OFFLINE, except: BELOW_HTTP },
  'tls-not-yet-valid': { what: 'a certificate of tomorrow', is: OFFLINE, except: BELOW_HTTP },
  'tls-wrong-host': { what: "another host's certificate", is: OFFLINE, except: BELOW_HTTP },
  'tls-none': { what: 'no TLS where TLS should be', is: OFFLINE, except: BELOW_HTTP },
  'dns-unknown': { what: 'a name that nobody knows', is: OFFLINE, except: BELOW_HTTP },
  'dns-timeout': { what: 'a name server that does not answer', is: OFFLINE, except: BELOW_HTTP },

  // Statuses without the API's error object: a gateway's, which heals by itself.
  'status-204': { what: '204 without a body', is: BAD_ANSWER, except: NOTHING_IS_DONE },
  'status-304': { what: '304 although nothing was asked conditionally', is: BAD_ANSWER },
  'status-400': { what: '400 and nothing else', is: BAD_ANSWER },
  'status-401': { what: '401 and nothing else', is: MAYBE_PROTECTION },
  'status-402': { what: '402 and nothing else', is: MAYBE_PROTECTION },
  'status-403': { what: '403 and nothing else', is: THROTTLED, except: EXCHANGE_BAD_ANSWER },
  'status-404': { what: '404 and nothing else', is: BAD_ANSWER },
  'status-407': { what: 'a proxy wants a password', is: BAD_ANSWER },
  'status-410': { what: '410 and nothing else', is: BAD_ANSWER },
  'status-429': { what: '429 and nothing else', is: THROTTLED, except: EXCHANGE_BAD_ANSWER },
  'status-500': { what: '500 and nothing else', is: SERVER_FAULT },
  'status-502': { what: '502 and nothing else', is: SERVER_FAULT },
  'status-503': { what: '503 and nothing else', is: SERVER_FAULT },
  'status-504': { what: '504 and nothing else', is: SERVER_FAULT },
  'status-520': { what: '520, as a content network has it', is: SERVER_FAULT },

  // Pages for people.
  'html-200': { what: 'a page in the place of JSON', is: BAD_ANSWER },
  'html-404': { what: 'a page with status 404', is: MAYBE_PROTECTION },
  'html-503': { what: 'a page with status 503', is: SERVER_FAULT },
  'gateway-401': { what: "a gateway's page that wants a sign-in", is: MAYBE_PROTECTION },
  'protection-403': { what: 'the page of a protection', is: PROTECTION, except: EXCHANGE_BAD_ANSWER },
  'portal-200': { what: 'the log-in page of a Wi-Fi network', is: PORTAL, except: EXCHANGE_BAD_ANSWER },
  'portal-302': { what: 'a redirect to such a page', is: PORTAL, except: EXCHANGE_BAD_ANSWER },
  'portal-511': {
    what: '511, network authentication required',
    is: PORTAL,
    except: { exchange: { told: 'server-fault' } },
  },

  // The API's own errors (docs/api.md, "Errors").
  'error-bad-parameter': { what: 'error 400 on a parameter', is: REFUSED, except: SIGN_IN_REFUSED },
  'error-bad-key': { what: 'error 400 on the key', is: BAD_KEY, except: SIGN_IN_REFUSED },
  'error-token-required': { what: 'error 401', is: SIGNED_OUT, except: { ...ENDED_ANYWAY, ...SIGN_IN_REFUSED } },
  'error-token-invalid': { what: 'error 402', is: SIGNED_OUT, except: { ...ENDED_ANYWAY, ...SIGN_IN_REFUSED } },
  'error-scope': {
    what: 'error 403, a scope is missing',
    is: SCOPE,
    except: { achievements: { shown: 'nothing', isReplaced: true }, ...SIGN_IN_REFUSED },
  },
  'error-no-method': {
    what: 'error 404',
    is: NO_METHOD,
    except: { ...ANOTHER_INSTEAD, ...SIGN_IN_REFUSED },
  },
  'error-key-required': { what: 'error 405', is: BAD_KEY, except: SIGN_IN_REFUSED },
  'error-token-compromised': { what: 'error 406', is: SIGNED_OUT, except: { ...ENDED_ANYWAY, ...SIGN_IN_REFUSED } },
  'error-write-failed': { what: 'error 407', is: REFUSED, except: SIGN_IN_REFUSED },
  'error-duplicate': { what: 'error 409', is: REFUSED, except: SIGN_IN_REFUSED },
  'error-internal': { what: 'error 500', is: SERVER_FAULT, except: SIGN_IN_REFUSED },
  'error-throttle': { what: 'error 502, too many requests', is: THROTTLED, except: SIGN_IN_REFUSED },
  'error-ban-hours': {
    what: 'a ban of nine and a half hours, and asked for no sooner',
    is: { ...THROTTLED, told: 'quota-exhausted', anHour: 3, outageAnHour: 2, backMin: 600, outageBackMin: 600 },
    except: { ...SIGN_IN_REFUSED, ...QUOTA_UNKNOWN },
  },
  'error-unavailable': { what: 'error 503', is: THROTTLED, except: SIGN_IN_REFUSED },
  'error-unknown': { what: 'an error that nobody has heard of', is: REFUSED, except: SIGN_IN_REFUSED },

  // Bodies.
  'body-empty': { what: 'nothing', is: BAD_ANSWER, except: NOTHING_IS_DONE },
  'body-truncated': { what: 'half of the JSON', is: BAD_ANSWER },
  'body-utf-16': { what: 'UTF-16', is: BAD_ANSWER },
  'body-null-bytes': { what: 'null bytes before the JSON', is: BAD_ANSWER },
  'body-deep': { what: 'two hundred thousand brackets', is: BAD_ANSWER },
  'body-array': { what: 'an array around the wrapper', is: BAD_ANSWER },
  'body-null': { what: 'null', is: BAD_ANSWER },
  'body-number': { what: 'a number', is: BAD_ANSWER },
  'body-17-mib': { what: 'seventeen MiB', is: BAD_ANSWER },
  'body-prototype-keys': { what: 'the keys __proto__ and constructor', is: GOOD },
  'items-missing': { what: 'a wrapper without items', is: BAD_ANSWER, except: EXCHANGE_GOES_WELL },
  'items-text': { what: 'a text in the place of items', is: BAD_ANSWER, except: EXCHANGE_GOES_WELL },
  'items-of-nulls': { what: 'items that are null', is: GOOD, except: UNREADABLE },
  'items-twice': { what: 'each item twice', is: GOOD },
  'items-odd-types': { what: 'objects in the place of texts', is: GOOD, except: UNREADABLE },
  'items-odd-ids': { what: 'ids of 2^60', is: GOOD, except: UNREADABLE_BY_ID },
  'items-huge-texts': { what: 'titles and bodies of up to a megabyte', is: GOOD },

  // Dates and waits.
  'date-day-ahead': { what: 'answers dated a day ahead', is: GOOD },
  'date-day-behind': { what: 'answers dated a day behind', is: GOOD },
  'date-years-ahead': { what: 'answers dated ten years ahead', is: GOOD },
  'date-years-behind': {
    what: 'answers dated ten years behind',
    is: GOOD,
    // Where all answers agree for hours, questions are read anew from then on, ten pages a poll, within the quota.
    except: { everything: { outageAnHour: 600 } },
  },
  'date-day-ahead-minutes': { what: 'a day ahead for three minutes', is: GOOD },
  'date-garbage': { what: 'a date that is none', is: GOOD },
  'date-missing': { what: 'no date', is: GOOD },
  'retry-after-seconds': { what: '503 and two minutes to wait', is: SERVER_FAULT },
  'retry-after-date': { what: '503 and the time two minutes from now', is: SERVER_FAULT },
  'retry-after-years': {
    what: '429 and thirty years to wait: bounded, and asked again now and then',
    is: { ...THROTTLED, told: 'quota-exhausted', mayShow: 'quota-exhausted', outageBackMin: 65, backMin: 65 },
    except: { ...EXCHANGE_BAD_ANSWER, ...QUOTA_UNKNOWN },
  },
  'retry-after-years-once': {
    what: 'the same once',
    is: {
      ...THROTTLED,
      told: 'quota-exhausted',
      mayShow: 'quota-exhausted',
      outageBackMin: 65,
      backMin: 65,
      lastsMin: 2,
    },
    except: { ...EXCHANGE_BAD_ANSWER, ...QUOTA_UNKNOWN },
  },
  'retry-after-garbage': { what: '503 and a wait that is none', is: SERVER_FAULT },
  'retry-after-negative': { what: '503 and a wait below zero', is: SERVER_FAULT },

  // Quota and pauses.
  'quota-0-once': {
    what: 'a quota of 0, once',
    is: { ...GOOD, mayShow: 'quota-exhausted', backMin: 65, outageBackMin: 65, lastsMin: 2 },
  },
  'quota-negative-once': {
    what: 'a quota of minus a million, once',
    is: { ...GOOD, mayShow: 'quota-exhausted', backMin: 65, outageBackMin: 65, lastsMin: 2 },
  },
  'quota-absurd': { what: 'a quota of 10^300', is: GOOD },
  'quota-text': { what: 'a quota in words', is: GOOD },
  'backoff-absurd-once': {
    what: 'a backoff of 10^9 seconds, once: bounded',
    is: { ...GOOD, mayShow: 'throttled', backMin: 65, outageBackMin: 65, lastsMin: 2 },
  },
  'backoff-negative': { what: 'a backoff below zero', is: GOOD },
  'backoff-text': { what: 'a backoff in words', is: GOOD },

  // Redirects: within the origin only, never for a write, and a loop costs one request.
  'redirect-same-origin': {
    what: 'a redirect within the origin, which is followed, but for a write',
    is: { ...GOOD, tries: 2, anHour: 2 * POLLS_AN_HOUR, outageAnHour: 6 * POLLS_AN_HOUR },
    except: { ...EXCHANGE_BAD_ANSWER, ...CHANGES_NOT_FOLLOWED },
  },
  'redirect-foreign': { what: '307 to another host', is: PORTAL, except: EXCHANGE_BAD_ANSWER },
  'redirect-loop': { what: 'a redirect to itself', is: MAYBE_PROTECTION },
  'redirect-to-http': { what: '308 from https to http', is: MAYBE_PROTECTION },
  'redirect-to-nowhere': { what: 'a redirect to an address that is none', is: MAYBE_PROTECTION },
};

/** What a fault has to come to for an operation. */
export const expectationOf = ({ is, except }: Row, subject: Subject): Expectation => ({ ...is, ...except?.[subject] });

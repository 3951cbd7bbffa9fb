import type { RealServer } from './servers.ts';
import type { Fault } from './network/layer.ts';
import type { OperationName } from './operations.ts';

/** Groups of what has to follow from a fault; table.ts names one for each fault. */

/** An operation, or all of them at once. */
export type Subject = OperationName | 'everything';

/** What has to follow from a fault. */
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
  /** Differences, by operation. */
  except?: Partial<Record<Subject, Partial<Expectation>>>;
}

/** A fault: its name in words, how it is made, by a fetch or by a real server, and what has to follow from it. */
export interface Row {
  what: string;
  fault: Fault | RealServer;
  is: Expectation;
}

/** Returns what has to follow from a fault for an operation. */
export const expectationOf = ({ is }: Row, subject: Subject): Expectation => ({ ...is, ...is.except?.[subject] });

/** Nothing is wrong: as often as a poll a minute, two requests each where there is a second page. */
const POLLS_AN_HOUR = 125;
/** A stream that fails by itself is tried now and then, and its own wait grows. */
const RETRIES_AN_HOUR = 25;
const OWN_WAIT_MIN = 31;
/** An outage of the whole network is probed by one request, about twice a minute at most. */
const PROBES_AN_HOUR = 130;
const SOON_MIN = 3;

export const GOOD: Expectation = {
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
/** Limits of recovery, for one operation and for all. */
const backAfter = (backMin: number, outageBackMin = backMin) => ({ backMin, outageBackMin });
/** Exceptions of operations by what is told. */
const telling = (told: string, ...operations: OperationName[]): NonNullable<Expectation['except']> =>
  Object.fromEntries(operations.map((operation) => [operation, { told }]));

/** The exchange of a code has its own, simpler answer, and no second try. */
const EXCHANGE_BAD_ANSWER = telling('bad-answer', 'exchange');
/** Asked before the quota is known, so that a ban looks like its end. */
const QUOTA_UNKNOWN = { sites: { shown: 'quota-exhausted' } };
const REPLACED = { shown: 'nothing', isReplaced: true as const };

/** The network certainly never saw the request, so that it is tried three times. */
export const OFFLINE = failing('offline', 'offline', {
  tries: 3,
  anHour: 400,
  outageAnHour: 3 * PROBES_AN_HOUR,
  except: { exchange: { tries: 1 } },
});
/** It saw the request, perhaps. */
export const BROKE_OFF = failing('timeout', 'timeout');
export const BAD_ANSWER = failing('bad-answer', 'bad-answer');
/** Writes may be answered with nothing at all, which says "done". */
export const EMPTY: Expectation = {
  ...BAD_ANSWER,
  except: telling('nothing', 'accept', 'undoAccept', 'invalidate', 'deauthenticate'),
};
export const NO_ITEMS: Expectation = { ...BAD_ANSWER, except: telling('nothing', 'exchange') };
/**
 * A refusal without the API's error object may be a protection's, which wants five minutes of silence (docs/api.md,
 * "Protection pages").
 */
export const MAYBE_PROTECTION: Expectation = { ...BAD_ANSWER, outageBackMin: 6 };
export const SERVER_FAULT = failing('server-fault', 'server-fault');
/** Somebody may log in any moment, so it is looked at every minute or two. */
export const PORTAL = failing('captive-portal', 'captive-portal', { anHour: 65, except: EXCHANGE_BAD_ANSWER });
export const PORTAL_511: Expectation = { ...PORTAL, except: telling('server-fault', 'exchange') };
/** Whoever asks a protection often is banned for longer, so it is asked seldom (docs/api.md, "Protection pages"). */
export const PROTECTION = failing('blocked-by-protection', 'blocked-by-protection', {
  outageAnHour: 8,
  outageBackMin: 130,
  except: EXCHANGE_BAD_ANSWER,
});
export const THROTTLED = failing('throttled', 'throttled', {
  anHour: 40,
  outageAnHour: 8,
  outageBackMin: 65,
  except: EXCHANGE_BAD_ANSWER,
});
const OUT_OF_QUOTA = { ...THROTTLED, told: 'quota-exhausted', except: { ...EXCHANGE_BAD_ANSWER, ...QUOTA_UNKNOWN } };
/** A ban of hours is kept. */
export const BANNED: Expectation = { ...OUT_OF_QUOTA, anHour: 3, outageAnHour: 2, ...backAfter(600) };
/** A wait of years is bounded, and asked again now and then. */
export const LONG_WAIT: Expectation = { ...OUT_OF_QUOTA, mayShow: 'quota-exhausted', ...backAfter(65) };
export const LONG_WAIT_ONCE: Expectation = { ...LONG_WAIT, lastsMin: 2 };
/** A single answer says that the quota is used up, or asks for a long pause. */
export const OUT_OF_QUOTA_ONCE: Expectation = { ...GOOD, mayShow: 'quota-exhausted', ...backAfter(65), lastsMin: 2 };
export const PAUSED_ONCE: Expectation = { ...OUT_OF_QUOTA_ONCE, mayShow: 'throttled' };

/** A refusal of the request itself. It may be the network's mistake, so each stream asks again every two minutes. */
export const REFUSED = failing('bad-request', 'bad-request', { anHour: 41, outageAnHour: 160, ...backAfter(3) });
/** A network that lacks one of these is asked for another operation, and nobody need be told. */
export const NO_METHOD: Expectation = {
  ...REFUSED,
  told: 'not-found',
  except: {
    inbox: REPLACED,
    achievements: REPLACED,
    reputationHistory: REPLACED,
    // Where tokens cannot be ended, the application is taken away.
    invalidate: { told: 'nothing' },
  },
};
export const SCOPE: Expectation = {
  ...REFUSED,
  told: 'scope-missing',
  shown: 'scope-missing',
  except: { achievements: REPLACED },
};
/** Only a person can mend it, so nothing is asked until one does. */
export const BAD_KEY = failing('bad-key', 'bad-key', {
  anHour: 4,
  outageAnHour: 2,
  ...backAfter(2),
  mendedBy: 'click',
});
/** A token that is no longer valid is just what signing out wants. */
export const SIGNED_OUT: Expectation = {
  ...BAD_KEY,
  told: 'token-rejected',
  shown: 'signed-out',
  tries: 2,
  except: telling('nothing', 'invalidate', 'deauthenticate'),
};
/** Returns the expectation for an error of the API, which also turns a sign-in down. */
export const turningDown = (is: Expectation): Expectation => ({
  ...is,
  except: { ...is.except, ...telling('refused', 'exchange') },
});

/** Lists that are never empty, so that one of which nothing can be read is told of; other lists may be quiet. */
const IS_TOLD = { shown: 'bad-answer' };
/** Asked for so seldom that the half hour holds one odd answer, or two that are far enough apart to be told of. */
const MAY_BE_TOLD = { mayShow: 'bad-answer' };
const NOT_READ = {
  associated: IS_TOLD,
  achievements: MAY_BE_TOLD,
  reputation: IS_TOLD,
  reputationHistory: IS_TOLD,
  // Asked for so seldom that the condition stays until the next poll.
  featured: { ...MAY_BE_TOLD, backMin: 65 },
  everything: IS_TOLD,
};
/** An inbox item is understood without its ids. */
export const UNREADABLE_BY_ID: Expectation = { ...GOOD, except: NOT_READ };
export const UNREADABLE: Expectation = { ...GOOD, except: { ...NOT_READ, inbox: IS_TOLD, myInbox: IS_TOLD } };
/** Where all answers agree for hours, questions are read anew from then on, ten pages a poll, within the quota. */
export const READ_ANEW: Expectation = { ...GOOD, except: { everything: { outageAnHour: 600 } } };
/** Each request costs a second one; a write is sent to the address that it was meant for, or not at all. */
export const REDIRECTED: Expectation = {
  ...GOOD,
  tries: 2,
  anHour: 2 * POLLS_AN_HOUR,
  outageAnHour: 6 * POLLS_AN_HOUR,
  except: telling('bad-answer', 'exchange', 'accept', 'undoAccept', 'invalidate', 'deauthenticate'),
};

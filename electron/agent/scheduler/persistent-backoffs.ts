import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { backoffKey } from '../../api/http/limits.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { shiftedTimes, type ShiftableTimes } from './clock-shift.ts';
import { streamKind, type StreamId, type StreamKind } from '../stream-id.ts';

/** Until when each method must not be requested, in ms since the epoch, server time. */
const StoredBackoffs = z.record(z.string(), z.number());

const MARK = 'backoffs';

/** Returns the backoffs among an account's marks, by {@link backoffKey}, for a process that does not poll. */
export const storedBackoffs = (marks: Record<string, unknown>): Record<string, number> =>
  StoredBackoffs.safeParse(marks[MARK]).data ?? {};

/** Longest plausible backoff, in ms; a longer one results from a clock that was set. */
const MAX_BACKOFF_MS = 2 * DAY_MS;

/**
 * The methods that each kind of stream requests. New questions and reputation changes have two alternatives each: a
 * pause of either stops both.
 */
const METHODS: Record<StreamKind, string[]> = {
  inbox: ['/inbox', '/me/inbox', '/inbox/unread'],
  accounts: ['/me/associated'],
  achievements: ['/me/achievements'],
  sites: ['/sites'],
  reputation: ['/users/{ids}/reputation-history', '/users/{id}/reputation'],
  history: ['/users/{ids}/reputation-history'],
  badges: ['/users/{ids}/badges'],
  questions: ['/questions', '/search'],
  scored: ['/search/advanced'],
  featured: ['/questions/featured'],
};

/** A pause of a stream. */
export interface StreamPause {
  until: number;
  /** Whether it was noted in an earlier run, by that run's clock. */
  heardEarlier: boolean;
}

/**
 * Backoffs of single methods. They are stored, so they also apply to streams added later and to clicks, and after a
 * restart. (The API client has its own for as long as it runs: `api/http/limits.ts`.)
 */
export class PersistentBackoffs implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  /** The backoffs as an earlier run stored them. */
  readonly #earlier: Record<string, number>;
  #ends: Record<string, number>;

  constructor(profile: ProfileHistory) {
    this.#profile = profile;
    this.#earlier = readMark(profile, MARK, StoredBackoffs) ?? {};
    this.#ends = { ...this.#earlier };
  }

  /** Returns until when a method must not be requested, in server time; `undefined` if it may be. */
  until(method: string, now: number): number | undefined {
    const end = this.#ends[backoffKey(method)];
    return end !== undefined && end > now && end <= now + MAX_BACKOFF_MS ? end : undefined;
  }

  /** Returns the longest pause among the methods of a stream; `undefined` if there is none. */
  ofStream(id: StreamId, now: number): StreamPause | undefined {
    const pauses = METHODS[streamKind(id)].flatMap((method): StreamPause[] => {
      const until = this.until(method, now);
      return until === undefined ? [] : [{ until, heardEarlier: until === this.#earlier[backoffKey(method)] }];
    });
    return pauses.toSorted((a, b) => b.until - a.until)[0];
  }

  /** Returns when the longest pause of any method ends, or undefined if there is none. */
  longest(now: number): number | undefined {
    const ends = Object.keys(this.#ends).flatMap((method) => this.until(method, now) ?? []);
    return ends.toSorted((a, b) => b - a)[0];
  }

  /** Adds a pause of a method until `end`, requested by a response. */
  add(method: string, end: number, now: number): void {
    const open = Object.entries(this.#ends).filter(([, other]) => other > now);
    this.#ends = { ...Object.fromEntries(open), [backoffKey(method)]: Math.max(this.until(method, now) ?? 0, end) };
    this.#profile.setMark(MARK, this.#ends);
  }

  shiftTimes(byMs: number): void {
    const methods = Object.keys(this.#ends);
    if (methods.length === 0) return;
    this.#ends = shiftedTimes(this.#ends, this.#earlier, methods, byMs) as Record<string, number>;
    this.#profile.setMark(MARK, this.#ends);
  }
}

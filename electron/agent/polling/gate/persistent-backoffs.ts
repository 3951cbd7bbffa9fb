import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import { backoffKey } from '../../../api/request/method-backoffs.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import { shiftedTimes, type ShiftableTimes } from '../../domain/clock-shift.ts';
import { readMark } from '../../domain/read-mark.ts';
import { streamKind, type StreamId, type StreamKind } from '../../domain/stream-id.ts';

/** By method, until when it must not be asked, in ms since the epoch by the network's clock. */
const StoredBackoffs = z.record(z.string(), z.number());

const MARK = 'backoffs';

/** The backoffs among an account's marks, by {@link backoffKey}, for a process that does not poll. */
export const storedBackoffs = (marks: Record<string, unknown>): Record<string, number> =>
  StoredBackoffs.safeParse(marks[MARK]).data ?? {};

/** No network asks for a pause of two days; a longer one comes from a clock that was set. */
const MAX_BACKOFF_MS = 2 * DAY_MS;

/**
 * The methods that each kind of stream asks. New questions and changes of reputation are asked for in either of two
 * ways: a pause of one stops both.
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
  /** It was asked for in an earlier run, and noted by that run's clock. */
  heardEarlier: boolean;
}

/**
 * The pauses of single methods that the network asked for with a `backoff`. They are stored, so they hold for whoever
 * asks: for a stream that is added later, for a click, and for both after a restart. (The client of the API keeps its
 * own for as long as it runs: `api/request/method-backoffs.ts`.)
 */
export class PersistentBackoffs implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  /** As the earlier run noted them. */
  readonly #earlier: Record<string, number>;
  #ends: Record<string, number>;

  constructor(profile: ProfileHistory) {
    this.#profile = profile;
    this.#earlier = readMark(profile, MARK, StoredBackoffs) ?? {};
    this.#ends = { ...this.#earlier };
  }

  /** Until when a method must not be asked, by the network's clock; `undefined` when it may. */
  until(method: string, now: number): number | undefined {
    const end = this.#ends[backoffKey(method)];
    return end !== undefined && end > now && end <= now + MAX_BACKOFF_MS ? end : undefined;
  }

  /** The longest pause of the methods that a stream asks; `undefined` when it may ask. */
  ofStream(id: StreamId, now: number): StreamPause | undefined {
    const pauses = METHODS[streamKind(id)].flatMap((method): StreamPause[] => {
      const until = this.until(method, now);
      return until === undefined ? [] : [{ until, heardEarlier: until === this.#earlier[backoffKey(method)] }];
    });
    return pauses.toSorted((a, b) => b.until - a.until)[0];
  }

  /** When the longest pause of any method ends; undefined where there is none. */
  longest(now: number): number | undefined {
    const ends = Object.keys(this.#ends).flatMap((method) => this.until(method, now) ?? []);
    return ends.toSorted((a, b) => b - a)[0];
  }

  /** An answer asked for a pause of its method until `end`. */
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

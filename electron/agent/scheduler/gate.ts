import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { backoffKey } from '../../api/http/pacing.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { conditionText, type AgentCondition } from '../conditions.ts';
import { streamKind, type StreamId, type StreamKind } from '../ids.ts';
import { SAME_REQUEST_FLOOR_MS } from './forecast/forecast.ts';
import { shiftedTimes, type ServerClock } from './server-clock.ts';
import type { StreamState, StreamStates } from './stream-states.ts';

const HOLD_MARK = 'hold';
const BACKOFFS_MARK = 'backoffs';

/**
 * The stored part of a hold: the network asked for no requests at all, also after a restart. Times are in ms since the
 * epoch.
 */
const StoredBan = z.object({
  until: z.number(),
  /** When it began; absent for -Infinity, which JSON lacks. */
  notedAt: z.number().optional().catch(undefined),
  condition: z.object({
    kind: z.enum(['throttled', 'quota-exhausted', 'blocked-by-protection']),
    severity: z.enum(['problem', 'warning']),
    retryAt: z.number().optional(),
  }),
});
const StoredHold = StoredBan.extend({ failures: z.number(), ban: StoredBan.optional().catch(undefined) });

/** Until when each method must not be requested, in ms since the epoch, server time. */
const StoredBackoffs = z.record(z.string(), z.number());

/**
 * Returns the network hold among an account's marks, for a process that does not poll, or undefined if none is stored.
 */
export const storedHold = (marks: Record<string, unknown>): z.output<typeof StoredBan> | undefined =>
  StoredHold.safeParse(marks[HOLD_MARK]).data;

/** Returns the backoffs among an account's marks, by {@link backoffKey}, for a process that does not poll. */
export const storedBackoffs = (marks: Record<string, unknown>): Record<string, number> =>
  StoredBackoffs.safeParse(marks[BACKOFFS_MARK]).data ?? {};

/** Longest plausible hold or backoff, in ms; a longer one results from a clock that was set. */
const MAX_PAUSE_MS = 2 * DAY_MS;

/** The texts are chosen again after a restart, perhaps in another language. */
const ENTRY_OF_KIND = {
  throttled: 'throttled',
  'quota-exhausted': 'exhausted',
  'blocked-by-protection': 'protection',
} as const;

/** Holds during which any request may prolong the ban, so clicks send none either. */
const KEPT_FROM_CLICKS: readonly AgentCondition['kind'][] = ['throttled', 'blocked-by-protection'];

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

interface Hold {
  until: number;
  /** When it began; -Infinity if in an earlier run. */
  notedAt: number;
  failures: number;
  condition: AgentCondition;
  /** A ban that still applies to clicks, while another condition, which clicks may ignore, stops all polls. */
  ban?: Ban | undefined;
}

type Ban = Omit<Hold, 'failures' | 'ban'>;

const isBan = ({ condition }: Ban): boolean => KEPT_FROM_CLICKS.includes(condition.kind);

/** Returns a stored ban, or undefined once it has ended. */
function readBan(stored: z.output<typeof StoredBan>, now: number, network: string): Ban | undefined {
  // If it began in the future, it was noted under a wrong clock; its length is right.
  const until = stored.until - Math.max(0, (stored.notedAt ?? now) - now);
  if (until <= now || until > now + MAX_PAUSE_MS) return undefined;
  const { condition } = stored;
  const text = conditionText(ENTRY_OF_KIND[condition.kind], { network });
  return { until, notedAt: -Infinity, condition: { ...condition, ...text } };
}

/**
 * Decides whether a request to the network may be sent now, and if not, when (server time). It combines the backoffs of
 * single methods with holds of all requests, while the network is out of reach or asked for a pause. Both are stored,
 * so they also apply to streams added later and to clicks, and after a restart. A pause lasts until its time has
 * certainly passed: an apparent sleep may be a clock that was set, until a response shows which.
 */
export class Gate {
  readonly #profile: ProfileHistory;
  readonly #states: StreamStates;
  readonly #time: ServerClock;
  /** The backoffs as an earlier run stored them, and the current ones, by method. */
  readonly #earlierBackoffs: Record<string, number>;
  #backoffs: Record<string, number>;
  #hold: Hold | undefined;
  /** Whether the hold began in this run, so that its times follow the server time assumed then. */
  #beganInThisRun = false;
  /** State of the one request that the user wants sent despite the hold. */
  #trial: 'wanted' | 'sent' | undefined;
  /** Until then an earlier run may have just sent the same request; undefined if not. */
  #firstAskAt: number | undefined;

  /** @param crashFoundAt when the crash of an earlier run was found, in local time */
  constructor(
    profile: ProfileHistory,
    states: StreamStates,
    time: ServerClock,
    networkName: string,
    crashFoundAt?: number,
  ) {
    this.#profile = profile;
    this.#states = states;
    this.#time = time;
    this.#earlierBackoffs = readMark(profile, BACKOFFS_MARK, StoredBackoffs) ?? {};
    this.#backoffs = { ...this.#earlierBackoffs };
    if (crashFoundAt !== undefined) this.#firstAskAt = time.toServer(crashFoundAt) + SAME_REQUEST_FLOOR_MS;
    const stored = readMark(profile, HOLD_MARK, StoredHold);
    if (!stored) return;
    const ban = stored.ban && readBan(stored.ban, time.now(), networkName);
    const hold = readBan(stored, time.now(), networkName) ?? ban;
    if (hold) this.#hold = { ...hold, failures: stored.failures, ...(ban && !isBan(hold) && { ban }) };
  }

  /** Returns the state of a stream, with the pause of its methods in its `notBefore`. */
  streamState(id: StreamId): StreamState {
    for (const method of METHODS[streamKind(id)]) {
      const until = this.#backoff(method);
      if (until === undefined || until <= (this.#states.of(id).notBefore ?? 0)) continue;
      const notedEarlier = until === this.#earlierBackoffs[backoffKey(method)];
      this.#states.change(id, { notBefore: until }, { notedEarlier });
    }
    return this.#states.of(id);
  }

  /** Returns until when all requests to the network are stopped, or undefined if they are not. */
  closedUntil(): number | undefined {
    const hold = this.#hold;
    if (!hold) return undefined;
    if (this.#trial === 'wanted') return -Infinity;
    return Math.max(isBan(hold) ? -Infinity : hold.until, this.#closedToClicksUntil());
  }

  /**
   * Returns when the first poll may be sent after a crash: the last requests are unknown then, and equal ones must be a
   * minute apart. Undefined if it may be sent now.
   */
  firstAskAt(): number | undefined {
    if (this.#firstAskAt === undefined) return undefined;
    const at = this.#firstAskAt + this.#time.uncertainMs();
    return at > this.#time.now() ? at : undefined;
  }

  /** Whether all requests are stopped, or were and the network has not responded since. */
  isClosed(): boolean {
    return this.#hold !== undefined;
  }

  /** Whether no requests may be sent now, not even for clicks. */
  isClosedToAll(): boolean {
    return this.#closedToClicksUntil() > this.#time.now();
  }

  /** Returns the condition that stops all requests, or undefined if there is none. */
  condition(): AgentCondition | undefined {
    return this.#hold?.condition;
  }

  /**
   * Returns until when a method must not be requested, because of its own pause or that of the whole network; undefined
   * if it may be.
   */
  methodClosedUntil(method: string): number | undefined {
    const until = Math.max(
      this.#closedToClicksUntil(),
      (this.#backoff(method) ?? -Infinity) + this.#time.uncertainMs(),
    );
    return until > this.#time.now() ? until : undefined;
  }

  /** Returns when the longest pause of a single method ends, or undefined if there is none. */
  longestPause(): number | undefined {
    const now = this.#time.now();
    const ends = Object.keys(this.#backoffs).flatMap((method) => this.#backoff(method, now) ?? []);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  /** Pauses a method as requested by a response, with every stream that uses it. */
  pauseMethod(method: string, until: number): void {
    const now = this.#time.now();
    const open = Object.entries(this.#backoffs).filter(([, end]) => end > now);
    const end = Math.max(this.#backoff(method, now) ?? 0, until);
    this.#backoffs = { ...Object.fromEntries(open), [backoffKey(method)]: end };
    this.#profile.setMark(BACKOFFS_MARK, this.#backoffs);
    for (const [id] of this.#states.all()) this.streamState(id);
  }

  /**
   * Stops all requests until a time, after another failure of the whole network. A pause requested by the network is
   * never shortened: a ban of hours is not over because a later response names seconds (docs/api.md, "Bans").
   */
  close(until: number, condition: AgentCondition): void {
    const notedAt = this.#time.now();
    this.#trial = undefined;
    this.#beganInThisRun = true;
    const before = this.#hold;
    const told: Ban = { until, notedAt, condition };
    const bans = [told, this.#ban()].filter((each) => each && isBan(each) && each.until > notedAt) as Ban[];
    const [ban] = bans.toSorted((a, b) => b.until - a.until);
    const isLonger = before !== undefined && before.until > until && before.condition.kind in ENTRY_OF_KIND;
    const shown = isLonger ? before : told;
    // A user who signs in again, for instance, is still banned.
    const { until: end, notedAt: began, condition: why } = ban && isBan(shown) ? ban : shown;
    const failures = this.failuresInARow() + 1;
    this.#hold = { until: end, notedAt: began, condition: why, failures, ...(ban && !isBan(shown) && { ban }) };
    this.#storeHold();
  }

  /** Returns the number of consecutive failures that stopped all requests. */
  failuresInARow(): number {
    return this.#hold?.failures ?? 0;
  }

  /**
   * Allows the next request to try whether the network can be reached again; another failure counts together with those
   * before it.
   */
  retryNow(): void {
    if (this.#hold) this.#hold = { ...this.#hold, until: this.#time.now() };
  }

  /** Allows one request of the user, although the network asked for a pause. */
  tryOnce(): void {
    if (this.#ban()) this.#trial = 'wanted';
  }

  /** Records a request: if it was the user's trial, no other may follow before its response. */
  requestSent(): void {
    if (this.#trial === 'wanted') this.#trial = 'sent';
  }

  /** Whether the user's trial request is under way. */
  isTried(): boolean {
    return this.#trial === 'sent';
  }

  /** Allows requests again after the network responded. */
  open(): void {
    this.#trial = undefined;
    if (!this.#hold) return;
    this.#hold = undefined;
    this.#storeHold();
  }

  /** Shifts the times noted in this run, after the server time was corrected. */
  shiftTimes(byMs: number): void {
    if (this.#firstAskAt !== undefined) this.#firstAskAt += byMs;
    const methods = Object.keys(this.#backoffs);
    if (methods.length > 0) {
      this.#backoffs = shiftedTimes(this.#backoffs, this.#earlierBackoffs, methods, byMs) as Record<string, number>;
      this.#profile.setMark(BACKOFFS_MARK, this.#backoffs);
    }
    const hold = this.#hold;
    if (!hold || !this.#beganInThisRun) return;
    const shifted = <Times extends Ban>(times: Times): Times => ({
      ...times,
      until: times.until + byMs,
      notedAt: times.notedAt + byMs,
    });
    this.#hold = { ...shifted(hold), ...(hold.ban && { ban: shifted(hold.ban) }) };
    this.#storeHold();
  }

  /** Returns the end of a method's own backoff. `now`: by default the latest time that has certainly been reached. */
  #backoff(method: string, now?: number): number | undefined {
    const end = this.#backoffs[backoffKey(method)];
    if (end === undefined) return undefined;
    const at = now ?? this.#time.now() - this.#time.uncertainMs();
    return end > at && end <= at + MAX_PAUSE_MS ? end : undefined;
  }

  /** Returns until when not even clicks may send requests; -Infinity if they may. */
  #closedToClicksUntil(): number {
    const ban = this.#trial === 'wanted' ? undefined : this.#ban();
    return ban ? ban.until + this.#time.uncertainMs(ban.notedAt) : -Infinity;
  }

  #ban(): Ban | undefined {
    return this.#hold && (isBan(this.#hold) ? this.#hold : this.#hold.ban);
  }

  #storeHold(): void {
    const hold = this.#hold;
    // Only pauses requested by the network are stored; problems that the user must fix show again at once after a
    // start.
    const stored = [hold, hold?.ban && { ...hold.ban, failures: hold.failures }]
      .map((each) => StoredHold.safeParse(each))
      .find(({ success }) => success);
    if (stored) this.#profile.setMark(HOLD_MARK, stored.data);
    else if (this.#profile.mark(HOLD_MARK) !== undefined) this.#profile.deleteMark(HOLD_MARK);
  }
}

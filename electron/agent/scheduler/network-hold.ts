import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import type { ShiftableTimes } from './clock-shift.ts';
import { conditionText, type AgentCondition } from '../conditions.ts';
import type { ClockUncertainty } from './server-clock.ts';

const MARK = 'hold';

/**
 * The stored part of a hold: the network asked for no requests at all, also after a restart. Times are in ms since the
 * epoch.
 */
const StoredBan = z.object({
  until: z.number(),
  /** When it began; absent in data of earlier versions, and for -Infinity, which JSON lacks. */
  notedAt: z.number().optional().catch(undefined),
  condition: z.object({
    kind: z.enum(['throttled', 'quota-exhausted', 'blocked-by-protection']),
    severity: z.enum(['problem', 'warning']),
    retryAt: z.number().optional(),
  }),
});
const StoredHold = StoredBan.extend({ failures: z.number(), ban: StoredBan.optional().catch(undefined) });

/**
 * Returns the network hold among an account's marks, for a process that does not poll, or undefined if none is stored.
 */
export const storedHold = (marks: Record<string, unknown>): z.output<typeof StoredBan> | undefined =>
  StoredHold.safeParse(marks[MARK]).data;

/** Longest plausible hold, in ms; a longer one results from a clock that was set. */
const MAX_HOLD_MS = 2 * DAY_MS;

/** The texts are chosen again after a restart, perhaps in another language. */
const ENTRY_OF_KIND = {
  throttled: 'throttled',
  'quota-exhausted': 'exhausted',
  'blocked-by-protection': 'protection',
} as const;

/** Holds during which any request may prolong the ban, so clicks send none either. */
const KEPT_FROM_CLICKS: readonly AgentCondition['kind'][] = ['throttled', 'blocked-by-protection'];

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

/** Returns a stored ban, or undefined once it has ended. */
function readBan(stored: z.output<typeof StoredBan>, now: number, network: string): Ban | undefined {
  // If it began in the future, it was noted under a wrong clock; its length is right.
  const until = stored.until - Math.max(0, (stored.notedAt ?? now) - now);
  if (until <= now || until > now + MAX_HOLD_MS) return undefined;
  const { condition } = stored;
  const text = conditionText(ENTRY_OF_KIND[condition.kind], { network });
  return { until, notedAt: -Infinity, condition: { ...condition, ...text } };
}

const isBan = ({ condition }: Ban): boolean => KEPT_FROM_CLICKS.includes(condition.kind);

/** Hold of the whole network: whether it is out of reach or asked for a pause, and until when (server time). */
export class NetworkHold implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  #hold: Hold | undefined;
  /** State of the one request that the user wants sent despite the hold. */
  #trial: 'wanted' | 'sent' | undefined;
  /** Whether it began in this run, so that its times follow the server time assumed then. */
  #beganInThisRun = false;

  constructor(profile: ProfileHistory, now: number, network: string) {
    this.#profile = profile;
    const stored = readMark(profile, MARK, StoredHold);
    if (!stored) return;
    const ban = stored.ban && readBan(stored.ban, now, network);
    const hold = readBan(stored, now, network) ?? ban;
    if (hold) this.#hold = { ...hold, failures: stored.failures, ...(ban && !isBan(hold) && { ban }) };
  }

  /** Returns until when it applies. A pause requested by the network lasts until its time has certainly passed. */
  until(uncertainty?: ClockUncertainty): number | undefined {
    const hold = this.#hold;
    if (!hold) return undefined;
    if (this.#trial === 'wanted') return -Infinity;
    return Math.max(isBan(hold) ? -Infinity : hold.until, this.clicksUntil(uncertainty) ?? -Infinity);
  }

  /** Returns until when not even clicks may send requests. */
  clicksUntil(uncertainty?: ClockUncertainty): number | undefined {
    const ban = this.#trial === 'wanted' ? undefined : this.#ban();
    return ban && ban.until + (uncertainty?.(ban.notedAt) ?? 0);
  }

  /** Returns the reason of the hold, or undefined if there is none. */
  condition(): AgentCondition | undefined {
    return this.#hold?.condition;
  }

  /** Whether not even clicks may send requests. */
  isKeptFromClicks(): boolean {
    return this.#ban() !== undefined;
  }

  /** Returns the number of consecutive failures of the whole network. */
  failures(): number {
    return this.#hold?.failures ?? 0;
  }

  /**
   * Begins or extends the hold after another failure of the whole network at `notedAt`. A pause requested by the
   * network is never shortened: a ban of hours is not over because a later response names seconds (docs/api.md,
   * "Bans").
   */
  begin(until: number, condition: AgentCondition, notedAt: number): void {
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
    const failures = this.failures() + 1;
    this.#hold = { until: end, notedAt: began, condition: why, failures, ...(ban && !isBan(shown) && { ban }) };
    this.#store();
  }

  /** Allows a try at `at`; another failure counts together with those before it. */
  retryAt(at: number): void {
    if (this.#hold) this.#hold = { ...this.#hold, until: at };
  }

  /** Allows one request of the user despite the hold. */
  tryOnce(): void {
    if (this.isKeptFromClicks()) this.#trial = 'wanted';
  }

  /** Records a request: if it was the user's trial, no other may follow before its response. */
  requestSent(): void {
    if (this.#trial === 'wanted') this.#trial = 'sent';
  }

  /** Whether the user's trial request is under way. */
  isTried(): boolean {
    return this.#trial === 'sent';
  }

  /** Ends the hold after the network responded. */
  end(): void {
    this.#trial = undefined;
    if (!this.#hold) return;
    this.#hold = undefined;
    this.#store();
  }

  shiftTimes(byMs: number): void {
    const hold = this.#hold;
    if (!hold || !this.#beganInThisRun) return;
    const shifted = <Times extends Ban>(times: Times): Times => ({
      ...times,
      until: times.until + byMs,
      notedAt: times.notedAt + byMs,
    });
    this.#hold = { ...shifted(hold), ...(hold.ban && { ban: shifted(hold.ban) }) };
    this.#store();
  }

  #ban(): Ban | undefined {
    return this.#hold && (isBan(this.#hold) ? this.#hold : this.#hold.ban);
  }

  #store(): void {
    const hold = this.#hold;
    // Only pauses requested by the network are stored; problems that the user must fix show again at once after a
    // start.
    const stored = [hold, hold?.ban && { ...hold.ban, failures: hold.failures }]
      .map((each) => StoredHold.safeParse(each))
      .find(({ success }) => success);
    if (stored) this.#profile.setMark(MARK, stored.data);
    else if (this.#profile.mark(MARK) !== undefined) this.#profile.deleteMark(MARK);
  }
}

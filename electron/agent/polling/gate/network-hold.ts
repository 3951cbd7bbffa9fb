import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { ShiftableTimes } from '../../domain/clock-shift.ts';
import { conditionText, type AgentCondition } from '../../domain/conditions.ts';
import type { ClockUncertainty } from '../../domain/network-time.ts';
import { readMark } from '../../domain/read-mark.ts';

const MARK = 'hold';

/**
 * What outlives a restart: the network asked to be left alone, whoever asks after the start. Times are ms since the
 * epoch.
 */
const StoredBan = z.object({
  until: z.number(),
  /** When it began; absent in what earlier versions stored, and -Infinity is no JSON. */
  notedAt: z.number().optional().catch(undefined),
  condition: z.object({
    kind: z.enum(['throttled', 'quota-exhausted', 'blocked-by-protection']),
    severity: z.enum(['problem', 'warning']),
    retryAt: z.number().optional(),
  }),
});
const StoredHold = StoredBan.extend({ failures: z.number(), ban: StoredBan.optional().catch(undefined) });

/** The network hold among an account's marks, for a process that does not poll; undefined where none is stored. */
export const storedHold = (marks: Record<string, unknown>): z.output<typeof StoredBan> | undefined =>
  StoredHold.safeParse(marks[MARK]).data;

/** No network asks to be left alone for longer; a longer time comes from a clock that was set. */
const MAX_HOLD_MS = 2 * DAY_MS;

/** The words are chosen anew after a restart, perhaps in another language. */
const ENTRY_OF_KIND = {
  throttled: 'throttled',
  'quota-exhausted': 'exhausted',
  'blocked-by-protection': 'protection',
} as const;

/** Whoever asks before such a hold ends may be banned for longer, so no click is sent either. */
const KEPT_FROM_CLICKS: readonly AgentCondition['kind'][] = ['throttled', 'blocked-by-protection'];

interface Hold {
  until: number;
  /** When it began; -Infinity where that was in an earlier run. */
  notedAt: number;
  failures: number;
  condition: AgentCondition;
  /** A ban that still holds for clicks as well, while something else that clicks may try stops all polls. */
  ban?: Ban | undefined;
}

type Ban = Omit<Hold, 'failures' | 'ban'>;

/** What was stored, as long as it holds; undefined once it has ended. */
function readBan(stored: z.output<typeof StoredBan>, now: number, network: string): Ban | undefined {
  // Where it began in the future, it was noted under a wrong clock: its length is right.
  const until = stored.until - Math.max(0, (stored.notedAt ?? now) - now);
  if (until <= now || until > now + MAX_HOLD_MS) return undefined;
  const { condition } = stored;
  const text = conditionText(ENTRY_OF_KIND[condition.kind], { network });
  return { until, notedAt: -Infinity, condition: { ...condition, ...text } };
}

const isBan = ({ condition }: Ban): boolean => KEPT_FROM_CLICKS.includes(condition.kind);

/** Whether the whole network is out of reach or asked to be left alone, and until when by its clock. */
export class NetworkHold implements ShiftableTimes {
  readonly #profile: ProfileHistory;
  #hold: Hold | undefined;
  /** The one request that a person wants sent although the network asked to be left alone. */
  #trial: 'wanted' | 'sent' | undefined;
  /** It began in this run, so its times go by what the network's time was taken for then. */
  #beganInThisRun = false;

  constructor(profile: ProfileHistory, now: number, network: string) {
    this.#profile = profile;
    const stored = readMark(profile, MARK, StoredHold);
    if (!stored) return;
    const ban = stored.ban && readBan(stored.ban, now, network);
    const hold = readBan(stored, now, network) ?? ban;
    if (hold) this.#hold = { ...hold, failures: stored.failures, ...(ban && !isBan(hold) && { ban }) };
  }

  /** Until when it holds. A pause that the network asked for lasts until its time has certainly passed. */
  until(uncertainty?: ClockUncertainty): number | undefined {
    const hold = this.#hold;
    if (!hold) return undefined;
    if (this.#trial === 'wanted') return -Infinity;
    return Math.max(isBan(hold) ? -Infinity : hold.until, this.clicksUntil(uncertainty) ?? -Infinity);
  }

  /** Until when not even a click may ask. */
  clicksUntil(uncertainty?: ClockUncertainty): number | undefined {
    const ban = this.#trial === 'wanted' ? undefined : this.#ban();
    return ban && ban.until + (uncertainty?.(ban.notedAt) ?? 0);
  }

  /** Why it holds; undefined when it does not. */
  condition(): AgentCondition | undefined {
    return this.#hold?.condition;
  }

  /** Whether not even a click may ask. */
  isKeptFromClicks(): boolean {
    return this.#ban() !== undefined;
  }

  /** Failures in a row that reached the whole network. */
  failures(): number {
    return this.#hold?.failures ?? 0;
  }

  /**
   * One more failure reaches the whole network, at the moment `notedAt`. What the network asked for is only ever
   * extended: a ban of hours is not over because a later answer speaks of seconds (docs/api.md, "Bans").
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
    // Somebody who signs in again, for instance, is still banned.
    const { until: end, notedAt: began, condition: why } = ban && isBan(shown) ? ban : shown;
    const failures = this.failures() + 1;
    this.#hold = { until: end, notedAt: began, condition: why, failures, ...(ban && !isBan(shown) && { ban }) };
    this.#store();
  }

  /** It may be tried at `at`; another failure counts together with those before it. */
  retryAt(at: number): void {
    if (this.#hold) this.#hold = { ...this.#hold, until: at };
  }

  /** A person wants one request sent, whatever the network asked for. */
  tryOnce(): void {
    if (this.isKeptFromClicks()) this.#trial = 'wanted';
  }

  /** A request is sent: if a person wanted it, no other may follow before its answer. */
  requestSent(): void {
    if (this.#trial === 'wanted') this.#trial = 'sent';
  }

  /** Whether the request that a person wanted is on its way. */
  isTried(): boolean {
    return this.#trial === 'sent';
  }

  /** The network answered. */
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
    // Only what the network asked for is stored; what a person must mend is found again at once after a start.
    const stored = [hold, hold?.ban && { ...hold.ban, failures: hold.failures }]
      .map((each) => StoredHold.safeParse(each))
      .find(({ success }) => success);
    if (stored) this.#profile.setMark(MARK, stored.data);
    else if (this.#profile.mark(MARK) !== undefined) this.#profile.deleteMark(MARK);
  }
}

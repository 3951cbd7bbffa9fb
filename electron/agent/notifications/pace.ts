import { z } from 'zod';
import type { NotificationLimit } from '../../../common/contract/contract.ts';
import { MINUTE_MS, HOUR_MS } from '../../../common/durations.ts';
import type { Clock } from '../../clock.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';

/**
 * How fast notifications may follow one another, whoever they are for. A few come as they are. Once there were as many
 * as the person wants in ten minutes, or one more within an hour, the rest waits for a summary; and until it has been
 * calm for hours, summaries come about as often as `RECOVERY_MS` allows. So a day of a hundred events interrupts about
 * as seldom as a day of ten.
 */

const SHORT_WINDOW_MS = 10 * MINUTE_MS;
const LONG_WINDOW_MS = HOUR_MS;

/** How long after a rush the whole limit is free again. With a limit of three that is one notification an hour. */
const RECOVERY_MS = 3 * HOUR_MS;

/** What is kept of the past. Times are ms since the epoch. */
export const PaceState = z.object({
  /** When the last notifications were shown, the oldest first. */
  shownAt: z.array(z.number()).default([]),
  /** Something had to wait since the last notification. */
  hasHeld: z.boolean().default(false),
  /** Since a rush: when the whole limit is free again. */
  recoveredAt: z.number().default(0),
});
export type PaceState = z.output<typeof PaceState>;

export const CALM: PaceState = { shownAt: [], hasHeld: false, recoveredAt: 0 };

/** The state without times that only a clock that was ahead can have noted. */
function plausible({ shownAt, hasHeld, recoveredAt }: PaceState, now: number): PaceState {
  return {
    hasHeld,
    shownAt: shownAt.filter((at) => at <= now && at > now - LONG_WINDOW_MS),
    recoveredAt: recoveredAt > now + RECOVERY_MS ? 0 : recoveredAt,
  };
}

/** When a window of `windowMs` in which `most` notifications may be shown has room again. */
function roomAt(shownAt: readonly number[], most: number, windowMs: number): number {
  const oldest = shownAt.at(-most);
  return oldest === undefined ? -Infinity : oldest + windowMs;
}

/** When the next notification may be shown: `now`, or later. Pure. */
export function nextShowing(state: PaceState, limit: NotificationLimit, now: number): number {
  if (limit === 'none') return now;
  const { shownAt, recoveredAt } = plausible(state, now);
  const perOneMs = RECOVERY_MS / limit;
  return Math.max(
    now,
    roomAt(shownAt, limit, SHORT_WINDOW_MS),
    roomAt(shownAt, limit + 1, LONG_WINDOW_MS),
    recoveredAt > now ? recoveredAt - (limit - 1) * perOneMs : -Infinity,
  );
}

/** The state after one was shown; where something had to wait for it, there is a rush. Pure. */
export function afterShowing(state: PaceState, limit: NotificationLimit, now: number): PaceState {
  if (limit === 'none') return CALM;
  const { shownAt, hasHeld, recoveredAt } = plausible(state, now);
  const perOneMs = RECOVERY_MS / limit;
  const isRush = recoveredAt > now;
  return {
    shownAt: [...shownAt, now].slice(-(limit + 1)),
    hasHeld: false,
    recoveredAt: isRush ? Math.min(now + RECOVERY_MS, recoveredAt + perOneMs) : hasHeld ? now + RECOVERY_MS : 0,
  };
}

export interface PaceParts {
  clock: Pick<Clock, 'now'>;
  limit: () => NotificationLimit;
  /** What was kept last; anything may be in it. */
  load: () => unknown;
  save: (state: PaceState) => void;
}

/** The pace of all notifications of this Askbell; it outlives a restart. */
export class NotificationPace {
  readonly #parts: PaceParts;

  constructor(parts: PaceParts) {
    this.#parts = parts;
  }

  /** When the next notification may be shown, in ms since the epoch; not later than now where it may be now. */
  nextAt(): number {
    return nextShowing(this.#state(), this.#parts.limit(), this.#parts.clock.now());
  }

  isOpen(): boolean {
    return this.nextAt() <= this.#parts.clock.now();
  }

  /** A notification is shown now. Gives what takes that back, for one that the desktop refuses. */
  noteShown(): () => void {
    const { clock, limit, save } = this.#parts;
    const before = this.#state();
    save(afterShowing(before, limit(), clock.now()));
    return () => save(before);
  }

  /** Something has to wait for the next notification. */
  noteWaiting(): void {
    const state = this.#state();
    if (!state.hasHeld) this.#parts.save({ ...state, hasHeld: true });
  }

  #state(): PaceState {
    return PaceState.safeParse(this.#parts.load() ?? {}).data ?? CALM;
  }
}

const PACE_MARK = 'notification-pace';

/** The pace as the history keeps it, by the limit that the person has set. */
export const keptPace = ({
  clock,
  settings,
  history,
}: {
  clock: Pick<Clock, 'now'>;
  settings: SettingsStore;
  history: Pick<History, 'sharedMark' | 'setSharedMark'>;
}): NotificationPace =>
  new NotificationPace({
    clock,
    limit: () => settings.get().preferences.notificationLimit,
    load: () => history.sharedMark(PACE_MARK),
    save: (state) => history.setSharedMark(PACE_MARK, state),
  });

import type { Emitter } from '../base/emitter.ts';
import type { DesktopEvents, Presence, PresenceState } from './desktop.ts';

/** Presence signals of a system. A signal that the system does not report is absent, and counts as present. */
export interface PresenceSigns {
  /** Seconds since the last user input. */
  idleSeconds?: number | undefined;
  /** The desktop considers the session idle, after a configured time. */
  idleHint?: boolean | undefined;
  /** The screen is locked, or another user's session is in the foreground. */
  locked?: boolean | undefined;
  screenSaver?: boolean | undefined;
  /** The machine is asleep or going to sleep. */
  asleep?: boolean | undefined;
}

/** Seconds without input after which the user counts as away. */
export const IDLE_LIMIT_SECONDS = 300;

/**
 * Interval in ms at which signals without events are polled: long while present, short enough to notice the return
 * soon, and long enough to let an unused machine rest.
 */
export const CHECK_INTERVAL_MS = { present: 30_000, away: 15_000 } satisfies Record<PresenceState, number>;

/** Derives the presence from the signals. Pure. */
export function presenceFrom({ idleSeconds, idleHint, locked, screenSaver, asleep }: PresenceSigns): PresenceState {
  if (asleep || locked || screenSaver || idleHint) return 'away';
  return idleSeconds !== undefined && idleSeconds >= IDLE_LIMIT_SECONDS ? 'away' : 'present';
}

/** Tracks the presence, and emits its changes. */
export class PresenceTracker {
  readonly #events: Emitter<DesktopEvents>;
  readonly #now: () => number;
  #signs: PresenceSigns = {};
  #presence: Presence;

  /** @param now ms since the epoch */
  constructor(events: Emitter<DesktopEvents>, now: () => number) {
    this.#events = events;
    this.#now = now;
    this.#presence = { state: 'present', since: now() };
  }

  current(): Presence {
    return this.#presence;
  }

  /** Updates the given signals; the others stay unchanged. */
  learn(learnt: PresenceSigns): void {
    const signs = (this.#signs = { ...this.#signs, ...learnt });
    const state = presenceFrom(signs);
    if (state === this.#presence.state) return;
    // An idle user left at the last input, not now, but not before arriving.
    const idle = state === 'away' && !signs.asleep && !signs.locked ? (signs.idleSeconds ?? 0) * 1000 : 0;
    const now = this.#now();
    this.#presence = { state, since: Math.min(now, Math.max(this.#presence.since, now - idle)) };
    this.#events.emit('presence', this.#presence);
  }
}

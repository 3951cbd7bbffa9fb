import type { Presence, PresenceState } from './desktop.ts';

/** What a system tells about whether somebody sits there. What it does not tell is absent, and counts for presence. */
export interface PresenceSigns {
  /** Seconds since a key or the mouse was last touched. */
  idleSeconds?: number | undefined;
  /** The desktop itself calls the session idle, by a time it was set to. */
  idleHint?: boolean | undefined;
  /** The screen is locked, or somebody else's session is in front. */
  locked?: boolean | undefined;
  screenSaver?: boolean | undefined;
  /** The machine is going to sleep and has not woken yet. */
  asleep?: boolean | undefined;
}

/** Seconds without a touch after which nobody is taken to sit there. */
export const IDLE_LIMIT_SECONDS = 300;

/**
 * How often the signs are looked at where nothing tells of a change, in ms: seldom while somebody is there, often
 * enough to notice the return soon, and not so often that a machine that nobody uses has no rest.
 */
export const CHECK_INTERVAL_MS = { present: 30_000, away: 15_000 } satisfies Record<PresenceState, number>;

/** Decides from the signs whether somebody is there. Pure. */
export function presenceFrom({ idleSeconds, idleHint, locked, screenSaver, asleep }: PresenceSigns): PresenceState {
  if (asleep || locked || screenSaver || idleHint) return 'away';
  return idleSeconds !== undefined && idleSeconds >= IDLE_LIMIT_SECONDS ? 'away' : 'present';
}

/** Follows the signs as they come in. */
export interface PresenceTracker {
  current(): Presence;
  /** Takes what was learnt; signs that are not named stay as they were. */
  learn(signs: PresenceSigns): void;
}

/** Keeps the signs together and tells when what they amount to changes. `now` gives ms since the epoch. */
export function trackPresence(now: () => number, changed: (presence: Presence) => void): PresenceTracker {
  let signs: PresenceSigns = {};
  let presence: Presence = { state: 'present', since: now() };
  return {
    current: () => presence,
    learn(learnt) {
      signs = { ...signs, ...learnt };
      const state = presenceFrom(signs);
      if (state === presence.state) return;
      // Somebody who is found idle left when the keys were last touched, not now; nobody left before they came.
      const idle = state === 'away' && !signs.asleep && !signs.locked ? (signs.idleSeconds ?? 0) * 1000 : 0;
      presence = { state, since: Math.min(now(), Math.max(presence.since, now() - idle)) };
      changed(presence);
    },
  };
}

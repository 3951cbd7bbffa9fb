/** Pauses that the network asked for, each of one method, whatever its parameters (https://api.stackexchange.com/docs/throttle). */
export interface Pauses {
  /** Milliseconds since the epoch until which the method must not be asked; `undefined` when it may. */
  until(method: string, now: number): number | undefined;
  pause(method: string, seconds: number, now: number): number;
}

/** No documented pause is near a day; without a bound one absurd value would silence a method for good. */
const longestSeconds = 86_400;

export function createPauses(): Pauses {
  const held = new Map<string, { since: number; ms: number }>();
  const until = (method: string, now: number): number | undefined => {
    const pause = held.get(family(method));
    if (!pause) return undefined;
    // A clock set back would stretch the pause: it begins anew instead.
    if (pause.since > now) pause.since = now;
    if (pause.since + pause.ms > now) return pause.since + pause.ms;
    held.delete(family(method));
    return undefined;
  };
  return {
    until,
    pause(method, seconds, now) {
      const ms = Math.min(seconds, longestSeconds) * 1000;
      const standing = until(method, now);
      if (standing !== undefined && standing >= now + ms) return standing;
      held.set(family(method), { since: now, ms });
      return now + ms;
    },
  };
}

/** The name under which a method is paused: `/me/…` is the same method as `/users/{ids}/…`: the public service counts them as one. */
export function family(method: string): string {
  return method.replace(/^\/me(?=\/|$)/, '/users/{ids}').replace(/^\/users\/\{id\}/, '/users/{ids}');
}

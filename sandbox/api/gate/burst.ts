/** More requests than this within a second get an address banned for a while (docs/api.md, "Throttling"). */
export const BURST_PER_SECOND = 30;
const BAN_SECONDS = 30;
/** How often a banned address may ask before it gets a long ban, where there are such. */
const MAX_REQUESTS_IN_BAN = 10;
/** Bans of the public service that people wrote down (docs/api.md, "Bans"). */
const MIN_LONG_BAN_SECONDS = 25_445;
const MAX_BAN_SECONDS = 75_808;

export interface BurstGuard {
  /** Notes a request; gives the seconds the address is still banned for, or 0. */
  note(ip: string): number;
  /** Lets everybody in again. */
  clear(): void;
}

/**
 * @param limit requests a second; Infinity lets everything through
 * @param milliseconds a steady clock of the real time, since a burst is one whatever the network's calendar says
 * @param now the network's clock in epoch seconds, by which a ban ends
 * @param random for long bans, gives a whole number between two; undefined where bans stay short
 */
export function createBurstGuard(
  limit: number,
  milliseconds: () => number,
  now: () => number,
  random?: (from: number, to: number) => number,
): BurstGuard {
  const recent = new Map<string, number[]>();
  const bans = new Map<string, { until: number; requests: number }>();
  return {
    note(ip) {
      if (limit === Infinity) return 0;
      const ban = bans.get(ip);
      if (ban && ban.until > now()) {
        ban.requests += 1;
        if (random && ban.requests === MAX_REQUESTS_IN_BAN)
          ban.until = now() + random(MIN_LONG_BAN_SECONDS, MAX_BAN_SECONDS);
        return Math.ceil(ban.until - now());
      }
      const at = milliseconds();
      const last = (recent.get(ip) ?? []).filter((earlier) => earlier > at - 1000);
      last.push(at);
      recent.set(ip, last);
      if (last.length <= limit) return 0;
      recent.delete(ip);
      bans.set(ip, { until: now() + BAN_SECONDS, requests: 0 });
      return BAN_SECONDS;
    },
    clear() {
      recent.clear();
      bans.clear();
    },
  };
}

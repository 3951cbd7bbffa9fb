/** More requests than this within a second get an address banned for a while (docs/api.md, "Throttling"). */
export const BURST_PER_SECOND = 30;
const BAN_SECONDS = 30;

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
 */
export function createBurstGuard(limit: number, milliseconds: () => number, now: () => number): BurstGuard {
  const recent = new Map<string, number[]>();
  const bannedUntil = new Map<string, number>();
  return {
    note(ip) {
      if (limit === Infinity) return 0;
      const left = (bannedUntil.get(ip) ?? 0) - now();
      if (left > 0) return Math.ceil(left);
      const at = milliseconds();
      const last = (recent.get(ip) ?? []).filter((earlier) => earlier > at - 1000);
      last.push(at);
      recent.set(ip, last);
      if (last.length <= limit) return 0;
      recent.delete(ip);
      bannedUntil.set(ip, now() + BAN_SECONDS);
      return BAN_SECONDS;
    },
    clear() {
      recent.clear();
      bannedUntil.clear();
    },
  };
}

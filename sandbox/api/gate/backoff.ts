import type { Caller } from './caller.ts';

/** Asks callers to leave a method alone for a while, and knows who did not (docs/api.md, "Throttling"). */
export interface Backoff {
  /** True when the caller was asked to wait and did not. */
  violated(method: string, caller: Caller): boolean;
  /** The seconds to put into this answer, or undefined. */
  issue(method: string, caller: Caller): number | undefined;
  /** From now on the next `times` answers of a method (all methods without one) carry `seconds`. */
  plan(plan: { method?: string; seconds: number; times: number }): void;
  clear(): void;
}

const who = (method: string, caller: Caller) =>
  `${method} ${caller.token ? `user ${caller.token.accountId}` : `ip ${caller.ip}`} ${caller.clientId ?? ''}`;

/** How often answers ask for a pause by themselves, and for how many seconds. */
export interface BackoffHabit {
  seconds: number;
  /** From 0 (never) to 1 (always). */
  chance: number;
}

/** The habit that has been seen of the public service: now and then. */
export const REALISTIC_BACKOFF: BackoffHabit = { seconds: 10, chance: 1 / 50 };

/** @param random gives 0 to 1 */
export function createBackoff(
  { seconds: habitual, chance }: BackoffHabit,
  now: () => number,
  random: () => number,
): Backoff {
  const waits = new Map<string, number>();
  let plans: { method?: string; seconds: number; times: number }[] = [];
  return {
    violated(method, caller) {
      const until = waits.get(who(method, caller));
      if (until === undefined) return false;
      if (now() < until) return true;
      waits.delete(who(method, caller));
      return false;
    },
    issue(method, caller) {
      const plan = plans.find((candidate) => candidate.method === undefined || candidate.method === method);
      if (plan) {
        plan.times -= 1;
        plans = plans.filter(({ times }) => times > 0);
      }
      const seconds = plan?.seconds ?? (chance > 0 && random() < chance ? habitual : 0);
      if (seconds <= 0) return undefined;
      waits.set(who(method, caller), now() + seconds);
      return seconds;
    },
    plan(plan) {
      plans.push({ ...plan });
    },
    clear() {
      plans = [];
      waits.clear();
    },
  };
}

import { z } from 'zod';
import type { ProfileHistory } from '../../../store/history.ts';
import { conditionText, type AgentCondition } from '../../domain/conditions.ts';
import type { ClockUncertainty } from '../../domain/network-time.ts';

/** What outlives a restart: the network asked for silence, whoever asks after the start. Times are ms since the epoch. */
const Kept = z.object({
  until: z.number(),
  failures: z.number(),
  condition: z.object({
    kind: z.enum(['throttled', 'quota-exhausted']),
    severity: z.enum(['problem', 'warning']),
    retryAt: z.number().optional(),
  }),
});

/** No network asks for silence for longer than this, in ms; a longer wait comes from a clock that was set. */
const longest = 2 * 24 * 3600_000;

/** What is kept is said anew after a restart, perhaps in another language. */
const whatOf = { throttled: 'throttled', 'quota-exhausted': 'exhausted' } as const;

interface Held {
  until: number;
  /** When it was asked for; before all that is known here where that was in an earlier run. */
  noted: number;
  failures: number;
  condition: AgentCondition;
}

/** Whether the whole network is out of reach, or asked for silence, and until when by its clock. `now` likewise. */
export function createNetworkHold(profile: ProfileHistory, now: number, network: string) {
  const kept = Kept.safeParse(profile.mark('hold'));
  let held: Held | undefined =
    kept.success && kept.data.until > now && kept.data.until <= now + longest
      ? {
          ...kept.data,
          noted: -Infinity,
          condition: { ...kept.data.condition, ...conditionText(whatOf[kept.data.condition.kind], { network }) },
        }
      : undefined;
  /** Begun since the start: its time is by what the network's time was taken for then. */
  let begunHere = false;
  const keep = (): void => {
    const lasting = Kept.safeParse(held);
    if (lasting.success) profile.setMark('hold', lasting.data);
    else if (profile.mark('hold') !== undefined) profile.deleteMark('hold');
  };
  return {
    /** `doubt`: a silence that the network asked for is not over by time that may not have passed. */
    until: (doubt?: ClockUncertainty): number | undefined =>
      held && held.until + (held.condition.kind === 'throttled' ? (doubt?.(held.noted) ?? 0) : 0),
    condition: (): AgentCondition | undefined => held?.condition,
    /** Failures in a row that reached the whole network. */
    failures: (): number => held?.failures ?? 0,
    /** One more failure that reaches the whole network, at the moment `noted`. */
    begin(until: number, condition: AgentCondition, noted: number): void {
      begunHere = true;
      held = { until, noted, failures: (held?.failures ?? 0) + 1, condition };
      keep();
    },
    /** It may be asked again; a failure still counts with those before it. */
    lift(at: number): void {
      if (held) held = { ...held, until: at };
    },
    /** It answered. */
    end(): void {
      if (!held) return;
      held = undefined;
      keep();
    },
    /** The network's time turned out to be another: what was noted by the wrong one moves along. */
    relabel(by: number): void {
      if (!held || !begunHere) return;
      held = { ...held, until: held.until + by, noted: held.noted + by };
      keep();
    },
  };
}

export type NetworkHold = ReturnType<typeof createNetworkHold>;

import { z } from 'zod';
import { backoffKey } from '../../../api/request/method-backoffs.ts';
import type { ProfileHistory } from '../../../store/history.ts';
import { shiftedTime } from '../../domain/clock-shift.ts';
import type { StreamId } from '../../domain/stream-id.ts';

/** By method, until when it must not be asked, in ms since the epoch by the network's clock. */
const Kept = z.record(z.string(), z.number());

const markName = 'backoffs';

/** No network asks for a pause of two days; a longer wait, in ms, comes from a clock that was set. */
const longest = 2 * 24 * 3600_000;

/** What each kind of stream asks. New questions are asked for in either of two ways: a pause of one holds both. */
const methods: Record<string, string[]> = {
  inbox: ['/me/inbox'],
  accounts: ['/me/associated'],
  sites: ['/sites'],
  reputation: ['/users/{id}/reputation'],
  history: ['/users/{ids}/reputation-history'],
  questions: ['/questions', '/search'],
  scored: ['/search/advanced'],
  featured: ['/questions/featured'],
};

/**
 * The pauses that a network asked for. Each is for a method, so it holds whoever asks: a stream that comes later, a
 * click, and both after a restart.
 */
export function createMethodBackoffs(profile: ProfileHistory) {
  const kept = Kept.safeParse(profile.mark(markName));
  /** As the earlier run heard them. */
  const earlier = new Map(Object.entries(kept.success ? kept.data : {}));
  const held = new Map(earlier);

  /** Until when a method must not be asked, by the network's clock; `undefined` when it may. */
  function until(method: string, now: number): number | undefined {
    const end = held.get(backoffKey(method));
    return end !== undefined && end > now && end <= now + longest ? end : undefined;
  }

  return {
    until,
    /** Until when a stream must not be asked, and whether that was heard in an earlier run. */
    ofStream(id: StreamId, now: number): { until: number; heardEarlier: boolean } | undefined {
      if (held.size === 0) return undefined;
      const ends = (methods[id.split(':')[0]!] ?? []).flatMap((method) => {
        const end = until(method, now);
        return end === undefined ? [] : { until: end, heardEarlier: end === earlier.get(backoffKey(method)) };
      });
      return ends.toSorted((a, b) => b.until - a.until)[0];
    },
    /** An answer asked for a pause of its method. */
    hear(method: string, end: number, now: number): void {
      for (const [other, ended] of held) if (ended <= now) held.delete(other);
      held.set(backoffKey(method), Math.max(until(method, now) ?? 0, end));
      profile.setMark(markName, Object.fromEntries(held));
    },
    /** A page of a stream did. */
    hearStream(id: StreamId, end: number, now: number): void {
      for (const method of methods[id.split(':')[0]!] ?? []) this.hear(method, end, now);
    },
    /** The network's time turned out to be another: what was noted by the wrong one moves along. */
    relabel(by: number): void {
      for (const [method, end] of held) held.set(method, shiftedTime(end, earlier.get(method), by));
      if (held.size > 0) profile.setMark(markName, Object.fromEntries(held));
    },
  };
}

export type MethodBackoffs = ReturnType<typeof createMethodBackoffs>;

import { z } from 'zod';
import type { ProfileHistory } from '../../store/history.ts';
import { fitBurst, RecentEvents, addRecent, deviationAt, type Burst } from './bursts.ts';
import type { Forecast } from './stream.ts';
import {
  addCounts,
  EventCounts,
  HOUR_MS,
  hourOfDay,
  meanRate,
  noCounts,
  rateByHour,
  hourlyProfile,
  constantProfile,
  type Prior,
} from './hourly-rates.ts';
import type { StreamId } from '../domain/stream-id.ts';

/** What one event is worth, in events of an average watch. */
export interface NewsValue {
  inbox: number;
  reputation: number;
  /** Of a watch, by its id; where it gives nothing, a match is worth 1 up to {@link MAX_VALUE_PER_HOUR} an hour. */
  watch?: (id: string) => number | undefined;
  /** How much more or less than usual all watches are worth; 1 where it is left out. */
  watches?: number;
}

/** How much more or less than usual each counts for a person. */
export interface PollingWeights {
  inbox: number;
  reputation: number;
  watches: number;
}

/** Somebody wrote to the person, something happened to their posts, there is something to read: in this order. */
export const DEFAULT_NEWS_VALUE: NewsValue = { inbox: 20, reputation: 5 };

/** What news is worth to a person who weighs it so. Polls come by the square root of it: at 4, twice as often. */
export const weightedNewsValue = (weights: PollingWeights): NewsValue => ({
  inbox: DEFAULT_NEWS_VALUE.inbox * weights.inbox,
  reputation: DEFAULT_NEWS_VALUE.reputation * weights.reputation,
  watches: weights.watches,
});

/** A watch is worth at most this many matches an hour: nobody reads every question of a busy tag. */
export const MAX_VALUE_PER_HOUR = 4;

/** Before anything was counted: an event every two hours. One hour's watching counts as much. */
export const WATCH_PRIOR: Prior = { events: 0.5, hours: 1 };

/** Likewise of the person's own inbox and reputation: a night without news is no reason to look seldom on the morning after. */
export const OWN_PRIOR: Prior = { events: 3, hours: 6 };

/** Scores and bounties move slowly; what they bring is not told by the dates of the questions. */
const slowly = 0.5;

/** What is learned of one stream. */
const Learned = z.object({
  /** All its items. */
  items: EventCounts,
  /** Questions that matched a watch, by its id. */
  matches: z.record(z.string(), EventCounts).optional(),
  recent: RecentEvents.optional(),
});
type Learned = z.output<typeof Learned>;

/** What one poll brought. Times are ms since the epoch by the network's clock. */
export interface PollFindings {
  /** When each item happened; items seen before may be among them. */
  dates: number[];
  /** Matches of each watch, likewise. */
  matches?: Map<string, number[]> | undefined;
  /** Everything until then is known now. */
  until: number;
  /** Where older items were left out: everything since then was seen. */
  since?: number | undefined;
  /** Only some of the items were asked for: nothing is learned of how many there are. */
  partial?: boolean | undefined;
}

/** What a stream is worth, with the watches that it is worth it for; nothing until somebody asks, and after more was learned. */
interface Believed {
  prospect?: Forecast | undefined;
  of?: string | undefined;
  /** Told when it is no longer so. */
  changed?: (() => void) | undefined;
}

/** Kept at most so often for each stream, in ms: what a crash loses is learned again. */
const keepEvery = 10 * 60_000;

export type Learner = ReturnType<typeof createLearner>;

/** Learns how often each stream has something to tell, from the dates in the answers, and keeps it in the history's marks. */
export function createLearner(profile: ProfileHistory, startingWorth: NewsValue = DEFAULT_NEWS_VALUE) {
  let worth = startingWorth;
  const learned = new Map<string, Learned>();
  const bursts = new Map<string, Burst>();
  const prospects = new Map<string, Believed>();
  const keptAt = new Map<string, number>();

  /** All accounts' reputation is learned together: one poll tells of all of them. */
  const nameOf = (id: StreamId): string => (id === 'accounts' || id.startsWith('reputation:') ? 'reputation' : id);

  function of(name: string): Learned {
    let known = learned.get(name);
    if (!known) {
      const kept = Learned.safeParse(profile.mark(`learned:${name}`));
      known = kept.success ? kept.data : { items: noCounts() };
      learned.set(name, known);
    }
    return known;
  }

  function keep(name: string): void {
    profile.setMark(`learned:${name}`, learned.get(name));
  }

  /** From when on a poll tells everything: from where the last one ended, or on the first look from its oldest item. */
  function startOf(known: Learned, { dates, since, until }: PollFindings): number {
    const before = known.items.until;
    if (before !== undefined && before <= until + HOUR_MS) return before;
    return since ?? Math.min(until, ...dates);
  }

  function prospectOf(name: string, watchIds: string[]): Forecast {
    const known = of(name);
    const knownUntil = known.items.until ?? 0;
    if (name === 'inbox' || name === 'reputation') {
      const value = worth[name];
      const burst = bursts.get(name) ?? fitBurst(known.recent ?? [], () => meanRate(known.items, OWN_PRIOR));
      const perHour = rateByHour(known.items, OWN_PRIOR, 1 / (1 - burst.branchingRatio));
      const { extra, at, within } = deviationAt(known.recent ?? [], burst, perHour[hourOfDay(knownUntil)]!, knownUntil);
      return {
        value: hourlyProfile(perHour.map((rate) => rate * value)),
        eventsPerDay: 24 * meanRate(known.items, OWN_PRIOR),
        knownUntil,
        ...(known.items.until !== undefined && { deviation: { extra: extra * value, at, within } }),
      };
    }
    if (name.startsWith('questions:')) {
      const total = new Float64Array(24);
      let eventsPerDay = 0;
      for (const id of watchIds) {
        const counted = known.matches?.[id] ?? noCounts();
        const each = worth.watch?.(id) ?? Math.min(1, MAX_VALUE_PER_HOUR / meanRate(counted, WATCH_PRIOR));
        for (const [at, rate] of rateByHour(counted, WATCH_PRIOR).entries())
          total[at]! += rate * each * (worth.watches ?? 1);
        eventsPerDay += 24 * meanRate(counted, WATCH_PRIOR);
      }
      return {
        value: hourlyProfile(total),
        eventsPerDay,
        items: hourlyProfile(rateByHour(known.items, WATCH_PRIOR)),
        knownUntil,
      };
    }
    return { value: constantProfile(slowly * (worth.watches ?? 1)), knownUntil };
  }

  function believed(name: string): Believed {
    const known = prospects.get(name) ?? {};
    prospects.set(name, known);
    return known;
  }

  function unsettle(known: Believed): void {
    known.prospect = undefined;
    known.changed?.();
  }

  function outlook(id: StreamId, watchIds: string[], changed?: () => void): () => Forecast {
    const name = nameOf(id);
    const key = watchIds.join();
    const known = believed(name);
    if (changed) known.changed = changed;
    return () => {
      if (known.prospect && known.of === key) return known.prospect;
      Object.assign(known, { prospect: prospectOf(name, watchIds), of: key });
      return known.prospect!;
    };
  }

  return {
    /** What a poll of a stream is worth, by what is known. `watchIds`: the watches it serves. */
    prospect: (id: StreamId, watchIds: string[]): Forecast => outlook(id, watchIds)(),
    /** The same for who asks again and again: what it gives is always by what is known then. `changed`: told when it is something else. */
    outlook,
    /** News is worth something else from now on. */
    setWorth(next: NewsValue): void {
      worth = next;
      for (const known of prospects.values()) unsettle(known);
    },
    /** Takes what a poll brought. */
    learn(id: StreamId, found: PollFindings): void {
      const name = nameOf(id);
      const known = of(name);
      const from = startOf(known, found);
      const news = found.dates.filter((date) => date > from && date <= found.until);
      const next: Learned = {
        items:
          found.partial === true
            ? { ...known.items, until: found.until }
            : addCounts(known.items, news, from, found.until),
      };
      if (next.items.until === undefined || next.items.until > found.until) next.items.until = found.until;
      if (name === 'inbox' || name === 'reputation') {
        next.recent = news.length > 0 ? addRecent(known.recent ?? [], news) : (known.recent ?? []);
        if (news.length > 0 || !bursts.has(name)) {
          const perHour = rateByHour(next.items, OWN_PRIOR);
          bursts.set(
            name,
            fitBurst(next.recent, (at) => perHour[hourOfDay(at)]!),
          );
        }
      }
      if (found.matches) {
        next.matches = {};
        for (const [watchId, dates] of found.matches) {
          const before = known.matches?.[watchId];
          // A watch that is new here is counted from the first poll that looked for it.
          next.matches[watchId] = addCounts(before ?? noCounts(), dates, from, found.until);
        }
      }
      learned.set(name, next);
      unsettle(believed(name));
      if (!(found.until - (keptAt.get(name) ?? -Infinity) < keepEvery)) {
        keptAt.set(name, found.until);
        keep(name);
      }
    },
    /** Everything until then is known of a stream; undefined before its first poll. */
    knownUntil: (id: StreamId): number | undefined => of(nameOf(id)).items.until,
    /** What the matches of a watch are worth an hour, of which so many come an hour. */
    worthOf: (matches: number): number => Math.min(MAX_VALUE_PER_HOUR, matches) * (worth.watches ?? 1),
    /** Items an hour over the whole day, as far as is known. */
    itemsAnHour: (id: StreamId): number => meanRate(of(nameOf(id)).items, WATCH_PRIOR),
    forget(id: StreamId): void {
      const name = nameOf(id);
      unsettle(believed(name));
      for (const map of [learned, keptAt, bursts]) map.delete(name);
      profile.deleteMark(`learned:${name}`);
    },
    /** Keeps all that was learned, as before the end. */
    flush(): void {
      for (const name of learned.keys()) keep(name);
    },
  };
}

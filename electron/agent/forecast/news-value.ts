/** What one event is worth, in events of an average watch. */
export interface EventValue {
  inbox: number;
  reputation: number;
  /** Of a watch, by its id. Where it gives nothing, a match is worth 1, up to {@link MAX_VALUE_PER_HOUR} an hour. */
  watch?: (id: string) => number | undefined;
  /** How much more or less than usual all watches are worth; 1 where it is left out. */
  watches?: number;
}

/** How much more or less than usual each kind of news counts for a person. */
export interface PollingWeights {
  inbox: number;
  reputation: number;
  watches: number;
}

/** Somebody wrote to the person, something happened to their posts, there is something to read: in this order. */
export const DEFAULT_NEWS_VALUE: EventValue = { inbox: 20, reputation: 5 };

/**
 * What news is worth with a person's weights. Polls come by the square root of it: with a weight of 4, twice as often.
 */
export const weightedNewsValue = (weights: PollingWeights): EventValue => ({
  inbox: DEFAULT_NEWS_VALUE.inbox * weights.inbox,
  reputation: DEFAULT_NEWS_VALUE.reputation * weights.reputation,
  watches: weights.watches,
});

/** How many matches an hour a watch is worth at most: nobody reads every question of a busy tag. */
export const MAX_VALUE_PER_HOUR = 4;

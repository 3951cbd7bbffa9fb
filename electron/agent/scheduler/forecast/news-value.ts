/** Value of one event, relative to a match of an average watch. */
export interface EventValue {
  inbox: number;
  reputation: number;
  /**
   * Value of a match of a watch, by its id. If undefined, a match is worth 1, up to {@link MAX_VALUE_PER_HOUR} per
   * hour.
   */
  watch?: (id: string) => number | undefined;
  /** Factor for the value of all watches; 1 by default. */
  watches?: number;
}

/** The user's weights for each kind of event; 1 is the default. */
export interface PollingWeights {
  inbox: number;
  reputation: number;
  watches: number;
}

/** In descending order: messages to the user, changes of their posts, matches to read. */
export const DEFAULT_NEWS_VALUE: EventValue = { inbox: 20, reputation: 5 };

/**
 * Returns the value of events with a user's weights. Polls grow with its square root: with a weight of 4, they are
 * twice as frequent.
 */
export const weightedNewsValue = (weights: PollingWeights): EventValue => ({
  inbox: DEFAULT_NEWS_VALUE.inbox * weights.inbox,
  reputation: DEFAULT_NEWS_VALUE.reputation * weights.reputation,
  watches: weights.watches,
});

/** Maximum number of matches of a watch that have value, per hour: no user reads every question of a busy tag. */
export const MAX_VALUE_PER_HOUR = 4;

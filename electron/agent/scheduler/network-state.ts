import type { Network } from '../../api/network.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { AgentContext } from '../context.ts';
import { Habits } from './forecast/habits.ts';
import { RateLearner, weightedNewsValue, type EventValue } from './forecast/rate-learner.ts';
import { Gate } from './gate.ts';
import { StreamTrust } from './push/trust.ts';
import { Quota } from './quota.ts';
import { ServerClock, type PollTimer } from './server-clock.ts';
import { StreamStates } from './stream-states.ts';
import { Streams } from './streams.ts';

/** The long-lived things that a scheduler uses. */
export type SchedulerContext = Pick<AgentContext, 'clock' | 'log' | 'random' | 'settings' | 'history' | 'events'> & {
  desktop: Pick<Desktop, 'languages' | 'presence'>;
  fetch: { rest?: () => void };
};

/** When events other than the inbox's may be announced. */
export interface TellingTimes {
  /** Returns until when they are held, in local time; undefined if they may be announced now, or a page lists them. */
  heldUntil(): number | undefined;
}

/** The signed-in profile on one network that is polled. */
export interface PolledProfile {
  network: Network;
  networkId: string;
  networkName: string;
  profile: ProfileHistory;
  announcements: TellingTimes;
  /** Value of events; by default as weighted by the user. */
  newsValue?: EventValue;
}

/**
 * Knowledge of one network while it is polled: its time and quota, its holds and backoffs, the streams with their
 * rates, and the habits of its user. Each part stores its knowledge in the history's marks. The rest of the scheduler
 * decides by it.
 */
export class NetworkState {
  readonly name: string;
  readonly profile: ProfileHistory;
  readonly states: StreamStates;
  readonly quota: Quota;
  readonly time: ServerClock;
  readonly gate: Gate;
  readonly habits: Habits;
  readonly learner: RateLearner;
  readonly trust: StreamTrust;
  readonly streams: Streams;
  readonly #context: SchedulerContext;
  readonly #polled: PolledProfile;

  /** @param alreadySent requests sent before this state was created, by the sign-in */
  constructor(context: SchedulerContext, polled: PolledProfile, alreadySent: number, timer: PollTimer) {
    const { profile, networkName } = polled;
    const crashFoundAt = context.history.crashFoundAt(profile.profile.id);
    this.#context = context;
    this.#polled = polled;
    this.name = networkName;
    this.profile = profile;
    this.states = new StreamStates(profile);
    this.quota = new Quota(profile, alreadySent, crashFoundAt !== undefined);
    this.time = new ServerClock(context.clock, profile, this.quota.state()?.observedAt);
    this.gate = new Gate(profile, this.states, this.time, networkName, crashFoundAt);
    this.habits = new Habits(profile, this.time);
    this.time.follow(this.states, this.quota, this.gate, this.habits);
    this.learner = new RateLearner(profile, this.#newsValue());
    this.trust = new StreamTrust(this.time, timer);
    this.streams = new Streams(context, polled, this);
  }

  /** Applies changed weights of events. */
  reweigh(): void {
    this.learner.setNewsValue(this.#newsValue());
  }

  /** Stores what was learned. */
  flush(): void {
    for (const part of [this.habits, this.learner, this.quota, this.time]) part.flush();
  }

  #newsValue(): EventValue {
    return this.#polled.newsValue ?? weightedNewsValue(this.#context.settings.get().preferences.pollingWeights);
  }
}

import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { RequestObserver, ResponseReport } from '../../api/network.ts';
import { conditionText, problem } from '../conditions.ts';
import { streamKind, streamSite, type StreamId, type StreamKind } from '../ids.ts';
import { currentRules } from '../notifications/rules.ts';
import { pollAchievements, pollBadges } from '../sources/achievements-source.ts';
import { pollInbox } from '../sources/inbox-source.ts';
import { listedSince, type Poll, type PollResult } from '../sources/poll.ts';
import { overlapFor } from '../sources/questions/cursor.ts';
import { pollByBounty, pollByScore } from '../sources/questions/listed-questions.ts';
import { pollNewQuestions } from '../sources/questions/new-questions.ts';
import { pollReputationHistory } from '../sources/reputation/reputation-backfill.ts';
import { pollReputation } from '../sources/reputation/reputation-source.ts';
import { pollAccounts, pollSites } from '../sources/sites-source.ts';
import { type Failures, isOutage, PAUSE_MARGIN_MS } from './failures.ts';
import type { Forecast, Stream } from './forecast/forecast.ts';
import { hourOfDay } from './forecast/hourly-rates.ts';
import { PollObservation, ShownQuestions } from './forecast/observation.ts';
import type { NetworkState, PolledProfile, SchedulerContext } from './network-state.ts';
import type { CurrentPlan } from './plan/current-plan.ts';
import { pollsPerDay } from './plan/explanation.ts';
import { dueAt } from './plan/planner.ts';
import type { PollTimer } from './server-clock.ts';
import type { StreamState } from './stream-states.ts';
import { minIntervalOf } from './streams.ts';

/**
 * The sources say what can be asked of a network, and what the responses mean. Each kind of stream has one source: it
 * sends the requests of a poll, converts items to events, and records these together with their pending notifications.
 * A source decides what is new; the rules of `notifications/` decide what of it is announced. The scheduler decides
 * when a stream is polled, and how many pages and spare requests a poll may take. Nothing here calls back up: a poll
 * returns its result.
 */
type Source = (poll: Poll, siteId: string) => Promise<PollResult>;

/** The source of each kind of stream. Those without a site ignore `siteId`. Rejects if a request fails. */
export const SOURCES: Record<StreamKind, Source> = {
  inbox: pollInbox,
  accounts: pollAccounts,
  achievements: pollAchievements,
  sites: pollSites,
  reputation: pollReputation,
  history: pollReputationHistory,
  badges: pollBadges,
  questions: pollNewQuestions,
  scored: pollByScore,
  featured: pollByBounty,
};

/** One poll of a stream. */
export interface PollRun {
  id: StreamId;
  /** When it was sent, and when the stream's previous request was sent, in server time. */
  sentAt: number;
  sentBefore: number | undefined;
  signal: AbortSignal;
}

/**
 * How long items must be unreadable before the user is informed, in ms. A single malformed question is requested again
 * for 15 minutes, because polls overlap.
 */
const UNREADABLE_TOLD_AFTER_MS = 20 * MINUTE_MS;

const isReputationWanted = ({ id, wanted }: Stream): boolean => wanted && id.startsWith('reputation:');
const isQuestions = (id: StreamId): boolean => id.startsWith('questions:');

/** Whether a stream's poll shows for all accounts which of them have changed. */
const tellsWhatMoved = (id: StreamId): boolean => id === 'accounts' || id === 'achievements';

/** Runs single polls: how far to look back, whether to fetch the next page, and what to learn from the result. */
export class Polls {
  readonly #context: SchedulerContext;
  readonly #polled: PolledProfile;
  readonly #network: NetworkState;
  readonly #plan: CurrentPlan;
  readonly #shown = new Map<StreamId, ShownQuestions>();

  constructor(context: SchedulerContext, polled: PolledProfile, network: NetworkState, plan: CurrentPlan) {
    this.#context = context;
    this.#polled = polled;
    this.#network = network;
    this.#plan = plan;
  }

  /**
   * Sends the requests of a poll, records their events and learns from them. Returns the result, and whether there were
   * new items. Rejects if a request fails.
   */
  async run(run: PollRun): Promise<PollResult & { foundNews: boolean }> {
    const { id } = run;
    const observation = this.#observe(id);
    const result = await SOURCES[streamKind(id)](this.#pollOf(run, observation), streamSite(id));
    return { ...result, foundNews: this.#take(id, result, observation) };
  }

  /** Forgets the questions of a stream that is no longer polled. */
  forget(id: StreamId): void {
    this.#shown.delete(id);
  }

  #pollOf({ id, sentAt, sentBefore, signal }: PollRun, observation: PollObservation): Poll {
    const { clock, history, settings } = this.#context;
    const { network, networkId, profile } = this.#polled;
    const [plan, time, now] = [this.#plan, this.#network.time, clock.now()];
    return {
      network,
      networkId,
      history,
      profile,
      rules: currentRules(this.#context, profile),
      now: () => clock.now(),
      listedSince: listedSince(profile, settings.get().preferences, now),
      networkNow: time.now,
      vouchedNow: time.vouchedNow,
      idleFor: sentAt - (sentBefore ?? sentAt),
      isStillWatched: (siteId) => this.#network.streams.watches().some((watch) => watch.siteId === siteId),
      sending: { signal },
      interval: this.#interval(id),
      overlap: this.#overlap(id, sentAt),
      sawPage: (page) => observation.addPage(page, time.now()),
      mayTakeAnotherPage: () => plan.mayTakeAnotherPage() && this.#isWorthAnotherPage(id, observation),
      backfillLeft: () => plan.backfillRequests(),
      spendBackfill: () => plan.spendOnBackfill(),
    };
  }

  /** Starts the observation of a poll. */
  #observe(id: StreamId): PollObservation {
    const shown = this.#shown.get(id) ?? new ShownQuestions();
    this.#shown.set(id, shown);
    const serving = isQuestions(id) ? this.#network.streams.watchesServedBy(id) : [];
    return new PollObservation(streamSite(id), serving, this.#network.learner.knownUntil(id), shown);
  }

  /** Returns the ms between two polls of questions, if only the value of events counted and no page were ever full. */
  #interval(id: StreamId): number | undefined {
    const stream = isQuestions(id) ? this.#network.streams.find(id) : undefined;
    if (!stream?.forecast) return undefined;
    const byValue: Stream = { ...stream, forecast: { ...stream.forecast, items: undefined } };
    return DAY_MS / pollsPerDay(byValue, this.#plan.price, { ...this.#network.habits.outlook(), awake: undefined });
  }

  /** Returns how far to look back for late questions, in seconds, so that they do not fill the page in a busy hour. */
  #overlap(id: StreamId, at: number): number | undefined {
    if (!isQuestions(id) || this.#network.states.of(id).searched === true) return undefined;
    const { items, knownUntil } = this.#network.streams.forecast(id);
    return items && overlapFor(24 * items.perHour[hourOfDay(at)]!, Math.max(0, at - knownUntil) / 1000);
  }

  /**
   * Whether the items behind a full page are worth a request of their own. A list by scores or bounties is read to its
   * end, because new entries may be anywhere in it.
   */
  #isWorthAnotherPage(id: StreamId, observation: PollObservation): boolean {
    if (!isQuestions(id)) return true;
    const at = this.#network.time.now();
    const known = this.#network.streams.forecast(id);
    const forecast: Forecast = {
      ...known,
      knownUntil: observation.findings(at, true).until,
      backlog: observation.backlog(at, known),
    };
    return (
      dueAt({ id, cost: 1, wanted: false, byPerson: false, onDemand: false, forecast }, at, this.#plan.price, 1) <= at
    );
  }

  /**
   * Learns from a poll. The items behind a full page of questions are polled when they are worth it, those of other
   * lists at once. Returns whether there were new items.
   */
  #take(id: StreamId, { more, retryInMs, searched }: PollResult, observation: PollObservation): boolean {
    const { states, learner, time } = this.#network;
    const at = time.now();
    const isFull = isQuestions(id) && more;
    if (this.#learnsFrom(id)) learner.learn(id, { ...observation.findings(at, isFull), partial: searched });
    const unreadableSince = observation.isUnreadable ? (states.of(id).unreadableSince ?? at) : undefined;
    const restsUntil = retryInMs === undefined ? undefined : at + retryInMs;
    // Responses without a single readable item would otherwise look like a quiet day.
    const isTold = unreadableSince !== undefined && at - unreadableSince >= UNREADABLE_TOLD_AFTER_MS;
    const text = conditionText('unreadable', { network: this.#network.name });
    const change: Partial<StreamState> = {
      failures: 0,
      condition: isTold ? problem('bad-answer', text) : undefined,
      unreadableSince,
      backlog: isFull ? observation.backlog(at, this.#network.streams.forecast(id)) : undefined,
      searched,
      restsUntil,
      pages: minIntervalOf(id) === undefined ? undefined : Math.max(1, observation.pages),
      ...(more && !isQuestions(id) && { wanted: true }),
      // A backoff in the response may last longer.
      ...(restsUntil !== undefined && { notBefore: Math.max(restsUntil, states.of(id).notBefore ?? 0) }),
    };
    states.changeByPoll(id, change, at);
    // Changed totals, and achievements, name the accounts to poll next.
    return tellsWhatMoved(id) ? this.#network.streams.list().some(isReputationWanted) : observation.foundNews;
  }

  /**
   * Whether a stream is learned from. Reputation is learned from the totals of all accounts if single accounts need not
   * be polled.
   */
  #learnsFrom(id: StreamId): boolean {
    if (isQuestions(id) || id === 'inbox' || id.startsWith('reputation:')) return true;
    return tellsWhatMoved(id) && !this.#network.streams.list().some((stream) => stream.id.startsWith('reputation:'));
  }
}

/** Facts about a response, as far as known. */
export type ResponseFacts = Pick<ResponseReport, 'at'> & Partial<ResponseReport>;

/** Hears of each request and response of a network, of polls and clicks: server time, quota, backoffs and failures. */
export class Responses implements RequestObserver {
  /** Server time minus local time in ms by the last response; undefined before the first. */
  skew: number | undefined;
  /** Whether the machine slept before it read the current poll's response. */
  wasReadLate = false;
  readonly #network: NetworkState;
  readonly #failures: Failures;
  readonly #timer: PollTimer;
  /** The stream being polled. */
  #polling: StreamId | undefined;

  constructor(network: NetworkState, failures: Failures, timer: PollTimer) {
    this.#network = network;
    this.#failures = failures;
    this.#timer = timer;
  }

  /** Returns until when a method must not be requested, in local time; undefined if it may be. */
  blockedUntil(method: string): number | undefined {
    const { gate, time } = this.#network;
    const until = gate.methodClosedUntil(method);
    return until && time.toLocal(until);
  }

  /** Records that a poll begins: responses up to `pollEnds` may belong to it. */
  pollBegins(id: StreamId): void {
    this.#polling = id;
    this.wasReadLate = false;
  }

  /** Records that the poll has ended, successfully or not. */
  pollEnds(): void {
    this.#polling = undefined;
  }

  /** Called when the network client sends a request. */
  sent(): void {
    this.#network.gate.requestSent();
    this.#network.quota.sent();
  }

  /**
   * Called when the network client received a response. Renews the plan if other polls may, or must not, be sent now.
   */
  answered(facts: ResponseFacts): void {
    const { gate } = this.#network;
    const kind = gate.condition()?.kind;
    const isFullAgain = this.#read(facts);
    const { isGood = false, fault } = facts;
    // Even if a click caused this response, polls need not wait for the end of the day or of an outage any more.
    const isOver = (isFullAgain && kind === 'quota-exhausted') || (isGood && (isOutage(kind) || gate.isTried()));
    if (isOver) gate.open();
    if (isGood) this.#failures.outageEnded();
    const isClosed = fault !== undefined && this.#failures.takeFault(fault);
    if (isFullAgain || isOver || isClosed) this.#timer.wake();
  }

  /** Reads a response's metadata. Returns whether it showed that the quota is full again. */
  #read(facts: ResponseFacts): boolean {
    const { method, quota, backoffUntil, took = 0, at, sentAt = at - took } = facts;
    const network = this.#network;
    const { time } = network;
    const isLate = this.#takeTime(facts, at - sentAt, took);
    network.habits.noteAwake();
    if (method !== undefined && backoffUntil !== undefined)
      network.gate.pauseMethod(method, time.toServer(backoffUntil) + PAUSE_MARGIN_MS);
    return quota !== undefined && network.quota.observe(quota, time.now() - (isLate ? at - sentAt : 0));
  }

  /**
   * Reads the server time of a response. Returns whether the response was read late, so that its time is less exact.
   */
  #takeTime({ networkTime, at }: ResponseFacts, byClock: number, took: number): boolean {
    if (networkTime === undefined) return false;
    const { time, states } = this.#network;
    const check = time.check(networkTime, took, byClock);
    if (check === 'late') this.wasReadLate = true;
    else if (check !== 'doubted') this.skew = networkTime - at;
    // The request may have been sent after an unreported sleep: then it was sent just now, not before the sleep.
    if ((check === 'corrected' || check === 'late') && this.#polling)
      states.changeByPoll(this.#polling, { lastSentAt: time.now() }, time.now());
    return check === 'late';
  }
}

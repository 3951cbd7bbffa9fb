import type { Network } from '../../api/network.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Clock } from '../../clock.ts';
import type { PresenceState } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { History, ProfileHistory } from '../../store/history.ts';
import type { SettingsStore, StoredWatch } from '../../store/settings.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { ShiftableTimes } from '../domain/clock-shift.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import { NetworkTime } from '../domain/network-time.ts';
import { idsOfAccount } from '../domain/scoped-id.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { AwakeTracker } from '../forecast/awake-habit.ts';
import { SAME_REQUEST_FLOOR_MS } from '../forecast/forecast.ts';
import { weightedNewsValue, type EventValue } from '../forecast/news-value.ts';
import { PresenceTracker } from '../forecast/presence-habit.ts';
import { RateLearner } from '../forecast/rate-learner.ts';
import type { Stream } from '../forecast/stream.ts';
import { CatchUp } from '../planning/catch-up.ts';
import { Demand } from '../planning/demand.ts';
import { pollsPerDay, type PlanLine } from '../planning/plan-explanation.ts';
import type { Allowance, PlannedPoll, PlanScenario, PresenceOutlook } from '../planning/plan-types.ts';
import { planNextPoll } from '../planning/planner.ts';
import type { Quota, QuotaState } from '../planning/quota.ts';
import type { PollContext } from '../polls/poll-context.ts';
import { pollsReputationDirectly } from '../polls/record/reputation.ts';
import { pollStream } from '../polls/run-poll.ts';
import { leftForHistory, spendOnHistory } from '../reputation/history-backfill.ts';
import { RequestGate } from './gate/request-gate.ts';
import { clockCondition, isRefused, quotaCondition, streamConditions } from './poll-conditions.ts';
import { PAUSE_MARGIN_MS, PollFailures } from './poll-failures.ts';
import { PollLoop } from './poll-loop.ts';
import type { PollObservation } from './poll-observation.ts';
import { PollOutcomes } from './poll-outcomes.ts';
import { PlanReport } from './plan-report.ts';
import { QuotaLedger } from './quota-ledger.ts';
import { listedSince } from './retention.ts';
import { StreamList } from './stream-list.ts';
import { StreamStates } from './stream-states.ts';

const SKEW_MARK = 'skew';
const HOUR_MS = 3600_000;

/** What a poller needs: one signed-in profile on one network. */
export interface PollerParts {
  network: Network;
  networkId: string;
  networkName: string;
  history: History;
  profile: ProfileHistory;
  settings: SettingsStore;
  clock: Clock;
  random: () => number;
  log: Log;
  /** The language and locale at present. */
  locale: () => Locale;
  /** Requests that were sent before this poller counted them (those of the sign-in). */
  alreadySent: number;
  /** What news is worth; as the person weighs it where it is left out. */
  newsValue?: EventValue;
  /** The history may hold new things to show and to announce. `onChange` follows at once, with the next plan. */
  onRecorded: (stream: StreamId) => void;
  /** Plan, quota or conditions have changed. */
  onChange: () => void;
}

/** What the network client reports of an answer. Times are by this machine's clock. */
export interface AnswerFacts {
  method?: string;
  quota?: Quota | undefined;
  networkTime?: number | undefined;
  backoffUntil?: number | undefined;
  sentAt?: number;
  at: number;
  /** Steady ms that the request took. */
  took?: number;
}

/**
 * Polls one network by the plan, one request at a time, and records what it finds. It decides nothing itself: the
 * planner says what comes next, the request gate what may be asked, and the polls what is recorded. All its times are
 * the network's, so that neither a wrong clock nor one that is set moves the plan; what it tells others is this
 * machine's.
 */
export class Poller {
  readonly #parts: PollerParts;
  readonly #states: StreamStates;
  readonly #learner: RateLearner;
  readonly #ledger: QuotaLedger;
  readonly #time: NetworkTime;
  readonly #gate: RequestGate;
  readonly #presence: PresenceTracker;
  readonly #awake: AwakeTracker;
  readonly #streamList: StreamList;
  readonly #outcomes: PollOutcomes;
  readonly #failures: PollFailures;
  readonly #report: PlanReport;
  readonly #catchUp: CatchUp;
  readonly #loop: PollLoop;
  /** What the planner keeps from one plan to the next. */
  readonly #demand = new Demand();
  #next: PlannedPoll | undefined;
  #price = 0;
  #lastPollAt: number | undefined;
  /** Network time minus machine time, as the last answer told it. */
  #skew: number | undefined;
  /** The stream that is being polled. */
  #polling: StreamId | undefined;
  /** The machine slept before the answer to that poll was read. */
  #wasReadLate = false;

  constructor(parts: PollerParts) {
    const { profile, clock, log, networkName } = parts;
    this.#parts = parts;
    this.#states = new StreamStates(profile);
    this.#learner = new RateLearner(profile, this.#newsValue());
    this.#ledger = new QuotaLedger(profile, parts.alreadySent);
    const time = new NetworkTime(clock, {
      skew: Number(profile.mark(SKEW_MARK) ?? 0),
      heardAt: this.#ledger.quota()?.observedAt,
      onShift: (byMs) => this.#shiftTimes(byMs),
      onSlept: (ms) => this.#awake.noteSlept(ms),
      onSkewChange: (skew) => profile.setMark(SKEW_MARK, skew),
    });
    this.#time = time;
    const [states, learner, ledger] = [this.#states, this.#learner, this.#ledger];
    const [streams, watches, outlook] = [() => this.#streams(), () => this.#watches(), () => this.#outlook()];
    const gate = new RequestGate({ profile, networkName, states, time });
    this.#gate = gate;
    this.#presence = new PresenceTracker(profile, time.now);
    this.#awake = new AwakeTracker(profile, time.now, () => time.uncertainty() === undefined);
    this.#streamList = new StreamList({
      profile,
      stateOf: gate.streamState,
      learner,
      wantsBadges: () => parts.settings.get().preferences.notify.badges,
    });
    this.#failures = new PollFailures({ ...parts, states, gate, ledger, time, machineNow: () => clock.now() });
    const outcomes = new PollOutcomes({ states, learner, streams, watches, now: time.now, outlook });
    this.#outcomes = outcomes;
    this.#report = new PlanReport({ streams, price: () => this.#price, outlook, time, ledger, gate, outcomes, states });
    this.#catchUp = new CatchUp((stream) => pollsPerDay(stream, this.#price, this.#presence.outlook()));
    this.#loop = new PollLoop({
      clock,
      time,
      log,
      plan: () => this.#plan(),
      poll: (signal) => this.#pollNext(signal),
      onSlept: (ms) => this.#awake.noteSlept(ms),
    });
  }

  /** Begins to poll. */
  start(): void {
    this.#loop.start();
  }

  /** Stops polling, and stores what was learned. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    for (const part of [this.#presence, this.#awake, this.#learner, this.#ledger, this.#time]) part.flush();
  }

  /** The person has changed how much news counts. */
  reweigh(): void {
    this.#learner.setNewsValue(this.#newsValue());
    this.replan();
  }

  /** The person has changed which kinds are announced. Badges that come while they are off are no news later. */
  notificationsChanged(): void {
    const { profile, settings } = this.#parts;
    if (!settings.get().preferences.notify.badges)
      this.forgetStreams(profile.reputation.accounts().map(({ site }): StreamId => `badges:${site.id}`));
    this.replan();
  }

  /** Plans anew: settings or watches have changed. */
  replan(): void {
    this.#loop.replan();
  }

  /**
   * Polls everything as soon as the rules allow. `byPerson` may use the reserve, and asks again after a refusal;
   * `notAskedFor` leaves out what was asked within so many ms.
   */
  wantAll({ byPerson, notAskedFor = 0 }: { byPerson: boolean; notAskedFor?: number }): void {
    const now = this.#time.now();
    const askable = this.#streams().filter(
      ({ onDemand, lastSentAt }) => !onDemand && !(now - (lastSentAt ?? -Infinity) < notAskedFor),
    );
    for (const { id } of byPerson ? askable : this.#catchUp.choose(askable, this.#allowance(), now))
      this.#states.change(id, { wanted: true, byPerson });
    const kind = this.#gate.condition()?.kind;
    if (kind === 'offline' || (byPerson && (kind === 'signed-out' || kind === 'bad-key'))) this.#gate.retryNow();
    this.replan();
  }

  /** The machine woke from sleep. */
  woke(): void {
    this.#time.woke();
    this.replan();
  }

  /**
   * While somebody is away it polls sparsely. Once they are back it catches up on what was not asked within the last
   * minute.
   */
  setPresence(state: PresenceState): void {
    if (this.#presence.setState(state)) this.wantAll({ byPerson: false, notAskedFor: SAME_REQUEST_FLOOR_MS });
    else this.replan();
  }

  /** The network client sends a request. */
  sent(): void {
    this.#ledger.requestSent();
  }

  /** The network client received an answer. */
  answered(facts: AnswerFacts): void {
    const { method, quota, backoffUntil, took = 0, at, sentAt = at - took } = facts;
    const isLate = this.#takeTime(facts, at - sentAt, took);
    this.#awake.noteAwake();
    if (method !== undefined && backoffUntil !== undefined)
      this.#gate.pauseMethod(method, this.#time.fromMachine(backoffUntil) + PAUSE_MARGIN_MS);
    if (!quota) return;
    const isFullAgain = this.#ledger.observe(quota, this.#time.now() - (isLate ? at - sentAt : 0));
    if (!isFullAgain) return;
    // Whoever asked, a click for instance: nothing has to wait for the end of the day any more.
    if (this.#gate.condition()?.kind === 'quota-exhausted') this.#gate.open();
    this.replan();
  }

  /** Nobody watches there any more: a new watch begins with a first look. */
  forgetStreams(ids: StreamId[]): void {
    for (const id of ids) {
      this.#states.forget(id, this.#time.now());
      this.#learner.forget(id);
      for (const mark of [`cursor:${id}`, `rates:${id}`, id]) this.#parts.profile.deleteMark(mark);
    }
  }

  /** Requests a day that the plan gives a stream, as it is or in a scenario. */
  pollsPerDay(id: StreamId, scenario?: PlanScenario): number {
    return this.#report.pollsPerDay(id, scenario);
  }

  /** Whether the network refused what a stream asked last. */
  isRefused(id: StreamId): boolean {
    return isRefused(this.#states.of(id).condition);
  }

  /** Each stream with how often it is polled, and why. */
  plan(locale: Locale): PlanLine[] {
    return this.#report.lines(locale);
  }

  /** Requests that reading what was before Askbell may still take today; none while nothing is asked. */
  spareRequests(): number {
    return this.#parts.settings.get().paused || this.#gate.isClosed() ? 0 : this.#backfillRequests();
  }

  /** Requests that a click may still take; undefined while the network has not told its quota. */
  forClicks(): number | undefined {
    return this.#ledger.allowance(this.#time.now()).forClicks;
  }

  /** Until when a method must not be asked, by this machine's clock; undefined when it may. */
  blockedUntil(method: string): number | undefined {
    const until = this.#gate.methodClosedUntil(method);
    return until && this.#time.toMachine(until);
  }

  /** The time by the network's clock, once an answer has told it. */
  networkNow(): number | undefined {
    return this.#skew === undefined ? undefined : this.#time.now();
  }

  /** What is wrong, one condition of each kind and site. */
  conditions(): AgentCondition[] {
    const { networkName } = this.#parts;
    const conditionOf = (id: StreamId) => this.#states.of(id).condition;
    const isAnyFailing = [...this.#states.all()].some(([, { condition }]) => condition !== undefined);
    const streams = isAnyFailing ? this.#streams().map(({ id }) => id) : [];
    const all = [
      this.#gate.condition(),
      quotaCondition(this.#ledger.allowance(this.#time.now()), this.#time.toMachine, networkName),
      ...(isAnyFailing ? streamConditions({ streams, conditionOf, watches: this.#watches(), networkName }) : []),
      clockCondition(this.#skew ?? 0),
    ].filter((condition) => condition !== undefined);
    return [...new Map(all.map((condition) => [`${condition.kind} ${condition.siteId ?? ''}`, condition])).values()];
  }

  /** What is known of the quota; undefined while the network has not told it. */
  quota(): QuotaState | undefined {
    return this.#ledger.quota();
  }

  /** The next poll, by this machine's clock. */
  next(): PlannedPoll | undefined {
    return this.#next && { ...this.#next, at: this.#time.toMachine(this.#next.at) };
  }

  /** When a poll succeeded last, by this machine's clock. */
  lastPollAt(): number | undefined {
    return this.#lastPollAt;
  }

  #newsValue(): EventValue {
    return this.#parts.newsValue ?? weightedNewsValue(this.#parts.settings.get().preferences.pollingWeights);
  }

  #watches(): StoredWatch[] {
    return this.#parts.settings.get().watches.filter((watch) => watch.networkId === this.#parts.networkId);
  }

  #streams(): Stream[] {
    return this.#streamList.at(this.#watches(), this.#parts.clock.now());
  }

  #outlook(): PresenceOutlook {
    return { ...this.#presence.outlook(), awake: this.#awake.chanceByHour() };
  }

  #shiftTimes(byMs: number): void {
    const holders: ShiftableTimes[] = [this.#states, this.#ledger, this.#gate, this.#presence, this.#awake];
    for (const holder of holders) holder.shiftTimes(byMs);
  }

  /** What polling may spend, less what looks at moved totals will take. */
  #allowance(): Allowance {
    const allowance = this.#ledger.allowance(this.#time.now());
    if (allowance.spendable === undefined || pollsReputationDirectly(this.#parts.profile)) return allowance;
    const looks = this.#learner.itemsPerHour('accounts') * (allowance.lastsFor / HOUR_MS);
    return { ...allowance, spendable: Math.max(allowance.spendable - looks, allowance.spendable / 2) };
  }

  #backfillRequests(): number {
    return leftForHistory(this.#parts.profile, this.#ledger.quota(), this.#allowance().spendable);
  }

  /** Plans anew; gives the ms to wait for the next poll. */
  #plan(): number {
    const now = this.#time.now();
    this.#states.correct(now);
    this.#report.invalidate();
    if (this.#parts.settings.get().paused) this.#next = undefined;
    else
      ({ next: this.#next, price: this.#price } = planNextPoll({
        now,
        streams: this.#streams(),
        allowance: this.#allowance(),
        closedUntil: this.#gate.closedUntil(),
        uncertainty: this.#time.uncertainty(),
        presence: this.#outlook(),
        price: this.#price,
        demand: this.#demand,
      }));
    this.#parts.onChange();
    return this.#next ? this.#next.at - now : Infinity;
  }

  async #pollNext(signal: AbortSignal): Promise<void> {
    const id = this.#next!.stream;
    const { lastSentAt } = this.#states.of(id);
    const sentAt = this.#time.now();
    // Stored before it is sent: after a restart in between, the same must not be sent within the minute.
    this.#states.change(id, { lastSentAt: sentAt, wanted: false, byPerson: false, notBefore: undefined });
    this.#polling = id;
    this.#wasReadLate = false;
    const observation = this.#outcomes.observe(id);
    const context = this.#contextOf(id, observation, sentAt, lastSentAt, signal);
    try {
      await this.#poll(id, observation, context);
    } catch (error) {
      if (signal.aborted || (error instanceof NetworkError && error.kind === 'cancelled')) return;
      // What never reached the network does not count as asked.
      if (error instanceof NetworkError && error.kind === 'offline') {
        this.#states.change(id, { lastSentAt });
        this.#ledger.requestNotSent();
      }
      this.#failures.take(id, error);
    } finally {
      this.#polling = undefined;
    }
  }

  async #poll(id: StreamId, observation: PollObservation, context: PollContext): Promise<void> {
    const result = await pollStream(id, context);
    this.#outcomes.take(id, result, observation);
    // An answer that was read late tells nothing of the time that was slept through.
    if (this.#wasReadLate) this.#states.change(id, { wanted: true });
    this.#gate.open();
    this.#lastPollAt = this.#parts.clock.now();
    if (result.broken > 0) this.#parts.log.warn(`${result.broken} items of ${id} could not be read and were left out`);
    this.#parts.onRecorded(id);
  }

  #contextOf(
    id: StreamId,
    observation: PollObservation,
    sentAt: number,
    sentBefore: number | undefined,
    signal: AbortSignal,
  ): PollContext {
    const { network, networkId, history, profile, settings, clock, locale } = this.#parts;
    const { preferences } = settings.get();
    return {
      network,
      networkId,
      history,
      profile,
      rules: {
        notify: preferences.notify,
        watches: this.#watches(),
        mutedSites: idsOfAccount(networkId, preferences.mutedSites),
        isMuted: (siteId, questionId) => profile.mutes.has(siteId, questionId),
        locale: locale(),
      },
      now: () => clock.now(),
      listedSince: listedSince(profile, preferences, clock.now()),
      networkNow: this.#time.now,
      idleFor: sentAt - (sentBefore ?? sentAt),
      isStillWatched: (siteId) => this.#watches().some((watch) => watch.siteId === siteId),
      sending: { signal },
      interval: this.#outcomes.interval(id, this.#price),
      overlap: this.#outcomes.overlap(id, sentAt),
      onPage: (page) => observation.addPage(page),
      mayTakeAnotherPage: () =>
        (this.#allowance().spendable ?? 1) >= 1 && this.#outcomes.isWorthAnotherPage(id, observation, this.#price),
      backfillQuota: {
        left: () => this.#backfillRequests(),
        spend: () => spendOnHistory(profile, this.#ledger.quota()),
      },
    };
  }

  /** Takes the network's time from an answer. Gives true where the answer was read late, so that it tells less. */
  #takeTime({ networkTime, at }: AnswerFacts, byClock: number, took: number): boolean {
    if (networkTime === undefined) return false;
    const check = this.#time.check(networkTime, took, byClock);
    if (check === 'late') this.#wasReadLate = true;
    else this.#skew = networkTime - at;
    // Perhaps it was sent after a sleep that nobody reported: then it was sent just now, not before the sleep.
    if (check !== 'confirmed' && this.#polling) this.#states.change(this.#polling, { lastSentAt: this.#time.now() });
    return check === 'late';
  }
}

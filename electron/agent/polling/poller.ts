import type { PresenceState } from '../../desktop/desktop.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { ShiftableTimes } from '../domain/clock-shift.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import { NetworkTime } from '../domain/network-time.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { AwakeTracker } from '../forecast/awake-habit.ts';
import { SAME_REQUEST_FLOOR_MS } from '../forecast/forecast.ts';
import type { EventValue } from '../forecast/news-value.ts';
import { PresenceTracker } from '../forecast/presence-habit.ts';
import { RateLearner } from '../forecast/rate-learner.ts';
import type { Stream } from '../forecast/stream.ts';
import { forgetAchievements } from '../polls/record/achievements.ts';
import { CatchUp } from '../planning/catch-up.ts';
import { pollsPerDay, type PlanLine } from '../planning/plan-explanation.ts';
import type { PlannedPoll, PlanScenario, PresenceOutlook } from '../planning/plan-types.ts';
import type { QuotaState } from '../planning/quota.ts';
import { StreamTrust } from '../push/stream-trust.ts';
import { AnswerReader, type AnswerFacts } from './answer-reader.ts';
import { Outage } from './gate/outage.ts';
import { RequestGate } from './gate/request-gate.ts';
import { isRefused, pollerConditions, type PollerConditionParts } from './poll-conditions.ts';
import { PollFailures } from './poll-failures.ts';
import { PollLoop } from './poll-loop.ts';
import { PollOutcomes } from './poll-outcomes.ts';
import { PollPlan, type TellingTimes } from './poll-plan.ts';
import { PlanReport } from './plan-report.ts';
import { QuotaLedger } from './quota-ledger.ts';
import { PolledSettings } from './streams/polled-settings.ts';
import { StreamList } from './streams/stream-list.ts';
import { StreamPoller, type PolledProfile } from './stream-poller.ts';
import { SyncRequests, type SyncOutcome, type SyncRequest } from './sync-requests.ts';
import { StreamStates } from './streams/stream-states.ts';

/**
 * The room `polling` keeps one account up to date. It runs the polls in the order that the planner gives, learns
 * quota, clock and backoffs from each answer, and waits after failures. `gate/` says whether a request may be sent
 * now.
 */

const SKEW_MARK = 'skew';

/** How many streams that are no longer polled are still remembered. */
const MAX_GONE_STREAMS = 1000;

/** What a poller needs. `onChange` follows `onRecorded` at once, with the next plan. */
export interface PollerParts extends PolledProfile {
  networkName: string;
  random: () => number;
  /** Requests that were sent before this poller counted them (those of the sign-in). */
  alreadySent: number;
  announcements: TellingTimes;
  /** What news is worth; as the person weighs it where it is left out. */
  newsValue?: EventValue;
  /** Plan, quota or conditions have changed. */
  onChange: () => void;
  /** Nothing is asked for a while now. */
  onRest?: () => void;
}

/**
 * Polls one network by the plan, one request at a time, and records what it finds. It decides nothing itself: the
 * planner says what comes next, the request gate what may be asked, and the polls what is recorded. All its times are
 * the network's, so that neither a wrong clock nor one that is set moves the plan; what it tells others is this
 * machine's.
 */
export class Poller {
  /** What the network's socket says of streams; see the room `push`. */
  readonly trust: StreamTrust;
  readonly #parts: PollerParts;
  readonly #settings: PolledSettings;
  readonly #states: StreamStates;
  readonly #learner: RateLearner;
  readonly #ledger: QuotaLedger;
  readonly #time: NetworkTime;
  readonly #gate: RequestGate;
  readonly #presence: PresenceTracker;
  readonly #awake: AwakeTracker;
  readonly #streamList: StreamList;
  readonly #outcomes: PollOutcomes;
  /** With more streams than this, some are gone. */
  #mostStreams = MAX_GONE_STREAMS;
  readonly #answers: AnswerReader;
  readonly #streamPoller: StreamPoller;
  readonly #plan: PollPlan;
  readonly #conditionParts: PollerConditionParts;
  readonly #report: PlanReport;
  /** Whether the plan before the present one was to wait. */
  #hasWaited = false;
  readonly #sync: SyncRequests;
  readonly #loop: PollLoop;

  constructor(parts: PollerParts) {
    const { profile, clock, log, networkName, announcements } = parts;
    const crashFoundAt = parts.history.crashFoundAt(profile.profile.id);
    this.#parts = parts;
    const settings = new PolledSettings(parts.settings, parts.networkId);
    this.#settings = settings;
    this.#states = new StreamStates(profile);
    this.#learner = new RateLearner(profile, this.#newsValue());
    this.#ledger = new QuotaLedger(profile, parts.alreadySent, crashFoundAt !== undefined);
    const time = new NetworkTime(clock, {
      skew: Number(profile.mark(SKEW_MARK) ?? 0),
      heardAt: this.#ledger.quota()?.observedAt,
      onShift: (byMs) => this.#shiftTimes(byMs),
      onSlept: (ms) => this.#awake.noteSlept(ms),
      onSkewChange: (skew) => profile.setMark(SKEW_MARK, skew),
    });
    this.#time = time;
    const [states, learner, ledger] = [this.#states, this.#learner, this.#ledger];
    const [streams, watches, outlook] = [() => this.#streams(), () => settings.watches(), () => this.#outlook()];
    const firstAskAt = crashFoundAt && time.fromMachine(crashFoundAt) + SAME_REQUEST_FLOOR_MS;
    const gate = new RequestGate({ profile, networkName, states, time, firstAskAt });
    this.#gate = gate;
    this.#presence = new PresenceTracker(profile, time.now);
    this.#awake = new AwakeTracker(profile, time.now, () => time.uncertainty() === undefined);
    const onTrusted = (id: StreamId) => states.of(id).onChange?.();
    this.trust = new StreamTrust({ now: time.now, onChange: onTrusted, replan: () => this.replan() });
    this.#streamList = new StreamList({
      profile,
      trust: this.trust,
      stateOf: gate.streamState,
      learner,
      wantsBadges: () => settings.wantsBadges(),
      readsAchievements: () => settings.readsAchievements(),
    });
    const outcomes = new PollOutcomes({ states, learner, streams, watches, now: time.now, networkName, outlook });
    this.#outcomes = outcomes;
    const isPaused = () => settings.isPaused();
    this.#plan = new PollPlan({ profile, learner, ledger, gate, time, streams, outlook, isPaused, announcements });
    const plan = this.#plan;
    const outage = new Outage(states);
    const shared = { states, gate, ledger, time, outage };
    const failures = new PollFailures({ ...parts, ...shared, machineNow: () => clock.now() });
    const answers = new AnswerReader({ ...shared, awake: this.#awake, failures });
    this.#answers = answers;
    this.#streamPoller = new StreamPoller({
      ...parts,
      ...shared,
      answers,
      outcomes,
      failures,
      watches,
      plan,
      trust: this.trust,
    });
    this.#conditionParts = { ...shared, answers, streams, watches, networkName };
    this.#report = new PlanReport({ ...shared, streams, price: () => plan.price(), outlook, outcomes });
    const catchUp = new CatchUp((stream) => pollsPerDay(stream, plan.price(), this.#presence.outlook()));
    const conditions = () => this.conditions();
    this.#sync = new SyncRequests({ ...shared, plan, catchUp, streams, conditions });
    this.#loop = new PollLoop({
      clock,
      time,
      log,
      plan: () => this.#renewPlan(),
      poll: (signal) => this.#streamPoller.poll(plan.next()!.stream, signal),
      onRest: parts.onRest,
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

  /** The person has changed which kinds are announced. Badges that come while that is off are not news later. */
  notificationsChanged(): void {
    const { profile } = this.#parts;
    if (!this.#settings.wantsBadges())
      this.forgetStreams(profile.reputation.accounts().map(({ site }): StreamId => `badges:${site.id}`));
    this.replan();
  }

  /** The person has turned achievements on or off. What comes while they are off is no news later. */
  achievementsChanged(): void {
    if (!this.#settings.wantsAchievements()) forgetAchievements(this.#parts.profile);
    this.replan();
  }

  /** Plans anew: settings or watches have changed. */
  replan(): void {
    this.#loop.replan();
  }

  /**
   * Polls everything as soon as the rules allow. `byPerson` may use the reserve, and asks again after a refusal;
   * `notAskedFor` leaves out what was asked within that many ms.
   */
  wantAll(request: SyncRequest): void {
    this.#sync.wantAll(request);
    this.replan();
  }

  /** Why nothing can be asked now, not even for a person; undefined where something can. */
  waitsFor(): AgentCondition | undefined {
    return this.#sync.waitsFor();
  }

  /** What can be asked at once of what is wanted, and when the rest can, by this machine's clock. */
  syncOutcome(): SyncOutcome {
    const { asked, later } = this.#sync.outcome();
    return { asked, later: later.map(({ stream, at }) => ({ stream, at: this.#time.toMachine(at) })) };
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
    this.#gate.requestSent();
    this.#ledger.requestSent();
  }

  /** The network client received an answer. */
  answered(facts: AnswerFacts): void {
    if (this.#answers.take(facts)) this.replan();
  }

  /** Nobody watches there any more: a new watch begins with a first look. */
  forgetStreams(ids: StreamId[]): void {
    for (const id of ids) {
      this.#states.forget(id, this.#time.now());
      this.#learner.forget(id);
      this.#outcomes.forget(id);
      this.trust.forget(id);
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

  /** Requests that reading the history from before Askbell may still take today; none while nothing is asked. */
  spareRequests(): number {
    return this.#settings.isPaused() || this.#gate.isClosed() ? 0 : this.#plan.backfillRequests();
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
    return this.#answers.skew() === undefined ? undefined : this.#time.now();
  }

  /** What is wrong, one condition of each kind and site. */
  conditions(): AgentCondition[] {
    return pollerConditions(this.#conditionParts);
  }

  /** What is known of the quota; undefined while the network has not told it. */
  quota(): QuotaState | undefined {
    return this.#ledger.quota();
  }

  /** The next poll, by this machine's clock. */
  next(): PlannedPoll | undefined {
    const next = this.#plan.next();
    return next && { ...next, at: this.#time.toMachine(next.at) };
  }

  /** When a poll succeeded last, by this machine's clock. */
  lastPollAt(): number | undefined {
    return this.#streamPoller.lastPollAt();
  }

  #newsValue(): EventValue {
    return this.#parts.newsValue ?? this.#settings.newsValue();
  }

  #streams(): Stream[] {
    return this.#streamList.at(this.#settings.watches(), this.#parts.clock.now());
  }

  #outlook(): PresenceOutlook {
    return { ...this.#presence.outlook(), awake: this.#awake.chanceByHour() };
  }

  #shiftTimes(byMs: number): void {
    const holders: ShiftableTimes[] = [this.#states, this.#ledger, this.#gate, this.#presence, this.#awake];
    for (const holder of holders) holder.shiftTimes(byMs);
  }

  /** Drops streams that are no longer polled: odd answers may name a hundred other sites each time. */
  #forgetGone(): void {
    if (this.#states.count() <= this.#mostStreams) return;
    const polled = new Set(this.#streams().map(({ id }) => id));
    this.forgetStreams([...this.#states.all()].flatMap(([id]) => (polled.has(id) ? [] : [id])));
    this.#mostStreams = this.#states.count() + MAX_GONE_STREAMS;
  }

  /** Plans anew; gives the ms to wait for the next poll. */
  #renewPlan(): number {
    const now = this.#time.now();
    this.#states.correct(now);
    this.#forgetGone();
    this.#report.invalidate();
    const wait = this.#plan.renew(now);
    // After a wait the poll is due that the last plan named, so there is nothing new to tell.
    if (wait > 0 || !this.#hasWaited) this.#parts.onChange();
    this.#hasWaited = wait > 0;
    return wait;
  }
}

import type { PresenceState } from '../../desktop/desktop.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { ShiftableTimes } from './clock-shift.ts';
import type { AgentCondition } from '../conditions.ts';
import { NetworkTime } from './server-clock.ts';
import type { StreamId } from '../stream-id.ts';
import { AwakeTracker } from './forecast/habits.ts';
import { SAME_REQUEST_FLOOR_MS } from './forecast/forecast.ts';
import type { EventValue } from './forecast/news-value.ts';
import { PresenceTracker } from './forecast/presence-habit.ts';
import { RateLearner } from './forecast/rate-learner.ts';
import type { Stream } from './forecast/stream.ts';
import { forgetAchievements } from '../sources/achievements-source.ts';
import { CatchUp } from './catch-up.ts';
import { pollsPerDay, type PlanLine } from './plan/explanation.ts';
import type { PlannedPoll, PlanScenario, PresenceOutlook } from './plan/plan-types.ts';
import type { QuotaState } from './quota.ts';
import { StreamTrust } from './push/stream-trust.ts';
import { AnswerReader, type AnswerFacts } from './responses.ts';
import { Outage } from './outage.ts';
import { RequestGate } from './gate.ts';
import { isRefused, pollerConditions, type PollerConditionParts } from './conditions.ts';
import { PollFailures } from './failures.ts';
import { PollLoop } from './poll-loop.ts';
import { PollOutcomes } from './results.ts';
import { PollPlan, type TellingTimes } from './plan/current-plan.ts';
import { PlanReport } from './plan/report.ts';
import { QuotaLedger } from './quota-ledger.ts';
import { PolledSettings } from './polled-settings.ts';
import { StreamList } from './streams.ts';
import { StreamPoller, type PolledProfile } from './stream-poller.ts';
import { SyncRequests, type SyncOutcome, type SyncRequest } from './sync.ts';
import { StreamStates } from './stream-states.ts';

/**
 * The folder `polling` keeps one account up to date. It runs the polls in the order of the planner, learns quota, clock
 * and backoffs from each response, and waits after failures. `gate/` decides whether a request may be sent now.
 */

const SKEW_MARK = 'skew';

/** How many streams that are no longer polled are still remembered. */
const MAX_GONE_STREAMS = 1000;

/** Dependencies of a poller. `onChange` follows `onRecorded` at once, with the next plan. */
export interface PollerParts extends PolledProfile {
  networkName: string;
  random: () => number;
  /** Requests sent before this poller was created, by the sign-in. */
  alreadySent: number;
  announcements: TellingTimes;
  /** Value of events; by default as weighted by the user. */
  newsValue?: EventValue;
  /** Called when plan, quota or conditions have changed. */
  onChange: () => void;
  /** Called when no request follows for a while. */
  onRest?: () => void;
}

/**
 * Polls one network by the plan, one request at a time, and records the results. It makes no decisions itself: the
 * planner chooses the next poll, the request gate allows requests, and the polls decide what is recorded. Its times are
 * server time, so that neither a wrong clock nor one that is set shifts the plan; its public methods return local time.
 */
export class Poller {
  /** Trust in the hints of the network's socket; see the folder `push`. */
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
  /** With more streams than this, some are no longer polled. */
  #mostStreams = MAX_GONE_STREAMS;
  readonly #answers: AnswerReader;
  readonly #streamPoller: StreamPoller;
  readonly #plan: PollPlan;
  readonly #conditionParts: PollerConditionParts;
  readonly #report: PlanReport;
  /** Whether the previous plan was to wait. */
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

  /** Starts polling. */
  start(): void {
    this.#loop.start();
  }

  /** Stops polling and stores what was learned. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    for (const part of [this.#presence, this.#awake, this.#learner, this.#ledger, this.#time]) part.flush();
  }

  /** Applies changed weights of events. */
  reweigh(): void {
    this.#learner.setNewsValue(this.#newsValue());
    this.replan();
  }

  /** Applies changed kinds of notifications. Badges gained while they are off are not announced later. */
  notificationsChanged(): void {
    const { profile } = this.#parts;
    if (!this.#settings.wantsBadges())
      this.forgetStreams(profile.reputation.accounts().map(({ site }): StreamId => `badges:${site.id}`));
    this.replan();
  }

  /** Applies the setting for achievements. Those gained while it is off are not announced later. */
  achievementsChanged(): void {
    if (!this.#settings.wantsAchievements()) forgetAchievements(this.#parts.profile);
    this.replan();
  }

  /** Renews the plan after settings or watches have changed. */
  replan(): void {
    this.#loop.replan();
  }

  /**
   * Polls all streams as soon as the rules allow. `byPerson` may use the reserve, and retries after a refusal;
   * `notAskedFor` skips streams polled within that many ms.
   */
  wantAll(request: SyncRequest): void {
    this.#sync.wantAll(request);
    this.replan();
  }

  /** Returns the condition that prevents all requests now, even for clicks; undefined if there is none. */
  waitsFor(): AgentCondition | undefined {
    return this.#sync.waitsFor();
  }

  /** Returns the wanted streams that can be polled at once, and when the others can, in local time. */
  syncOutcome(): SyncOutcome {
    const { asked, later } = this.#sync.outcome();
    return { asked, later: later.map(({ stream, at }) => ({ stream, at: this.#time.toMachine(at) })) };
  }

  /** Handles a wake from sleep. */
  woke(): void {
    this.#time.woke();
    this.replan();
  }

  /**
   * Sets the presence. While the user is away, polls are sparse; on their return, streams not polled within the last
   * minute catch up.
   */
  setPresence(state: PresenceState): void {
    if (this.#presence.setState(state)) this.wantAll({ byPerson: false, notAskedFor: SAME_REQUEST_FLOOR_MS });
    else this.replan();
  }

  /** Called when the network client sends a request. */
  sent(): void {
    this.#gate.requestSent();
    this.#ledger.requestSent();
  }

  /** Called when the network client received a response. */
  answered(facts: AnswerFacts): void {
    if (this.#answers.take(facts)) this.replan();
  }

  /** Forgets streams that no watch uses any more: a new watch starts with a first poll. */
  forgetStreams(ids: StreamId[]): void {
    for (const id of ids) {
      this.#states.forget(id, this.#time.now());
      this.#learner.forget(id);
      this.#outcomes.forget(id);
      this.trust.forget(id);
      for (const mark of [`cursor:${id}`, `rates:${id}`, id]) this.#parts.profile.deleteMark(mark);
    }
  }

  /** Returns the requests per day of a stream under the plan, as it is or in a scenario. */
  pollsPerDay(id: StreamId, scenario?: PlanScenario): number {
    return this.#report.pollsPerDay(id, scenario);
  }

  /** Whether the network refused the last request of a stream. */
  isRefused(id: StreamId): boolean {
    return isRefused(this.#states.of(id).condition);
  }

  /** Returns how often each stream is polled, with the reason. */
  plan(locale: Locale): PlanLine[] {
    return this.#report.lines(locale);
  }

  /** Returns the requests left today for reading the history from before Askbell; 0 while polling is stopped. */
  spareRequests(): number {
    return this.#settings.isPaused() || this.#gate.isClosed() ? 0 : this.#plan.backfillRequests();
  }

  /** Returns the requests left for clicks, or undefined until the network has reported its quota. */
  forClicks(): number | undefined {
    return this.#ledger.allowance(this.#time.now()).forClicks;
  }

  /** Returns until when a method must not be requested, in local time; undefined if it may be. */
  blockedUntil(method: string): number | undefined {
    const until = this.#gate.methodClosedUntil(method);
    return until && this.#time.toMachine(until);
  }

  /** Returns the server time once a response has reported it. */
  networkNow(): number | undefined {
    return this.#answers.skew() === undefined ? undefined : this.#time.now();
  }

  /** Returns the conditions of polling, one of each kind and site. */
  conditions(): AgentCondition[] {
    return pollerConditions(this.#conditionParts);
  }

  /** Returns the known state of the quota, or undefined until the network has reported it. */
  quota(): QuotaState | undefined {
    return this.#ledger.quota();
  }

  /** Whether polls of bundled news wait for the next bundle. */
  isHeld(): boolean {
    return this.#plan.isHeld();
  }

  /** Returns the next poll, in local time. */
  next(): PlannedPoll | undefined {
    const next = this.#plan.next();
    return next && { ...next, at: this.#time.toMachine(next.at) };
  }

  /** Returns when a poll last succeeded, in local time. */
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

  /** Forgets streams that are no longer polled: malformed responses may name a hundred other sites each time. */
  #forgetGone(): void {
    if (this.#states.count() <= this.#mostStreams) return;
    const polled = new Set(this.#streams().map(({ id }) => id));
    this.forgetStreams([...this.#states.all()].flatMap(([id]) => (polled.has(id) ? [] : [id])));
    this.#mostStreams = this.#states.count() + MAX_GONE_STREAMS;
  }

  /** Renews the plan; returns the ms to wait for the next poll. */
  #renewPlan(): number {
    const now = this.#time.now();
    this.#states.correct(now);
    this.#forgetGone();
    this.#report.invalidate();
    const wait = this.#plan.renew(now);
    // After a wait the poll that the last plan named is due, so no change is reported.
    if (wait > 0 || !this.#hasWaited) this.#parts.onChange();
    this.#hasWaited = wait > 0;
    return wait;
  }
}

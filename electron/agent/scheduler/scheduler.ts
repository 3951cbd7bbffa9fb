import { errorStack } from '../../../common/error-message.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { NetworkError } from '../../api/network.ts';
import { untilBeat } from '../../base/clock.ts';
import type { PresenceState } from '../../desktop/desktop.ts';
import type { Preferences } from '../../store/settings.ts';
import type { AgentCondition } from '../conditions.ts';
import { forgetAchievements } from '../sources/achievements-source.ts';
import type { StreamId } from '../ids.ts';
import { blockingCondition, pollingConditions } from './conditions.ts';
import { Failures } from './failures.ts';
import { SAME_REQUEST_FLOOR_MS } from './forecast/forecast.ts';
import { NetworkState, type PolledProfile, type SchedulerContext } from './network-state.ts';
import { CurrentPlan, type PlanScenario } from './plan/current-plan.ts';
import type { PlanLine } from './plan/explanation.ts';
import type { PlannedPoll } from './plan/planner.ts';
import type { StreamTrust } from './push/trust.ts';
import type { QuotaState } from './quota.ts';
import { Polls, Responses, type PollRun } from './polls.ts';
import { PollTimer } from './server-clock.ts';
import { isRefused } from './stream-states.ts';
import { Sync, type SyncOutcome, type SyncRequest } from './sync.ts';

/**
 * The room `scheduler` keeps one account up to date. The scheduler renews its plan, waits, polls the one stream that
 * is due, and begins again. What it knows of the network is in `network-state.ts`: server time, quota, holds and the
 * streams with their rates (`forecast/`); `plan/` chooses the next poll that the quota affords. `responses.ts` learns
 * from each response, `failures.ts` from each failed poll. Hints of a network's socket come from `push/`.
 */

/** How many streams that are no longer polled are still remembered. */
const MAX_GONE_STREAMS = 1000;

/**
 * How often the clock is checked during a long wait, in ms: not every system reports a wake, and timers do not count
 * sleep.
 */
const LOOK_UP_INTERVAL_MS = 60_000;

/** From this length on a wait is a rest, in ms. */
const LONG_REST_MS = 10_000;

/**
 * Polls one network by the plan, one request at a time, and records the results. Its times are server time, so that
 * neither a wrong clock nor one that is set shifts the plan; its public methods return local time. After each poll it
 * emits `poll-recorded`, and `state-changed` with the next plan.
 */
export class Scheduler {
  /** To be told of each request and response of the network's client. */
  readonly responses: Responses;
  /** Trust in the hints of the network's socket; see the folder `push`. */
  readonly trust: StreamTrust;
  readonly #context: SchedulerContext;
  readonly #polled: PolledProfile;
  readonly #timer = new PollTimer();
  readonly #network: NetworkState;
  readonly #failures: Failures;
  readonly #plan: CurrentPlan;
  readonly #polls: Polls;
  readonly #sync: Sync;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #lastPollAt: number | undefined;
  /** Whether the previous plan was to wait. */
  #hasWaited = false;
  /** With more streams than this, some are no longer polled. */
  #mostStreams = MAX_GONE_STREAMS;

  /** @param alreadySent requests sent before this scheduler was created, by the sign-in */
  constructor(context: SchedulerContext, polled: PolledProfile, alreadySent: number) {
    const network = new NetworkState(context, polled, alreadySent, this.#timer);
    this.#context = context;
    this.#polled = polled;
    this.#network = network;
    this.trust = network.trust;
    this.#failures = new Failures(context, network);
    this.responses = new Responses(network, this.#failures, this.#timer);
    this.#plan = new CurrentPlan(network, context.settings, polled.announcements);
    this.#polls = new Polls(context, polled, network, this.#plan);
    this.#sync = new Sync(network, this.#plan);
  }

  /** Starts polling. */
  start(): void {
    this.#running = this.#run(this.#stopping.signal);
  }

  /** Stops polling and stores what was learned. A request under way is cancelled. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#network.flush();
  }

  /** Applies changed preferences. Badges and achievements gained while they are off are not announced later. */
  preferencesChanged({ pollingWeights, notify, achievements }: Partial<Preferences>): void {
    if (!pollingWeights && !notify && achievements === undefined) return;
    const { profile } = this.#polled;
    if (pollingWeights) this.#network.reweigh();
    if (achievements === false) forgetAchievements(profile);
    if (notify && !this.#network.streams.wantsBadges())
      this.forgetStreams(profile.reputation.accounts().map(({ site }): StreamId => `badges:${site.id}`));
    this.replan();
  }

  /** Renews the plan after settings or watches have changed. */
  replan(): void {
    this.#timer.wake();
  }

  /**
   * Polls all streams as soon as the rules allow. `byPerson` may use the reserve, and retries after a refusal;
   * `notAskedFor` skips streams polled within that many ms.
   */
  pollNow(request: SyncRequest): void {
    this.#sync.pollNow(request);
    this.replan();
  }

  /** Returns the condition that prevents all requests now, even for clicks; undefined if there is none. */
  blockingCondition(): AgentCondition | undefined {
    return blockingCondition(this.#network);
  }

  /** Returns the wanted streams that can be polled at once, and when the others can, in local time. */
  syncOutcome(): SyncOutcome {
    return this.#sync.outcome();
  }

  /** Handles a wake from sleep. */
  woke(): void {
    this.#network.time.woke();
    this.replan();
  }

  /**
   * Sets the presence. While the user is away, polls are sparse; on their return, streams not polled within the last
   * minute catch up.
   */
  setPresence(state: PresenceState): void {
    if (this.#network.habits.setPresence(state)) this.pollNow({ byPerson: false, notAskedFor: SAME_REQUEST_FLOOR_MS });
    else this.replan();
  }

  /** Forgets streams that no watch uses any more: a new watch starts with a first poll. */
  forgetStreams(ids: StreamId[]): void {
    const { states, time, learner, profile } = this.#network;
    for (const id of ids) {
      states.forget(id, time.now());
      for (const part of [learner, this.#polls, this.trust]) part.forget(id);
      for (const mark of [`cursor:${id}`, `rates:${id}`, id]) profile.deleteMark(mark);
    }
  }

  /** Returns the requests per day of a stream under the plan, as it is or in a scenario. */
  pollsPerDay(id: StreamId, scenario?: PlanScenario): number {
    return this.#plan.pollsPerDay(id, scenario);
  }

  /** Whether the network refused the last request of a stream. */
  isRefused(id: StreamId): boolean {
    return isRefused(this.#network.states.of(id).condition);
  }

  /** Returns how often each stream is polled, with the reason. */
  plan(locale: Locale): PlanLine[] {
    return this.#plan.lines(locale);
  }

  /** Returns the requests left today for reading the history from before Askbell; 0 while polling is stopped. */
  spareRequests(): number {
    const { paused } = this.#context.settings.get();
    return paused || this.#network.gate.isClosed() ? 0 : this.#plan.backfillRequests();
  }

  /** Returns the requests left for clicks, or undefined until the network has reported its quota. */
  forClicks(): number | undefined {
    return this.#network.quota.allowance(this.#network.time.now()).forClicks;
  }

  /** Returns the server time once a response has reported it. */
  networkNow(): number | undefined {
    return this.responses.skew === undefined ? undefined : this.#network.time.now();
  }

  /** Returns the conditions of polling, one of each kind and site. */
  conditions(): AgentCondition[] {
    return pollingConditions(this.#network, this.responses.skew);
  }

  /** Returns the known state of the quota, or undefined until the network has reported it. */
  quota(): QuotaState | undefined {
    return this.#network.quota.state();
  }

  /** Whether polls of bundled news wait for the next bundle. */
  isHeld(): boolean {
    return this.#plan.isHeld;
  }

  /** Returns the next poll, in local time. */
  next(): PlannedPoll | undefined {
    const next = this.#plan.next;
    return next && { ...next, at: this.#network.time.toLocal(next.at) };
  }

  /** Returns when a poll last succeeded, in local time. */
  lastPollAt(): number | undefined {
    return this.#lastPollAt;
  }

  /** Plans, waits and polls in turn. Continues after any error: an unwritable history may be writable in a minute. */
  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log, fetch } = this.#context;
    while (!signal.aborted) {
      try {
        const wait = this.#renewPlan();
        if (wait >= LONG_REST_MS) fetch.rest?.();
        if (wait > 0) await this.#rest(wait, AbortSignal.any([signal, this.#timer.signal()]));
        else await this.#poll(this.#plan.next!.stream, signal);
      } catch (error) {
        log.error(`polling: ${errorStack(error)}`);
        await clock.sleep(SAME_REQUEST_FLOOR_MS, signal);
      }
    }
  }

  /** Renews the plan; returns the ms to wait for the next poll. */
  #renewPlan(): number {
    const now = this.#network.time.now();
    this.#network.states.correct(now);
    this.#forgetGone();
    const wait = this.#plan.renew(now);
    // After a wait the poll that the last plan named is due, so no change is reported.
    if (wait > 0 || !this.#hasWaited) this.#context.events.emit('state-changed');
    this.#hasWaited = wait > 0;
    return wait;
  }

  /** Forgets streams that are no longer polled: malformed responses may name a hundred other sites each time. */
  #forgetGone(): void {
    if (this.#network.states.count() <= this.#mostStreams) return;
    const polled = new Set(this.#network.streams.list().map(({ id }) => id));
    this.forgetStreams([...this.#network.states.all()].flatMap(([id]) => (polled.has(id) ? [] : [id])));
    this.#mostStreams = this.#network.states.count() + MAX_GONE_STREAMS;
  }

  /** Waits; ends early if the machine seems to have slept. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#context;
    for (let left = ms; left > 0 && !signal.aborted;) {
      const [began, step] = [this.#network.time.elapsed(), Math.min(left, untilBeat(clock, LOOK_UP_INTERVAL_MS))];
      await clock.sleep(step, signal);
      left -= step;
      // On some systems the steady clock goes on while the machine sleeps.
      const surplus = this.#network.time.elapsed() - began - step;
      if (surplus > LOOK_UP_INTERVAL_MS) this.#network.habits.noteSlept(surplus);
      if (!signal.aborted && this.#network.time.detectSleep()) return;
    }
  }

  /** Polls a stream. Failures are handled here. */
  async #poll(id: StreamId, signal: AbortSignal): Promise<void> {
    const { lastSentAt: sentBefore } = this.#network.states.of(id);
    const sentAt = this.#network.time.now();
    // Before the request is sent: after a restart in between, equal requests must still be a minute apart.
    this.#network.states.changeByPoll(
      id,
      { lastSentAt: sentAt, wanted: false, byPerson: false, notBefore: undefined },
      sentAt,
    );
    this.responses.pollBegins(id);
    try {
      await this.#request({ id, sentAt, sentBefore, signal });
    } catch (error) {
      if (signal.aborted || (error instanceof NetworkError && error.kind === 'cancelled')) return;
      // A request that never reached the network does not count as sent.
      if (error instanceof NetworkError && error.kind === 'offline') {
        this.#network.states.change(id, { lastSentAt: sentBefore });
        this.#network.quota.notSent();
      }
      this.#failures.take(id, error);
    } finally {
      this.responses.pollEnds();
    }
  }

  async #request(run: PollRun): Promise<void> {
    const { id, sentAt, sentBefore } = run;
    const { clock, log, events } = this.#context;
    const stops = this.#network.gate.failuresInARow();
    const { foundNews, foundRead, broken } = await this.#polls.run(run);
    this.trust.polled(id, sentBefore, sentAt, foundNews, foundRead);
    // A response that was read late does not cover the time of the sleep.
    if (this.responses.wasReadLate) this.#network.states.change(id, { wanted: true });
    // A ban caused by a click meanwhile outlasts requests sent before it.
    if (this.#network.gate.failuresInARow() === stops) this.#network.gate.open();
    this.#failures.succeeded(id);
    this.#lastPollAt = clock.now();
    if (broken > 0) log.warn(`${broken} items of ${id} could not be read and were skipped`);
    events.emit('poll-recorded', { account: this.#polled.networkId, stream: id });
  }
}

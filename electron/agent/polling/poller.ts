import type { Network } from '../../api/network.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Clock } from '../../clock.ts';
import type { PresenceState } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { History, ProfileHistory } from '../../store/history.ts';
import type { SettingsStore, StoredWatch } from '../../store/settings.ts';
import { english } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import { createMethodBackoffs } from './gate/method-backoffs.ts';
import type { Quota } from '../planning/quota.ts';
import { CatchUp } from '../planning/catch-up.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import { Demand } from '../planning/demand.ts';
import { createNetworkHold } from './gate/network-hold.ts';
import { listedSince } from './retention.ts';
import { RateLearner } from '../forecast/rate-learner.ts';
import { weightedNewsValue, type NewsValue } from '../forecast/news-value.ts';
import { NetworkTime } from '../domain/network-time.ts';
import { pollsPerDay, type PlanLine } from '../planning/plan-explanation.ts';
import { createPlanReport } from './plan-report.ts';
import { planNextPoll } from '../planning/planner.ts';
import { SAME_REQUEST_FLOOR_MS } from '../forecast/forecast.ts';
import { type Allowance, type PresenceOutlook, type PlannedPoll } from '../planning/plan-types.ts';
import { pollStream } from '../polls/run-poll.ts';
import { type PollContext } from '../polls/poll-context.ts';
import { AwakeTracker } from '../forecast/awake-habit.ts';
import { PresenceTracker } from '../forecast/presence-habit.ts';
import { idsOfAccount } from '../domain/scoped-id.ts';
import { pollsReputationDirectly } from '../polls/record/reputation.ts';
import { leftForHistory, spendOnHistory } from '../reputation/history-backfill.ts';
import { PAUSE_MARGIN_MS, createSetbacks } from './poll-failures.ts';
import { createRequestGate } from './gate/request-gate.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import { clockCondition, isRefused, quotaCondition, streamConditions } from './poll-conditions.ts';
import { listStreams } from './stream-list.ts';
import { createStreamStates } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import { createPollOutcomes } from './poll-outcomes.ts';
import { type PlanScenario } from '../planning/plan-types.ts';

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
  /** What is spoken at present; English where it is left out. */
  speech?: () => Speech;
  /** Requests sent before this poller counted (those of the sign-in). */
  alreadySent: number;
  /** What news is worth; as the person weighs it where it is left out. */
  worth?: NewsValue;
  /** The history may hold new things to show and to announce. */
  onRecorded: () => void;
  /** Plan, budget or conditions changed. */
  onChange: () => void;
}

export type Poller = ReturnType<typeof createPoller>;

const looksUpEvery = 30_000;

/**
 * Asks the network by the plan, one request at a time, and records what it finds. Decides nothing itself. All its times
 * are the network's, so that neither a wrong clock nor one that is set moves the plan; what it tells is this machine's.
 */
export function createPoller(parts: PollerParts) {
  const { profile, settings, clock, log } = parts;
  const states = createStreamStates(profile);
  const learner = new RateLearner(profile, parts.worth ?? weightedNewsValue(settings.get().preferences.pollingWeights));
  const spending = createQuotaLedger(profile, parts.alreadySent);
  let next: PlannedPoll | undefined;
  let price = 0;
  const demand = new Demand();
  let lastPollAt: number | undefined;
  let skew: number | undefined;
  const time = new NetworkTime(clock, {
    skew: Number(profile.mark('skew') ?? 0),
    heardAt: spending.known()?.observedAt,
    onShift: relabel,
    onSlept: (ms) => awake.noteSlept(ms),
    onSkewChange: (known) => profile.setMark('skew', known),
  });
  const hold = createNetworkHold(profile, time.now(), parts.networkName);
  const backoffs = createMethodBackoffs(profile);
  const silence = createRequestGate({ hold, backoffs, states, time });
  const setBack = createSetbacks({ ...parts, states, hold, spending, time, machineNow: clock.now });
  /** The stream that is being polled. */
  let polling: StreamId | undefined;
  /** The machine slept before the answer to that was read. */
  let readLate = false;
  const presence = new PresenceTracker(profile, time.now);
  const awake = new AwakeTracker(profile, time.now, () => time.uncertainty() === undefined);
  const outlook = (): PresenceOutlook => ({ ...presence.outlook(), awake: awake.chanceByHour() });
  let stopped: AbortController | undefined;
  let nudge = new AbortController();
  let running: Promise<void> | undefined;

  const watches = (): StoredWatch[] => settings.get().watches.filter((watch) => watch.networkId === parts.networkId);
  const streams = (): Stream[] =>
    listStreams({ profile, watches: watches(), stateOf: silence.stateOf, learner, now: clock.now() });

  const yields = createPollOutcomes({ states, learner, streams, watches, now: time.now, outlook });

  const told = createPlanReport({ streams, price: () => price, outlook, time, spending, silence, yields, states });

  const caughtUp = new CatchUp((stream) => pollsPerDay(stream, price, presence.outlook()));

  function relabel(by: number): void {
    states.relabel(by);
    spending.relabel(by);
    hold.relabel(by);
    backoffs.relabel(by);
    presence.shiftTimes(by);
    awake.shiftTimes(by);
  }

  /** What polling may spend, less what looks into moved totals will take. */
  function mayBeSpent(): Allowance {
    const spends = spending.allowance(time.now());
    if (spends.spendable === undefined || pollsReputationDirectly(profile)) return spends;
    const looks = learner.itemsPerHour('accounts') * (spends.lastsFor / 3600_000);
    return { ...spends, spendable: Math.max(spends.spendable - looks, spends.spendable / 2) };
  }

  /** Requests that nobody waits for may still take today. */
  const spareRequests = (): number => leftForHistory(profile, spending.known(), mayBeSpent().spendable);

  /** Goes on whatever happens: a history that cannot be written now may be writable in a minute. */
  async function loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await round(signal);
      } catch (error) {
        log.error(`polling: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        await clock.sleep(SAME_REQUEST_FLOOR_MS, signal);
      }
    }
  }

  /** Not every system tells of a wake, and its timers do not count a sleep: looks up now and then. */
  async function rest(ms: number, signal: AbortSignal): Promise<void> {
    for (let left = ms; left > 0 && !signal.aborted; left -= looksUpEvery) {
      const [began, step] = [time.elapsed(), Math.min(left, looksUpEvery)];
      await clock.sleep(step, signal);
      // Some systems count a sleep as time that has run off.
      const surplus = time.elapsed() - began - step;
      if (surplus > looksUpEvery) awake.noteSlept(surplus);
      if (!signal.aborted && time.detectSleep()) return;
    }
  }

  async function round(signal: AbortSignal): Promise<void> {
    const now = time.now();
    states.correct(now);
    told.unsettle();
    if (settings.get().paused) next = undefined;
    else
      ({ next, price } = planNextPoll({
        now,
        streams: streams(),
        allowance: mayBeSpent(),
        pausedUntil: silence.ofAll(),
        uncertainty: time.uncertainty(),
        presence: outlook(),
        price,
        demand,
      }));
    parts.onChange();
    const wait = next ? next.at - now : Infinity;
    if (wait > 0) await rest(wait, AbortSignal.any([signal, nudge.signal]));
    else if (next) await poll(next.stream, signal);
  }

  async function poll(id: StreamId, signal: AbortSignal): Promise<void> {
    const now = time.now();
    const before = states.of(id).lastSentAt;
    // Kept before it is sent: a restart in between must not send the same within the minute.
    states.change(id, { lastSentAt: now, wanted: false, byPerson: false, notBefore: undefined });
    polling = id;
    readLate = false;
    const sight = yields.sighting(id);
    const { preferences } = settings.get();
    const context: PollContext = {
      network: parts.network,
      networkId: parts.networkId,
      history: parts.history,
      profile,
      rules: {
        notify: preferences.notify,
        watches: watches(),
        mutedSites: idsOfAccount(parts.networkId, preferences.mutedSites),
        isMuted: (siteId, questionId) => profile.mutes.has(siteId, questionId),
        speech: parts.speech?.() ?? english,
      },
      now: clock.now,
      listedSince: listedSince(profile, preferences, clock.now()),
      networkNow: time.now,
      idleFor: now - (before ?? now),
      isStillWatched: (siteId) => watches().some((watch) => watch.siteId === siteId),
      sending: { signal },
      pace: yields.pace(id, price),
      lookBack: yields.lookBack(id, now),
      onPage(page) {
        sight.page(page);
        // Given again within the minute, it was heard before.
        if (page.backoffUntil === undefined || page.repeated) return;
        silence.hearStream(id, time.fromMachine(page.backoffUntil) + PAUSE_MARGIN_MS);
      },
      mayTakeAnotherPage: () => (mayBeSpent().spendable ?? 1) >= 1 && yields.worthAnotherPage(id, sight, price),
      backfillQuota: { left: spareRequests, spend: () => spendOnHistory(profile, spending.known()) },
    };
    try {
      const result = await pollStream(id, context);
      yields.take(id, result, sight);
      // It tells nothing of the time that was slept through.
      if (readLate) states.change(id, { wanted: true });
      hold.end();
      lastPollAt = clock.now();
      if (result.broken > 0) log.warn(`${result.broken} items of ${id} could not be read and were left out`);
      parts.onRecorded();
    } catch (error) {
      if (signal.aborted || (error instanceof NetworkError && error.kind === 'cancelled')) return;
      // What never reached the network does not count as asked.
      if (error instanceof NetworkError && error.kind === 'offline') {
        states.change(id, { lastSentAt: before });
        spending.notSent();
      }
      setBack(id, error);
    } finally {
      polling = undefined;
    }
  }

  return {
    start(): void {
      stopped = new AbortController();
      running = loop(stopped.signal);
    },
    async stop(): Promise<void> {
      stopped?.abort();
      await running;
      presence.flush();
      awake.flush();
      learner.flush();
      spending.flush();
      time.flush();
    },
    /** The person weighs the news otherwise. */
    reweigh(): void {
      learner.setNewsValue(parts.worth ?? weightedNewsValue(settings.get().preferences.pollingWeights));
      this.replan();
    },
    /** Plans anew: settings or watches changed. */
    replan(): void {
      nudge.abort();
      nudge = new AbortController();
    },
    /**
     * Polls everything as soon as the rules allow. `byPerson` may use the reserve and asks again after a refusal;
     * `notAskedFor` leaves out what was asked within so many ms.
     */
    wantAll({ byPerson, notAskedFor = 0 }: { byPerson: boolean; notAskedFor?: number }): void {
      const now = time.now();
      const askable = streams().filter(
        ({ onDemand, lastSentAt }) => !onDemand && !(now - (lastSentAt ?? -Infinity) < notAskedFor),
      );
      for (const { id } of byPerson ? askable : caughtUp.choose(askable, mayBeSpent(), now))
        states.change(id, { wanted: true, byPerson });
      const kind = hold.condition()?.kind;
      if (kind === 'offline' || (byPerson && (kind === 'signed-out' || kind === 'bad-key'))) hold.lift(now);
      this.replan();
    },
    /** The machine slept, and time went by. */
    woke(): void {
      time.woke();
      this.replan();
    },
    /** Away: sparsely. Back: one catch-up at once of what was not asked within the minute, as what was asked is news enough. */
    setPresence(state: PresenceState): void {
      if (presence.setState(state)) this.wantAll({ byPerson: false, notAskedFor: SAME_REQUEST_FLOOR_MS });
      else this.replan();
    },
    /** Hooks for the network client: each request sent, each answer. */
    sent(): void {
      spending.sent();
    },
    answered(facts: {
      method?: string;
      quota?: Quota | undefined;
      networkTime?: number | undefined;
      backoffUntil?: number | undefined;
      sentAt?: number;
      at: number;
      took?: number;
    }): void {
      const { took = 0, at, sentAt = at - took } = facts;
      const heard = facts.networkTime === undefined ? undefined : time.check(facts.networkTime, took, at - sentAt);
      if (heard === 'late') readLate = true;
      else if (facts.networkTime !== undefined) skew = facts.networkTime - at;
      // Sent after a sleep that nobody told of, perhaps: then it was sent just now, not before the sleep.
      if ((heard === 'corrected' || heard === 'late') && polling) states.change(polling, { lastSentAt: time.now() });
      awake.noteAwake();
      if (facts.method !== undefined && facts.backoffUntil !== undefined)
        silence.hear(facts.method, time.fromMachine(facts.backoffUntil) + PAUSE_MARGIN_MS);
      if (!facts.quota) return;
      if (!spending.seen(facts.quota, time.now() - (heard === 'late' ? at - sentAt : 0))) return;
      // Whoever asked, a click for instance: nothing has to wait for the end of the day any more.
      if (hold.condition()?.kind === 'quota-exhausted') hold.end();
      this.replan();
    },
    /** Nobody watches there any more: what comes after a new watch begins with a first look. */
    forgetStreams(ids: StreamId[]): void {
      for (const id of ids) {
        states.forget(id, time.now());
        learner.forget(id);
        for (const mark of [`cursor:${id}`, `rates:${id}`, id]) profile.deleteMark(mark);
      }
    },
    /** Polls a day that the plan gives a stream, as it is or as it would be. */
    pollsPerDay: (id: StreamId, asIf?: PlanScenario): number => told.pollsPerDay(id, asIf),
    /** Whether the network refused what a stream asked last. */
    isRefused: (id: StreamId): boolean => isRefused(states.of(id).condition),
    /** Each stream with how often it is polled, and why. */
    plan: (speech: Speech): PlanLine[] => told.lines(speech),
    /** Requests that reading what was before Askbell may still take today; none while nothing is asked. */
    spareRequests: (): number => (settings.get().paused || hold.until() !== undefined ? 0 : spareRequests()),
    /** Requests that a click may still cost; undefined while the network has not said. */
    forClicks: () => spending.allowance(time.now()).forClicks,
    /** Until when a method must not be asked, by this machine's clock: the network asked for a pause, of it or altogether. */
    heldUntil(method: string): number | undefined {
      const until = silence.ofMethod(method);
      return until && time.toMachine(until);
    },
    /** The time by the network's clock, once an answer has told it. */
    networkNow: (): number | undefined => (skew === undefined ? undefined : time.now()),
    conditions(): AgentCondition[] {
      const failing = [...states.all()].some(([, { condition }]) => condition !== undefined)
        ? streamConditions({
            streams: streams().map(({ id }) => id),
            conditionOf: (id) => states.of(id).condition,
            watches: watches(),
            networkName: parts.networkName,
          })
        : [];
      const all = [
        hold.condition(),
        quotaCondition(spending.allowance(time.now()), time.toMachine, parts.networkName),
        ...failing,
        clockCondition(skew ?? 0),
      ];
      const kinds = new Map(
        all
          .filter((condition) => condition !== undefined)
          .map((condition) => [`${condition.kind} ${condition.siteId ?? ''}`, condition]),
      );
      return [...kinds.values()];
    },
    budget: spending.known,
    /** By this machine's clock. */
    next: (): PlannedPoll | undefined => next && { ...next, at: time.toMachine(next.at) },
    lastPollAt: () => lastPollAt,
  };
}

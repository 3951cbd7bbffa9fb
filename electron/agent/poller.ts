import type { Network, Page } from '../api/network.ts';
import { NetworkError } from '../api/errors.ts';
import type { Clock } from '../clock.ts';
import type { PresenceState } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { History, ProfileHistory } from '../store/history.ts';
import type { SettingsStore, StoredWatch } from '../store/settings.ts';
import { allowance, BudgetState, exhausted, observe, relabelled, spend, unspend, type Quota } from './budget.ts';
import { clockCondition, judge, reserveCondition, type KeptCondition } from './conditions.ts';
import { createLearner, type Worth } from './learning.ts';
import { createNetworkTime } from './network-time.ts';
import { planLines, pollsPerDay, type PlanLine } from './plan-lines.ts';
import { dueAt, plan, sameRequestFloor, type Allowance, type PlannedPoll } from './planner.ts';
import { pollStream, type PollContext, type PollResult } from './polls/polls.ts';
import { overlapFor } from './polls/question-form.ts';
import { createPresenceLog } from './presence-habit.ts';
import { hourOfDay } from './rates.ts';
import { asksReputationItself } from './record.ts';
import { createSighting } from './sighting.ts';
import { servedBy, streamList } from './stream-list.ts';
import { streamStates } from './stream-states.ts';
import type { Stream, StreamId } from './streams.ts';

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
  /** Requests sent before this poller counted (those of the sign-in). */
  alreadySent: number;
  /** What news is worth; the usual where it is left out. */
  worth?: Worth;
  /** The history may hold new things to show and to announce. */
  onRecorded: () => void;
  /** Plan, budget or conditions changed. */
  onChange: () => void;
}

export type Poller = ReturnType<typeof createPoller>;

/**
 * Asks the network by the plan, one request at a time, and records what it finds. Decides nothing itself. All its times
 * are the network's, so that neither a wrong clock nor one that is set moves the plan; what it tells is this machine's.
 */
export function createPoller(parts: PollerParts) {
  const { profile, settings, clock, log } = parts;
  const states = streamStates(profile);
  const learner = createLearner(profile, parts.worth);
  const keptBudget = BudgetState.safeParse(profile.mark('budget'));
  let budget: BudgetState | undefined = keptBudget.success ? keptBudget.data : undefined;
  /** Sent while the network had not yet said what is left. */
  let uncounted = parts.alreadySent;
  let hold: { until: number; failures: number; condition: KeptCondition } | undefined;
  const time = createNetworkTime(clock, { skew: Number(profile.mark('skew') ?? 0), relabelled: relabel });
  let next: PlannedPoll | undefined;
  let price = 0;
  let lastPollAt: number | undefined;
  let skew: number | undefined;
  /** When the request under way was sent, by the clock that nobody can set. */
  let asked: number | undefined;
  const presence = createPresenceLog(profile, time.now);
  let stopped: AbortController | undefined;
  let nudge = new AbortController();
  let running: Promise<void> | undefined;

  const watches = (): StoredWatch[] => settings.get().watches.filter((watch) => watch.networkId === parts.networkId);
  const streams = (): Stream[] => streamList({ profile, watches: watches(), stateOf: states.of, learner, now: clock.now() });

  function relabel(by: number): void {
    states.relabel(by);
    budget = relabelled(budget, by);
    if (hold) hold.until += by;
    presence.relabel(by);
  }

  /** What polling may spend, less what looks into moved totals will take. */
  function mayBeSpent(): Allowance {
    const spends = allowance(budget, time.now());
    if (spends.spendable === undefined || asksReputationItself(profile)) return spends;
    const looks = learner.itemsAnHour('accounts') * (spends.lastsFor / 3600_000);
    return { ...spends, spendable: Math.max(spends.spendable - looks, spends.spendable / 2) };
  }

  /** Goes on whatever happens: a history that cannot be written now may be writable in a minute. */
  async function loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await round(signal);
      } catch (error) {
        log.error(`polling: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        await clock.sleep(sameRequestFloor, signal);
      }
    }
  }

  async function round(signal: AbortSignal): Promise<void> {
    const now = time.now();
    states.correct(now);
    if (settings.get().paused) next = undefined;
    else ({ next, price } = plan({ now, streams: streams(), allowance: mayBeSpent(), holdUntil: hold?.until, presence: presence.outlook(), price }));
    parts.onChange();
    const wait = next ? next.at - now : Infinity;
    if (wait > 0) await clock.sleep(wait, AbortSignal.any([signal, nudge.signal]));
    else if (next) await poll(next.stream, signal);
  }

  async function poll(id: StreamId, signal: AbortSignal): Promise<void> {
    const now = time.now();
    const before = states.of(id).lastSentAt;
    // Kept before it is sent: a restart in between must not send the same within the minute.
    states.change(id, { lastSentAt: now, wanted: false, byPerson: false, notBefore: undefined });
    const site = id.slice(id.indexOf(':') + 1);
    const served = id.startsWith('questions:') ? servedBy(id, watches()) : [];
    const sight = createSighting(site, served, learner.knownUntil(id));
    const context: PollContext = {
      network: parts.network,
      networkId: parts.networkId,
      history: parts.history,
      profile,
      rules: { notify: settings.get().preferences.notify, watches: watches(), mutedSites: settings.get().preferences.mutedSites },
      now: clock.now,
      networkNow: time.now,
      idleFor: now - (before ?? now),
      stillWatched: (siteId) => watches().some((watch) => watch.siteId === siteId),
      sending: { signal },
      pace: paceOf(id),
      lookBack: lookBack(id, now),
      seen(page) {
        sight.page(page);
        noteBackoff(id, page);
      },
      mayGoOn: () => worthAnotherPage(id, sight),
    };
    try {
      const result = await pollStream(id, context);
      noteResult(id, result, sight);
      hold = undefined;
      lastPollAt = clock.now();
      if (result.broken > 0) log.warn(`${result.broken} items of ${id} could not be read and were left out`);
      parts.onRecorded();
    } catch (error) {
      asked = undefined;
      if (signal.aborted || (error instanceof NetworkError && error.kind === 'cancelled')) return;
      // What never reached the network does not count as asked.
      if (error instanceof NetworkError && error.kind === 'offline') {
        states.change(id, { lastSentAt: before });
        if (budget) keepBudget(unspend(budget));
      }
      failed(id, error);
    }
  }

  /** Milliseconds between two polls, if only the worth of the news counted and no page ever were full. */
  function paceOf(id: StreamId): number | undefined {
    const stream = id.startsWith('questions:') ? streams().find((candidate) => candidate.id === id) : undefined;
    return stream?.prospect && (24 * 3600_000) / pollsPerDay({ ...stream, prospect: { ...stream.prospect, items: undefined } }, price, presence.outlook().usual);
  }

  /** How far to look back for late questions, so that they do not fill the page of a busy hour. */
  function lookBack(id: StreamId, now: number): number | undefined {
    if (!id.startsWith('questions:') || states.of(id).searched === true) return undefined;
    const { items, knownUntil } = learner.prospect(id, servedBy(id, watches()).map((watch) => watch.id));
    return items && overlapFor(24 * items.perHour[hourOfDay(now)]!, Math.max(0, now - knownUntil) / 1000);
  }

  type Sighting = ReturnType<typeof createSighting>;

  /** Learns from what a poll brought. What is left of a full page is polled when it is worth it; anything else at once. */
  function noteResult(id: StreamId, { more, lookAgainIn, searched }: PollResult, sight: Sighting): void {
    const questions = id.startsWith('questions:');
    const now = time.now();
    if (questions || id === 'inbox' || id.startsWith('reputation:') || (id === 'accounts' && !streams().some((stream) => stream.id.startsWith('reputation:')))) {
      learner.learn(id, { ...sight.found(now, questions && more), partial: searched });
    }
    const waiting = questions && more ? sight.waiting(now, learner.prospect(id, servedBy(id, watches()).map((watch) => watch.id))) : undefined;
    states.change(id, { failures: 0, condition: undefined, waiting, searched, ...(more && !questions && { wanted: true }), ...(lookAgainIn !== undefined && { notBefore: now + lookAgainIn }) });
  }

  /** Whether what is left behind a full page is worth a request by itself. */
  function worthAnotherPage(id: StreamId, sight: Sighting): boolean {
    const { spendable } = mayBeSpent();
    if (spendable !== undefined && spendable < 1) return false;
    const now = time.now();
    const prospect = learner.prospect(id, servedBy(id, watches()).map((watch) => watch.id));
    const left = { ...prospect, knownUntil: sight.found(now, true).until, waiting: sight.waiting(now, prospect) };
    return dueAt({ id, cost: 1, wanted: false, byPerson: false, onDemand: false, prospect: left }, now, price, 1) <= now;
  }

  function failed(id: StreamId, error: unknown): void {
    if (error instanceof NetworkError) log.warn(`${id}: ${error.kind}: ${error.message}`);
    else log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const failures = states.of(id).failures + 1;
    if (error instanceof NetworkError && error.kind === 'backoff') {
      states.change(id, { notBefore: time.fromMachine(error.retryAt ?? clock.now() + sameRequestFloor) });
      return;
    }
    const verdict = judge(error, verdictFailures(error, failures), clock.now(), parts.random, parts.networkName);
    const until = time.fromMachine(verdict.condition.retryAt ?? clock.now());
    if (verdict.reach === 'network') {
      hold = { until, failures: (hold?.failures ?? 0) + 1, condition: verdict.condition };
      if (verdict.condition.kind === 'quota-exhausted') keepBudget(exhausted(budget, until, time.now()));
      states.change(id, { wanted: true });
    } // Wanted, so that it is tried again when it was said to be, not an interval later.
    else states.change(id, { failures, wanted: true, notBefore: until, condition: verdict.condition });
  }

  /** Polling may not go on, although the network would still answer: what is left is kept for clicks. */
  function spentCondition(): KeptCondition | undefined {
    const { spendable, fullAgainAt } = allowance(budget, time.now());
    return spendable === undefined || spendable >= 1 ? undefined : reserveCondition(fullAgainAt === undefined ? undefined : time.toMachine(fullAgainAt));
  }

  /** What reaches the whole network is counted for the whole network. */
  const verdictFailures = (error: unknown, failures: number): number =>
    error instanceof NetworkError && hold && hold.failures > 0 && ['offline', 'throttled', 'quota-exhausted'].includes(error.kind) ? hold.failures + 1 : failures;

  /** A backoff is for the method, so every stream that uses the same one waits. */
  function noteBackoff(id: StreamId, page: Pick<Page<unknown>, 'backoffUntil'>): void {
    if (page.backoffUntil === undefined) return;
    const notBefore = time.fromMachine(page.backoffUntil);
    const kind = id.split(':')[0];
    for (const [other] of states.all()) if (other.split(':')[0] === kind) states.change(other, { notBefore });
  }

  function keepBudget(known: BudgetState | undefined): void {
    budget = known;
    if (budget) profile.setMark('budget', budget);
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
      learner.flush();
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
      for (const stream of streams()) {
        if (!stream.onDemand && !(now - (stream.lastSentAt ?? -Infinity) < notAskedFor)) states.change(stream.id, { wanted: true, byPerson });
      }
      const kind = hold?.condition.kind;
      if (kind === 'offline' || (byPerson && (kind === 'signed-out' || kind === 'bad-key'))) hold = { ...hold!, until: now };
      this.replan();
    },
    /** The machine slept, and time went by. */
    woke(): void {
      time.woke();
      this.replan();
    },
    /** Away: sparsely. Back: one catch-up at once of what was not asked within the minute, as what was asked is news enough. */
    setPresence(state: PresenceState): void {
      if (presence.become(state)) this.wantAll({ byPerson: false, notAskedFor: sameRequestFloor });
      else this.replan();
    },
    /** Hooks for the network client: each request sent, each answer. */
    sent(): void {
      asked ??= time.elapsed();
      if (!budget) uncounted++;
      keepBudget(spend(budget));
    },
    answered(facts: { quota?: Quota | undefined; networkTime?: number | undefined; at: number }): void {
      if (facts.networkTime !== undefined) {
        skew = facts.networkTime - facts.at;
        if (time.heard(facts.networkTime, asked === undefined ? 0 : time.elapsed() - asked)) profile.setMark('skew', time.skew());
      }
      asked = undefined;
      if (!facts.quota) return;
      const first = budget === undefined;
      const seen = observe(budget, facts.quota, time.now());
      keepBudget(first ? { ...seen, usedByAskbell: uncounted } : seen);
    },
    /** Nobody watches there any more: what comes after a new watch begins with a first look. */
    forgetStreams(ids: StreamId[]): void {
      for (const id of ids) {
        states.forget(id);
        learner.forget(id);
        for (const mark of [`cursor:${id}`, `rates:${id}`, id]) profile.deleteMark(mark);
      }
    },
    /** Polls a day that the plan gives a stream, or would give it. */
    pollsPerDay(id: StreamId): number {
      const known = streams().find((stream) => stream.id === id);
      return pollsPerDay(known ?? { id, cost: 1, wanted: false, byPerson: false, onDemand: false }, price, presence.outlook().usual);
    },
    /** Each stream with how often it is polled, and why. */
    plan: (): PlanLine[] => planLines({ now: time.now(), streams: streams(), price, holdUntil: hold?.until, presence: presence.outlook() }),
    /** Requests that a click may still cost; undefined while the network has not said. */
    forClicks: () => allowance(budget, time.now()).forClicks,
    /** The time by the network's clock, once an answer has told it. */
    networkNow: (): number | undefined => (skew === undefined ? undefined : time.now()),
    conditions(): KeptCondition[] {
      const all = [hold?.condition, spentCondition(), ...streams().map(({ id }) => states.of(id).condition), clockCondition(skew ?? 0)];
      const kinds = new Map(all.filter((condition) => condition !== undefined).map((condition) => [condition.kind, condition]));
      return [...kinds.values()];
    },
    budget: () => budget,
    /** By this machine's clock. */
    next: (): PlannedPoll | undefined => next && { ...next, at: time.toMachine(next.at) },
    lastPollAt: () => lastPollAt,
  };
}

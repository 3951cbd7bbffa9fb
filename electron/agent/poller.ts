import type { Network, Page, Sending } from '../api/network.ts';
import { NetworkError } from '../api/errors.ts';
import type { Clock } from '../clock.ts';
import type { PresenceState } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { History, ProfileHistory } from '../store/history.ts';
import type { SettingsStore, StoredWatch } from '../store/settings.ts';
import { allowance, BudgetState, observe, spend, type Quota } from './budget.ts';
import { clockCondition, judge, type KeptCondition } from './conditions.ts';
import { evenInterval, plan, sameRequestFloor, type PlannedPoll } from './planner.ts';
import { pollStream, type PollContext } from './polls/polls.ts';
import { accountsToLookInto } from './record.ts';
import { streamStates } from './stream-states.ts';
import type { Stream, StreamId } from './streams.ts';
import { watchStream } from './watch-costs.ts';

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
  /** The history may hold new things to show and to announce. */
  onRecorded: () => void;
  /** Plan, budget or conditions changed. */
  onChange: () => void;
}

export type Poller = ReturnType<typeof createPoller>;

/** The sites list is asked for once a day at most (public-facts, section 3: "/sites ≥ 1 day"). */
const sitesFreshFor = 24 * 3600_000;

/** Asks the network by the plan, one request at a time, and records what it finds. Decides nothing itself. */
export function createPoller(parts: PollerParts) {
  const { profile, settings, clock, log } = parts;
  const states = streamStates(profile);
  const keptBudget = BudgetState.safeParse(profile.mark('budget'));
  let budget: BudgetState | undefined = keptBudget.success ? keptBudget.data : undefined;
  let hold: { until: number; failures: number; condition: KeptCondition } | undefined;
  let next: PlannedPoll | undefined;
  let lastPollAt: number | undefined;
  let skew = 0;
  let skewKnown = false;
  let presence: PresenceState = 'present';
  let stopped: AbortController | undefined;
  let nudge = new AbortController();
  let running: Promise<void> | undefined;

  const watches = (): StoredWatch[] => settings.get().watches.filter((watch) => watch.networkId === parts.networkId);
  /** A site's new questions, its scores and its bounties are asked for by themselves, each only where a watch looks there. */
  const watchedStreams = (): StreamId[] => [...new Set(watches().map((watch) => watchStream(watch.siteId, watch.rule)))];

  function streams(): Stream[] {
    const stream = (id: StreamId, wanted: boolean, onDemand: boolean): Stream => {
      const state = states.of(id);
      return { id, cost: 1, lastSentAt: state.lastSentAt, notBefore: state.notBefore, wanted: wanted || state.wanted, byPerson: state.byPerson, onDemand };
    };
    const accountsKnown = profile.mark('accounts-at') !== undefined;
    const sitesAt = Number(profile.mark('sites-at') ?? -Infinity);
    return [
      stream('sites', !(clock.now() - sitesAt < sitesFreshFor), true),
      stream('accounts', false, false),
      // The inbox is asked through a site where the person has an account, so accounts come first.
      ...(accountsKnown ? [stream('inbox', false, false)] : []),
      ...accountsToLookInto(profile).map((site) => stream(`reputation:${site}`, true, true)),
      ...watchedStreams().map((id) => stream(id, false, false)),
    ];
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
    const now = clock.now();
    states.correct(now);
    next = settings.get().paused ? undefined : plan({ now, streams: streams(), allowance: allowance(budget, now), holdUntil: hold?.until });
    parts.onChange();
    const wait = next ? next.at - now : Infinity;
    if (wait > 0) await clock.sleep(wait, AbortSignal.any([signal, nudge.signal]));
    else if (next) await poll(next.stream, signal);
  }

  async function poll(id: StreamId, signal: AbortSignal): Promise<void> {
    const now = clock.now();
    const { lastSentAt: before } = states.of(id);
    // Kept before it is sent: a restart in between must not send the same within the minute.
    states.change(id, { lastSentAt: now, wanted: false, byPerson: false, notBefore: undefined });
    const context: PollContext = {
      network: parts.network,
      networkId: parts.networkId,
      history: parts.history,
      profile,
      rules: { notify: settings.get().preferences.notify, watches: watches(), mutedSites: settings.get().preferences.mutedSites },
      now: clock.now,
      networkNow: () => clock.now() + skew,
      idleFor: now - (before ?? now),
      sending: { signal } satisfies Sending,
      seen: (page) => noteBackoff(id, page),
    };
    try {
      const result = await pollStream(id, context);
      if (result.lookAgainIn !== undefined) states.change(id, { notBefore: clock.now() + result.lookAgainIn });
      states.change(id, { failures: 0, condition: undefined, ...(result.more ? { wanted: true } : {}) });
      hold = undefined;
      lastPollAt = clock.now();
      if (result.broken > 0) log.warn(`${result.broken} items of ${id} could not be read and were left out`);
      parts.onRecorded();
    } catch (error) {
      if (signal.aborted || (error instanceof NetworkError && error.kind === 'cancelled')) return;
      // What never reached the network does not count as asked.
      if (error instanceof NetworkError && error.kind === 'offline') states.change(id, { lastSentAt: before });
      failed(id, error);
    }
  }

  function failed(id: StreamId, error: unknown): void {
    if (error instanceof NetworkError) log.warn(`${id}: ${error.kind}: ${error.message}`);
    else log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const failures = states.of(id).failures + 1;
    if (error instanceof NetworkError && error.kind === 'backoff') {
      states.change(id, { notBefore: error.retryAt });
      return;
    }
    const verdict = judge(error, verdictFailures(error, failures), clock.now(), parts.random, parts.networkName);
    const until = verdict.condition.retryAt ?? clock.now();
    if (verdict.reach === 'network') {
      hold = { until, failures: (hold?.failures ?? 0) + 1, condition: verdict.condition };
      states.change(id, { wanted: true });
    } else states.change(id, { failures, notBefore: until, condition: verdict.condition });
  }

  /** What reaches the whole network is counted for the whole network. */
  const verdictFailures = (error: unknown, failures: number): number =>
    error instanceof NetworkError && hold && hold.failures > 0 && ['offline', 'throttled', 'quota-exhausted'].includes(error.kind) ? hold.failures + 1 : failures;

  /** A backoff is for the method, so every stream that uses the same one waits. */
  function noteBackoff(id: StreamId, page: Pick<Page<unknown>, 'backoffUntil'>): void {
    if (page.backoffUntil === undefined) return;
    const kind = id.split(':')[0];
    for (const [other] of states.all()) if (other.split(':')[0] === kind) states.change(other, { notBefore: page.backoffUntil });
  }

  return {
    start(): void {
      stopped = new AbortController();
      running = loop(stopped.signal);
    },
    async stop(): Promise<void> {
      stopped?.abort();
      await running;
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
      const now = clock.now();
      for (const stream of streams()) {
        if (!stream.onDemand && !(now - (stream.lastSentAt ?? -Infinity) < notAskedFor)) states.change(stream.id, { wanted: true, byPerson });
      }
      const kind = hold?.condition.kind;
      if (kind === 'offline' || (byPerson && (kind === 'signed-out' || kind === 'bad-key'))) hold = { ...hold!, until: clock.now() };
      this.replan();
    },
    /** Away: sparsely. Back: one catch-up at once of what was not asked within the minute, as what was asked is news enough. */
    setPresence(state: PresenceState): void {
      const back = presence === 'away' && state === 'present';
      presence = state;
      if (back) this.wantAll({ byPerson: false, notAskedFor: sameRequestFloor });
      else this.replan();
    },
    /** Hooks for the network client: each request sent, each answer. */
    sent(): void {
      budget = spend(budget);
      if (budget) profile.setMark('budget', budget);
    },
    answered(facts: { quota?: Quota | undefined; networkTime?: number | undefined; at: number }): void {
      if (facts.networkTime !== undefined) [skew, skewKnown] = [facts.networkTime - facts.at, true];
      if (facts.quota) {
        budget = observe(budget, facts.quota, clock.now());
        profile.setMark('budget', budget);
      }
    },
    /** Nobody watches there any more: what comes after a new watch begins with a first look. */
    forgetStreams(ids: StreamId[]): void {
      for (const id of ids) {
        states.forget(id);
        for (const mark of [`cursor:${id}`, `rates:${id}`, id]) profile.deleteMark(mark);
      }
    },
    /** Polls a day that the plan gives a stream, or would give it. */
    pollsPerDay: (_id: StreamId): number => (24 * 3600_000) / evenInterval(streams(), allowance(budget, clock.now())),
    /** Requests that a click may still cost; undefined while the network has not said. */
    forClicks: () => allowance(budget, clock.now()).forClicks,
    /** The time by the network's clock, once an answer has told it. */
    networkNow: (): number | undefined => (skewKnown ? clock.now() + skew : undefined),
    conditions(): KeptCondition[] {
      const all = [hold?.condition, ...[...states.all()].map(([, state]) => state.condition), clockCondition(skew)];
      const kinds = new Map(all.filter((condition) => condition !== undefined).map((condition) => [condition.kind, condition]));
      return [...kinds.values()];
    },
    budget: () => budget,
    next: () => next,
    lastPollAt: () => lastPollAt,
    interval: () => evenInterval(streams(), allowance(budget, clock.now())),
  };
}

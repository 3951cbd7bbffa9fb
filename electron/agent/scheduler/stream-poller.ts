import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { History } from '../../store/history.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { SettingsStore, StoredWatch } from '../../store/settings.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { NetworkTime } from './server-clock.ts';
import type { StreamId } from '../stream-id.ts';
import { currentRules } from '../notifications/notices.ts';
import { listedSince, type Poll } from '../sources/poll.ts';
import { pollStream } from '../sources/source.ts';
import type { StreamTrust } from './push/stream-trust.ts';
import type { AnswerReader } from './responses.ts';
import type { Outage } from './outage.ts';
import type { RequestGate } from './gate.ts';
import type { PollFailures } from './failures.ts';
import type { PollObservation } from './poll-observation.ts';
import type { PollOutcomes } from './results.ts';
import type { PollPlan } from './plan/current-plan.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { StreamStates } from './stream-states.ts';

/** The signed-in profile on one network that is polled, with the dependencies of its polls. */
export interface PolledProfile {
  network: Network;
  networkId: string;
  history: History;
  profile: ProfileHistory;
  settings: SettingsStore;
  clock: Clock;
  log: Log;
  /** The current locale. */
  locale: () => Locale;
  /** Called when the history may have new events to show and to announce. */
  onRecorded: (stream: StreamId) => void;
}

interface StreamPollerParts extends PolledProfile {
  states: StreamStates;
  gate: RequestGate;
  ledger: QuotaLedger;
  time: NetworkTime;
  answers: AnswerReader;
  outcomes: PollOutcomes;
  failures: PollFailures;
  outage: Outage;
  watches: () => StoredWatch[];
  plan: PollPlan;
  trust: StreamTrust;
}

/** One poll of a stream. */
interface PollRun {
  id: StreamId;
  observation: PollObservation;
  /** When it was sent, and when the stream's previous request was sent, in server time. */
  sentAt: number;
  sentBefore: number | undefined;
  /** Number of failures that had stopped all requests until then. */
  stops: number;
  signal: AbortSignal;
}

/** Polls one stream at a time: prepares the poll's context, and passes on its result or its failure. */
export class StreamPoller {
  readonly #parts: StreamPollerParts;
  #lastPollAt: number | undefined;

  constructor(parts: StreamPollerParts) {
    this.#parts = parts;
  }

  /** Returns when a poll last succeeded, in local time. */
  lastPollAt(): number | undefined {
    return this.#lastPollAt;
  }

  /** Polls a stream. Failures are handled here, so it never rejects. */
  async poll(id: StreamId, signal: AbortSignal): Promise<void> {
    const { states, gate, time, ledger, answers, outcomes, failures } = this.#parts;
    const { lastSentAt: sentBefore } = states.of(id);
    const stops = gate.failuresInARow();
    const sentAt = time.now();
    // Before the request is sent: after a restart in between, equal requests must still be a minute apart.
    states.changeByPoll(id, { lastSentAt: sentAt, wanted: false, byPerson: false, notBefore: undefined }, sentAt);
    answers.pollBegins(id);
    const run: PollRun = { id, observation: outcomes.observe(id), sentAt, sentBefore, stops, signal };
    try {
      await this.#run(run, this.#pollOf(run));
    } catch (error) {
      if (signal.aborted || (error instanceof NetworkError && error.kind === 'cancelled')) return;
      // A request that never reached the network does not count as sent.
      if (error instanceof NetworkError && error.kind === 'offline') {
        states.change(id, { lastSentAt: sentBefore });
        ledger.requestNotSent();
      }
      failures.take(id, error);
    } finally {
      answers.pollEnds();
    }
  }

  async #run({ id, observation, sentAt, sentBefore, stops }: PollRun, poll: Poll): Promise<void> {
    const { states, gate, answers, outcomes, outage, trust, time, clock, log, onRecorded } = this.#parts;
    const result = await pollStream(id, poll);
    const foundNews = outcomes.take(id, result, observation);
    trust.polled(id, { sentBefore, sentAt, at: time.now(), foundNews, foundRead: result.foundRead });
    // A response that was read late does not cover the time of the sleep.
    if (answers.wasReadLate()) states.change(id, { wanted: true });
    // A ban caused by a click meanwhile outlasts requests sent before it.
    if (gate.failuresInARow() === stops) gate.open();
    outage.succeeded(id);
    this.#lastPollAt = clock.now();
    if (result.broken > 0) log.warn(`${result.broken} items of ${id} could not be read and were left out`);
    onRecorded(id);
  }

  #pollOf({ id, observation, sentAt, sentBefore, signal }: PollRun): Poll {
    const { network, networkId, history, profile, settings, clock } = this.#parts;
    const { time, outcomes, watches, plan } = this.#parts;
    const { preferences } = settings.get();
    return {
      network,
      networkId,
      history,
      profile,
      rules: currentRules(this.#parts),
      now: () => clock.now(),
      listedSince: listedSince(profile, preferences, clock.now()),
      networkNow: time.now,
      vouchedNow: time.vouchedNow,
      idleFor: sentAt - (sentBefore ?? sentAt),
      isStillWatched: (siteId) => watches().some((watch) => watch.siteId === siteId),
      sending: { signal },
      interval: outcomes.interval(id, plan.price()),
      overlap: outcomes.overlap(id, sentAt),
      sawPage: (page) => observation.addPage(page, time.now()),
      mayTakeAnotherPage: () => plan.mayTakeAnotherPage() && outcomes.isWorthAnotherPage(id, observation, plan.price()),
      backfillLeft: () => plan.backfillRequests(),
      spendBackfill: () => plan.spendOnBackfill(),
    };
  }
}

import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import type { Fetch } from '../../../api/network.ts';
import { errorMessage } from '../../../../common/error-message.ts';
import { PushConnection, type OpenSocket } from '../../../api/socket.ts';
import { fetchSiteNumbers } from '../../../api/site-numbers.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { StreamId } from '../../stream-id.ts';
import { areAchievementsRead } from '../../sources/achievements-source.ts';
import type { StreamTrust } from './stream-trust.ts';
import { questionTopics, TopbarCounts, topbarTopic, type CountedKind } from './topics.ts';

/** Address of a network's socket, and of the page with the socket's site numbers. */
export interface PushAddress {
  socket: string;
  /** Without it, no questions are subscribed to. */
  siteList?: string | undefined;
}

/** Dependencies of {@link PushListener}. */
export interface PushListenerParts {
  address: PushAddress;
  accountId: number;
  open: OpenSocket;
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  profile: ProfileHistory;
  trust: StreamTrust;
  watches: () => StoredWatch[];
  /** Returns the address of a site, if known. */
  siteUrl: (siteId: string) => string | undefined;
}

const SITES_MARK = 'socket-sites';
/** Time after which the site numbers are fetched again: numbers do not change, and new sites are rare. */
const SITES_FRESH_FOR_MS = 30 * DAY_MS;
/** Time after a failure until the page is fetched again. */
const SITES_RETRY_MS = DAY_MS;
const StoredSites = z.object({ at: z.number(), numbers: z.record(z.string(), z.number()) });

/** Unhinted polls with news after which the connection is renewed; one is enough if the connection never hinted. */
const SURPRISES_TO_RECONNECT = 3;

/** Listener to a network's socket for one account, which passes hints on to the poller. */
export class PushListener {
  readonly #parts: PushListenerParts;
  readonly #connection: PushConnection;
  readonly #counts = new TopbarCounts();
  readonly #stopping = new AbortController();
  #questions = new Map<string, StreamId>();
  /** Reputation streams that the socket is expected to hint at. */
  #reputation: StreamId[] = [];
  /** State of the current connection; undefined while disconnected. */
  #connected: { surprises: number; hasHinted: boolean } | undefined;
  #isAskingForSites = false;
  #sitesFailedAt = -Infinity;

  constructor(parts: PushListenerParts) {
    this.#parts = parts;
    const { address, clock, random, log, open } = parts;
    this.#connection = new PushConnection({
      url: address.socket,
      open,
      clock,
      random,
      log,
      onNews: (topic, data) => this.#hear(topic, data),
      onConnected: (connected) => {
        this.#connected = connected ? { surprises: parts.trust.surprises, hasHinted: false } : undefined;
        this.#listen();
      },
    });
  }

  start(): void {
    this.refresh();
    this.#connection.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connection.stop();
    this.#connected = undefined;
    this.#listen();
  }

  /** Updates the subscriptions after watches, accounts or sites may have changed. */
  refresh(): void {
    const { accountId, watches } = this.#parts;
    this.#questions = questionTopics(watches(), (siteId) => this.#siteNumber(siteId));
    this.#connection.subscribe([topbarTopic(accountId), ...this.#questions.keys()]);
    this.#listen();
    void this.#learnSites();
  }

  /** Reconnects after the machine woke or is online again. Until connected, the socket covers no stream. */
  startOver(): void {
    this.#connection.startOver();
  }

  /**
   * Reconnects if the socket should have hinted at the news of a recorded poll and did not; to be called after each
   * poll.
   */
  polled(stream: StreamId): void {
    if (stream === 'sites' || stream === 'accounts') this.refresh();
    else this.#followCounts();
    if (!this.#connected) return;
    const surprises = this.#parts.trust.surprises - this.#connected.surprises;
    if (surprises >= (this.#connected.hasHinted ? SURPRISES_TO_RECONNECT : 1)) this.#connection.reconnect();
  }

  #hear(topic: string, data: unknown): void {
    const { trust, accountId } = this.#parts;
    const stream = this.#questions.get(topic);
    if (this.#connected) this.#connected.hasHinted = true;
    if (stream) trust.hint(stream, 'new');
    else if (topic === topbarTopic(accountId)) {
      this.#followCounts();
      for (const { kind, reason } of this.#counts.take(data)) {
        // No poll shows which reputation was read, so the poll may find nothing.
        const hintReason = kind === 'reputation' && reason === 'read' ? 'unknown' : reason;
        for (const id of this.#streamsOf(kind)) trust.hint(id, hintReason);
      }
    }
  }

  /**
   * Listens anew when other streams cover reputation, as when achievements become readable or have failed for hours.
   */
  #followCounts(): void {
    if (this.#connected && this.#streamsOf('reputation').join() !== this.#reputation.join()) this.#listen();
  }

  #listen(): void {
    this.#reputation = this.#streamsOf('reputation');
    const own = [...this.#streamsOf('inbox'), ...this.#reputation];
    this.#parts.trust.listenTo(this.#connected ? [...own, ...this.#questions.values()] : []);
  }

  /** Returns the streams that poll a count: achievements, all totals, or the reputation of the only account. */
  #streamsOf(kind: CountedKind): StreamId[] {
    const { profile, clock } = this.#parts;
    if (kind === 'inbox') return ['inbox'];
    if (areAchievementsRead(profile, clock.now())) return ['achievements'];
    const accounts = profile.reputation.accounts();
    return accounts.length === 1 ? [`reputation:${accounts[0]!.site.id}`] : ['accounts'];
  }

  #siteNumber(siteId: string): number | undefined {
    const url = this.#parts.siteUrl(siteId);
    const host = url === undefined ? undefined : URL.parse(url)?.host;
    return host === undefined ? undefined : this.#sites()?.numbers[host];
  }

  #sites() {
    return readMark(this.#parts.profile, SITES_MARK, StoredSites);
  }

  /** Fetches the site numbers if a watch may need them and they are missing or old. */
  async #learnSites(): Promise<void> {
    const { address, clock, fetch, log, profile, watches } = this.#parts;
    const now = clock.now();
    const age = now - (this.#sites()?.at ?? -Infinity);
    const isFresh = age >= 0 && age < SITES_FRESH_FOR_MS;
    const failedLately = now - this.#sitesFailedAt < SITES_RETRY_MS;
    if (address.siteList === undefined || isFresh || failedLately || this.#isAskingForSites) return;
    if (!watches().some(({ rule }) => rule.anyTags.length + rule.allTags.length > 0)) return;
    this.#isAskingForSites = true;
    try {
      const numbers = await fetchSiteNumbers(fetch, address.siteList, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      profile.setMark(SITES_MARK, { at: now, numbers: Object.fromEntries(numbers) });
      this.refresh();
    } catch (error) {
      this.#sitesFailedAt = now;
      if (!this.#stopping.signal.aborted) log.info(`The numbers of sites are not known: ${errorMessage(error)}`);
    } finally {
      this.#isAskingForSites = false;
    }
  }
}

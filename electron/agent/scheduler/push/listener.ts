import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import { errorMessage } from '../../../../common/error-message.ts';
import { fetchSiteNumbers, PushConnection, type OpenSocket, type SocketListener } from '../../../api/socket.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { AgentContext } from '../../context.ts';
import type { StreamId } from '../../ids.ts';
import { areAchievementsRead } from '../../sources/achievements-source.ts';
import { isPlainTag, watchStream } from '../../sources/questions/rule.ts';
import type { HintReason, StreamTrust } from './trust.ts';

/** Address of a network's socket, and of the page with the socket's site numbers. */
export interface PushAddress {
  socket: string;
  /** Without it, no questions are subscribed to. */
  siteList?: string | undefined;
}

/**
 * The folder `push` uses a network's socket (docs/api.md, "Socket"). A frame is only a hint that a poll may pay, never
 * news itself; how far hints are trusted is learned from the results of polls.
 */

type ListenerContext = Pick<AgentContext, 'clock' | 'random' | 'log' | 'fetch' | 'settings' | 'history'>;

/** The account whose socket is listened to. */
interface PushedAccount {
  address: PushAddress;
  networkId: string;
  /** Network-wide id of the user. */
  accountId: number;
  profile: ProfileHistory;
}

/** Maximum number of subscribed topics; streams beyond it are polled as without a socket. */
const MAX_TOPICS = 200;

/** Count that a hint concerns. */
type CountedKind = 'inbox' | 'reputation';

const Count = z.int().nonnegative().optional().catch(undefined);
const Topbar = z.object({
  Inbox: z.object({ UnreadInboxCount: Count }).optional().catch(undefined),
  Achievements: z.object({ UnreadRepCount: Count }).optional().catch(undefined),
});

/** Returns the topic of a person's counts; the id is that of the account, which is the same on all sites. */
const topbarTopic = (accountId: number): string => `${accountId}-topbar`;

/** Last known counts of a person, which find the changes of each new frame. Unreadable frames change nothing. */
export class TopbarCounts {
  readonly #counts = new Map<CountedKind, number>();

  take(data: unknown): { kind: CountedKind; reason: HintReason }[] {
    const { data: told } = Topbar.safeParse(data);
    const counts = [
      ['inbox', told?.Inbox?.UnreadInboxCount],
      ['reputation', told?.Achievements?.UnreadRepCount],
    ] as const;
    return counts.flatMap(([kind, count]): { kind: CountedKind; reason: HintReason }[] => {
      if (count === undefined) return [];
      const before = this.#counts.get(kind);
      this.#counts.set(kind, count);
      if (count === before) return [];
      if (before === undefined) return [{ kind, reason: 'unknown' }];
      // Lost reputation lowers the count, too; looking at reputation sets it to 0.
      const isNew = kind === 'inbox' ? count > before : count !== 0;
      return [{ kind, reason: isNew ? 'new' : 'read' }];
    });
  }
}

/** Returns tags of which every match of the watch has one, or undefined if there are none such. */
function tagsOf({ rule: { anyTags, allTags } }: StoredWatch): string[] | undefined {
  if (anyTags.length > 0 && anyTags.every(isPlainTag)) return anyTags;
  const one = allTags.find(isPlainTag);
  return one === undefined ? undefined : [one];
}

/**
 * Returns the topics that cover the streams of new questions, each with its stream. A stream is covered completely or
 * not at all: one watch without a tag would make the others' hints look incomplete.
 * @param siteNumber returns the site's number at the socket, if known
 */
export function questionTopics(
  watches: StoredWatch[],
  siteNumber: (siteId: string) => number | undefined,
): Map<string, StreamId> {
  const topics = new Map<string, StreamId>();
  const served = Map.groupBy(watches, ({ siteId, rule }) => watchStream(siteId, rule));
  for (const [stream, serving] of served) {
    if (!stream.startsWith('questions:')) continue;
    const number = siteNumber(serving[0]!.siteId);
    const tags = serving.map(tagsOf);
    if (number === undefined || tags.includes(undefined)) continue;
    const needed = new Set(tags.flatMap((each) => each ?? []));
    if (topics.size + needed.size > MAX_TOPICS) continue;
    for (const tag of needed) topics.set(`${number}-questions-newest-tag-${tag}`, stream);
  }
  return topics;
}

const SITES_MARK = 'socket-sites';
/** Time after which the site numbers are fetched again: numbers do not change, and new sites are rare. */
const SITES_FRESH_FOR_MS = 30 * DAY_MS;
/** Time after a failure until the page is fetched again. */
const SITES_RETRY_MS = DAY_MS;
const StoredSites = z.object({ at: z.number(), numbers: z.record(z.string(), z.number()) });

/** Unhinted polls with news after which the connection is renewed; one is enough if the connection never hinted. */
const SURPRISES_TO_RECONNECT = 3;

/** Listener to a network's socket for one account, which passes hints on to the scheduler. */
export class PushListener implements SocketListener {
  readonly #context: ListenerContext;
  readonly #account: PushedAccount;
  readonly #trust: StreamTrust;
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

  constructor(context: ListenerContext, account: PushedAccount, trust: StreamTrust, open: OpenSocket) {
    this.#context = context;
    this.#account = account;
    this.#trust = trust;
    this.#connection = new PushConnection(account.address.socket, open, context, this);
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
    const { accountId } = this.#account;
    this.#questions = questionTopics(this.#watches(), (siteId) => this.#siteNumber(siteId));
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
    const surprises = this.#trust.surprises - this.#connected.surprises;
    if (surprises >= (this.#connected.hasHinted ? SURPRISES_TO_RECONNECT : 1)) this.#connection.reconnect();
  }

  connected(isConnected: boolean): void {
    this.#connected = isConnected ? { surprises: this.#trust.surprises, hasHinted: false } : undefined;
    this.#listen();
  }

  news(topic: string, data: unknown): void {
    const trust = this.#trust;
    const stream = this.#questions.get(topic);
    if (this.#connected) this.#connected.hasHinted = true;
    if (stream) trust.hint(stream, 'new');
    else if (topic === topbarTopic(this.#account.accountId)) {
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
    this.#trust.listenTo(this.#connected ? [...own, ...this.#questions.values()] : []);
  }

  /** Returns the streams that poll a count: achievements, all totals, or the reputation of the only account. */
  #streamsOf(kind: CountedKind): StreamId[] {
    const { profile } = this.#account;
    if (kind === 'inbox') return ['inbox'];
    if (areAchievementsRead(profile, this.#context.clock.now())) return ['achievements'];
    const accounts = profile.reputation.accounts();
    return accounts.length === 1 ? [`reputation:${accounts[0]!.site.id}`] : ['accounts'];
  }

  #watches(): StoredWatch[] {
    return this.#context.settings.get().watches.filter(({ networkId }) => networkId === this.#account.networkId);
  }

  #siteNumber(siteId: string): number | undefined {
    const site = this.#context.history.sites(this.#account.networkId).find(({ id }) => id === siteId);
    const url = site?.siteUrl;
    const host = url === undefined ? undefined : URL.parse(url)?.host;
    return host === undefined ? undefined : this.#sites()?.numbers[host];
  }

  #sites() {
    return readMark(this.#account.profile, SITES_MARK, StoredSites);
  }

  /** Fetches the site numbers if a watch may need them and they are missing or old. */
  async #learnSites(): Promise<void> {
    const { clock, fetch, log } = this.#context;
    const { address, profile } = this.#account;
    const now = clock.now();
    const age = now - (this.#sites()?.at ?? -Infinity);
    const isFresh = age >= 0 && age < SITES_FRESH_FOR_MS;
    const failedLately = now - this.#sitesFailedAt < SITES_RETRY_MS;
    if (address.siteList === undefined || isFresh || failedLately || this.#isAskingForSites) return;
    if (!this.#watches().some(({ rule }) => rule.anyTags.length + rule.allTags.length > 0)) return;
    this.#isAskingForSites = true;
    try {
      const numbers = await fetchSiteNumbers(fetch, address.siteList, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      profile.setMark(SITES_MARK, { at: now, numbers: Object.fromEntries(numbers) });
      this.refresh();
    } catch (error) {
      this.#sitesFailedAt = now;
      if (!this.#stopping.signal.aborted) log.info(`The numbers of sites are unknown: ${errorMessage(error)}`);
    } finally {
      this.#isAskingForSites = false;
    }
  }
}

import { type StreamId, parseScopedId } from '../ids.ts';
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import { errorStack } from '../../../common/error-message.ts';
import type { Network } from '../../api/network.ts';
import type { OpenSocket } from '../../api/socket.ts';
import type { DemoOptions, PresenceState } from '../../desktop/desktop.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Subject } from '../../store/events.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { type ClickContext, userFacingError } from '../user-facing-error.ts';
import { localeOf, type AgentContext } from '../context.ts';
import type { Announcer } from '../notifications/announcer.ts';
import { markSubjectsRead } from '../notifications/desktop-notification.ts';
import type { VisibleItems } from '../notifications/visible-items.ts';
import { currentRules } from '../notifications/rules.ts';
import { endItemSnoozes } from '../notifications/pending.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { WatchList } from '../sources/questions/watch-list.ts';
import { PushListener } from '../scheduler/push/listener.ts';
import { networkName, pushAddressOf, type SignedIn } from './networks.ts';
import { PostReader } from '../sources/post-reader.ts';
import { TagBackfill } from '../sources/tag-backfill.ts';
import { expiryNotification } from './tokens.ts';
import type { SyncRequest } from '../scheduler/sync.ts';

/** The network's sockets: how they are opened, and the kind of network that the demo network imitates. */
export interface SocketOptions {
  openSocket: OpenSocket;
  demoLike: DemoOptions['like'];
}

/** A click on a notification older than this opens the window instead of its page. */
const SHOWN_NOTICES_RETENTION_MS = 90 * DAY_MS;

/** Once all tags are known, those of newer items are requested this often at most, unless a page lists them. */
const TAGS_REST_MS = HOUR_MS / 2;

/** A signed-in user on one network, with their scheduler, notifications and watches. */
export class Account {
  /** The network's id, because each network has at most one account. */
  readonly id: string;
  readonly chosen: ChosenNetwork;
  readonly profile: ProfileHistory;
  /** Undefined if there is no token. */
  readonly network: Network | undefined;
  /** Undefined if there is no token or it has expired. */
  readonly scheduler: Scheduler | undefined;
  readonly posts: PostReader;
  readonly watches: WatchList;
  readonly #context: AgentContext;
  readonly #sockets: SocketOptions;
  readonly #announcer: Announcer;
  readonly #visible: VisibleItems;
  readonly #tags: TagBackfill | undefined;
  readonly #stopping = new AbortController();
  #unsubscribe: (() => void) | undefined;
  #isStarted = false;
  /** Streams that the watches need. */
  #watched: ReadonlySet<StreamId>;
  #tagsRestSince = -Infinity;
  /** Undefined while the network's socket is not in use. */
  #push: PushListener | undefined;

  /** @param alreadySent requests of the sign-in that no account has counted yet */
  constructor(
    context: AgentContext,
    sockets: SocketOptions,
    announcer: Announcer,
    visible: VisibleItems,
    { chosen, profile, network }: SignedIn,
    alreadySent: number,
  ) {
    const { clock } = context;
    this.#context = context;
    this.#sockets = sockets;
    this.#announcer = announcer;
    this.#visible = visible;
    this.id = chosen.id;
    this.chosen = chosen;
    this.profile = profile;
    this.network = network;
    profile.notifications.prune(clock.now() - SHOWN_NOTICES_RETENTION_MS);
    this.scheduler = network && !this.#hasExpired() ? this.#createScheduler(network, alreadySent) : undefined;
    this.#tags = network && new TagBackfill(context, profile, network);
    this.watches = new WatchList(context, this);
    this.#watched = this.watches.streams();
    this.posts = new PostReader(this, clock);
  }

  /** Returns the display name of the network. */
  networkName(): string {
    return networkName(this.chosen, localeOf(this.#context).words);
  }

  /** Returns a function that maps a site's id to its name, or to the id itself if the name is unknown. */
  siteNames(): (siteId: string) => string {
    const sites = [
      ...this.profile.reputation.accounts().map(({ site }) => site),
      ...this.#context.history.sites(this.id),
    ];
    const names = new Map(sites.map(({ id, name }) => [id, name]));
    return (siteId) => names.get(siteId) ?? siteId;
  }

  /** Returns the network for requests of a click, unless the token is missing or has expired, and the number left. */
  clickContext(): ClickContext {
    return { network: this.scheduler && this.network, forClicks: this.scheduler?.forClicks() };
  }

  start(presence: PresenceState): void {
    this.#unsubscribe = this.#context.events.on('poll-recorded', ({ account, stream }) => {
      if (account !== this.id) return;
      this.#push?.polled(stream);
      this.#learnTags();
    });
    this.scheduler?.setPresence(presence);
    this.scheduler?.start();
    this.#isStarted = true;
    void this.listen();
  }

  /** Handles a wake from sleep: no socket reported the events meanwhile. */
  woke(): void {
    this.#push?.startOver();
    this.scheduler?.woke();
  }

  /** Handles a restored connection: the socket may be dead, and a new attempt need not wait any longer. */
  online(): void {
    this.#push?.startOver();
  }

  /** Starts or stops listening to the network's socket, as the setting says. */
  async listen(): Promise<void> {
    const isWanted = this.#isStarted && !this.#stopping.signal.aborted && this.#context.settings.get().preferences.push;
    if (!isWanted) {
      const ending = this.#push;
      this.#push = undefined;
      await ending?.stop();
    } else if (!this.#push) {
      this.#push = this.#createPush();
      this.#push?.start();
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.listen();
    await this.scheduler?.stop();
    this.#unsubscribe?.();
  }

  /** Forgets the streams that no watch needs any more, and plans anew. */
  watchesChanged(): void {
    const { events } = this.#context;
    const needed = this.watches.streams();
    this.scheduler?.forgetStreams([...this.#watched].filter((stream) => !needed.has(stream)));
    this.#watched = needed;
    this.scheduler?.replan();
    this.#push?.refresh();
    events.emit('lists-changed', ['watches', 'inbox', 'forwarding']);
    events.emit('state-changed');
  }

  /** Marks inbox items and questions as read, by their unscoped ids. */
  markRead(subjects: readonly Subject[]): void {
    markSubjectsRead(this.profile, subjects, this.#context.clock.now());
    this.#context.events.emit('read-changed');
  }

  /**
   * Moves inbox items whose snooze has ended back to the inbox and queues their notification. Returns whether there
   * were any.
   */
  endItemSnoozes(): boolean {
    return endItemSnoozes(this.profile, currentRules(this.#context, this.profile), this.#context.clock.now());
  }

  /** Queues one notification when the token expires soon, and stops polling once it has expired. */
  async checkExpiry(): Promise<void> {
    const { profile, chosen } = this;
    if (!this.network) return;
    const now = this.#context.clock.now();
    const notification = expiryNotification(this.networkName(), chosen.tokenExpiresAt, now, localeOf(this.#context));
    if (notification && profile.mark('expiry-told') !== chosen.tokenExpiresAt) {
      profile.transaction(() => {
        profile.notifications.add(notification, now);
        profile.setMark('expiry-told', chosen.tokenExpiresAt);
      });
    }
    if (!this.#hasExpired()) return;
    this.#isStarted = false;
    await this.listen();
    await this.scheduler?.stop();
  }

  #hasExpired(): boolean {
    const { tokenExpiresAt } = this.chosen;
    return tokenExpiresAt !== undefined && tokenExpiresAt <= this.#context.clock.now();
  }

  #createScheduler(network: Network, alreadySent: number): Scheduler {
    const polled = { network, networkId: this.id, networkName: this.networkName(), profile: this.profile };
    return new Scheduler(this.#context, { ...polled, announcements: this.#announcer }, alreadySent);
  }

  /** Returns undefined if the network has no socket or is not polled. */
  #createPush(): PushListener | undefined {
    const { demoLike, openSocket } = this.#sockets;
    const { scheduler, chosen, profile, id: networkId } = this;
    const { accountId } = chosen;
    const address = pushAddressOf(chosen, demoLike);
    if (!address || !scheduler || accountId === undefined) return undefined;
    return new PushListener(this.#context, { address, networkId, accountId, profile }, scheduler.trust, openSocket);
  }

  /** Requests missing tags after a poll, because the network is reachable then. */
  #learnTags(): void {
    const { events, log, clock } = this.#context;
    const rested = clock.now() - this.#tagsRestSince;
    if (!this.#visible.isPageShown() && rested >= 0 && rested < TAGS_REST_MS) return;
    this.#tags
      ?.learn({ quota: this.scheduler?.quota(), spare: this.scheduler?.spareRequests() ?? 0 }, this.#stopping.signal)
      .then((found) => {
        if (!found) return;
        if (this.#tags?.areKnown() === true) this.#tagsRestSince = clock.now();
        events.emit('lists-changed', ['inbox']);
        events.emit('state-changed');
      })
      .catch((error: unknown) => log.error(`tags: ${errorStack(error)}`));
  }
}

/** Look-ups among the accounts of signed-in users and of those who signed out. */
export abstract class AccountList {
  /** Returns the accounts of signed-in users, in the order of their first sign-in. */
  abstract all(): Account[];

  /** Returns the accounts whose user signed out; empty while any user is signed in. */
  abstract left(): Account[];

  /** Returns the accounts whose history is listed: those signed in or, if there are none, those signed out. */
  listed(): Account[] {
    return [...this.all(), ...this.left()];
  }

  /**
   * Returns the listed accounts.
   * @throws UserFacingError if there are none
   */
  readable(): Account[] {
    return atLeastOne(this.listed());
  }

  /**
   * Returns the accounts of signed-in users.
   * @throws UserFacingError if there are none
   */
  required(): Account[] {
    return atLeastOne(this.all());
  }

  /** Returns the account with an id, if its history is listed. */
  readableAt(id: string): Account | undefined {
    return this.listed().find((account) => account.id === id);
  }

  /**
   * Returns the account that a scoped id belongs to, and the unscoped id. An id without an account belongs to the
   * first.
   */
  find(qualifiedId: string): { account: Account; id: string } | undefined {
    const named = parseScopedId(qualifiedId);
    const own = named.account === undefined ? undefined : this.readableAt(named.account);
    if (own) return { account: own, id: named.id };
    const [first] = this.listed();
    return first && { account: first, id: qualifiedId };
  }

  /**
   * Returns the account of a scoped id, and the unscoped id.
   * @throws UserFacingError if no account is listed
   */
  owner(qualifiedId: string): { account: Account; id: string } {
    const found = this.find(qualifiedId);
    if (!found) throw userFacingError('nobody');
    return found;
  }

  /** Requests polls of all accounts' streams, as soon as the rules allow. */
  pollAll(how: SyncRequest): void {
    for (const { scheduler } of this.all()) scheduler?.pollNow(how);
  }
}

function atLeastOne(accounts: Account[]): Account[] {
  if (accounts.length === 0) throw userFacingError('nobody');
  return accounts;
}

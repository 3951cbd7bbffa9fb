import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import type { Fetch, Network } from '../../api/network.ts';
import { errorStack } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import type { OpenSocket } from '../../api/socket.ts';
import type { DemoOptions, Desktop, PresenceState } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import type { History } from '../../store/history.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Subject } from '../../store/events.ts';
import type { ChosenNetwork, SettingsStore } from '../../store/settings.ts';
import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { ClickContext } from '../click-request.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { Delivery } from '../notifications/delivery.ts';
import { markSubjectsRead } from '../notifications/notification-actions.ts';
import type { VisibleItems } from '../notifications/visible-items.ts';
import { currentRules, type NoticeRules } from '../notifications/notices.ts';
import { isStillDue } from '../notifications/pending-notices.ts';
import { endItemSnoozes } from '../notifications/snoozed-items.ts';
import type { TellingTimes } from '../scheduler/plan/current-plan.ts';
import { Poller } from '../scheduler/scheduler.ts';
import { WatchPreviews } from '../library/watches/preview.ts';
import { WatchList } from '../sources/questions/watch-list.ts';
import { PushListener } from '../scheduler/push/listener.ts';
import { networkName, pushAddressOf, type SignedIn } from './networks.ts';
import { PostReader } from '../sources/post-reader.ts';
import { TagBackfill } from '../sources/tag-backfill.ts';
import { expiryNotice } from './tokens.ts';

/**
 * The folder `accounts` holds the sign-ins: the networks to choose from (networks.ts), signing in and out (session.ts),
 * the list of accounts (account-registry.ts), and each account with its poller, notifications and watches (this file).
 */

/** Dependencies of every account. */
export interface AccountParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  log: Log;
  fetch: Fetch;
  openSocket: OpenSocket;
  demoLike: DemoOptions['like'];
  events: Emitter<AgentEvents>;
  /** Shows and withdraws notifications. */
  notifier: Pick<Desktop, 'notify' | 'withdraw'>;
  /** Whether a subject of another account, named by its id, would still be announced. */
  isStillNewsAt: (account: string, subject: Subject) => boolean;
  announcements: TellingTimes;
  /** Items that the user can see in a focused window, of any account. */
  visible: VisibleItems;
}

/** A click on a notification older than this opens the window instead of its page. */
const SHOWN_NOTICES_RETENTION_MS = 90 * DAY_MS;

/** Once all tags are known, those of newer items are requested this often at most, unless a page lists them. */
const TAGS_REST_MS = HOUR_MS / 2;

/** A signed-in user on one network, with their poller, notifications and watches. */
export class Account {
  /** The network's id, because each network has at most one account. */
  readonly id: string;
  readonly signedIn: SignedIn;
  readonly chosen: ChosenNetwork;
  readonly profile: ProfileHistory;
  /** Undefined if there is no token. */
  readonly network: Network | undefined;
  readonly delivery: Delivery;
  /** Undefined if there is no token or it has expired. */
  readonly poller: Poller | undefined;
  readonly posts: PostReader;
  readonly watches: WatchList;
  readonly previews: WatchPreviews;
  readonly #parts: AccountParts;
  readonly #tags: TagBackfill | undefined;
  readonly #stopping = new AbortController();
  #isStarted = false;
  #tagsRestSince = -Infinity;
  /** Undefined while the network's socket is not in use. */
  #push: PushListener | undefined;

  /** @param alreadySent requests of the sign-in that no account has counted yet */
  constructor(parts: AccountParts, signedIn: SignedIn, alreadySent: number) {
    const { chosen, profile, network } = signedIn;
    this.#parts = parts;
    this.id = chosen.id;
    this.signedIn = signedIn;
    this.chosen = chosen;
    this.profile = profile;
    this.network = network;
    profile.notices.prune(parts.clock.now() - SHOWN_NOTICES_RETENTION_MS);
    this.delivery = this.#createDelivery();
    this.poller = network && !this.#hasExpired() ? this.#createPoller(network, alreadySent) : undefined;
    this.#tags = network && this.#createTagBackfill(network);
    this.watches = this.#createWatches();
    this.previews = this.#createPreviews();
    this.posts = new PostReader({
      profile,
      network: this.#hasExpired() ? undefined : network,
      mayWrite: chosen.mayWrite === true,
      forClicks: () => this.poller?.forClicks(),
      now: parts.clock.now,
    });
  }

  /** Returns the display name of the network. */
  networkName(): string {
    return networkName(this.chosen, this.#locale().words);
  }

  /** Returns a function that maps a site's id to its name, or to the id itself if the name is unknown. */
  siteNames(): (siteId: string) => string {
    const sites = [
      ...this.profile.reputation.accounts().map(({ site }) => site),
      ...this.#parts.history.sites(this.id),
    ];
    const names = new Map(sites.map(({ id, name }) => [id, name]));
    return (siteId) => names.get(siteId) ?? siteId;
  }

  /** Returns the network for requests of a click, and the number left for clicks. */
  clickContext(): ClickContext {
    return { network: this.network, forClicks: this.poller?.forClicks() };
  }

  start(presence: PresenceState): void {
    this.poller?.setPresence(presence);
    this.poller?.start();
    this.#isStarted = true;
    void this.listen();
  }

  /** Handles a wake from sleep: no socket reported the events meanwhile. */
  woke(): void {
    this.#push?.startOver();
    this.poller?.woke();
  }

  /** Handles a restored connection: the socket may be dead, and a new attempt need not wait any longer. */
  online(): void {
    this.#push?.startOver();
  }

  /** Starts or stops listening to the network's socket, as the setting says. */
  async listen(): Promise<void> {
    const isWanted = this.#isStarted && !this.#stopping.signal.aborted && this.#parts.settings.get().preferences.push;
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
    await this.poller?.stop();
  }

  /** Whether a subject would be announced if it were new now. */
  isStillNews(subject: Subject): boolean {
    return subject.account === undefined || subject.account === this.id
      ? isStillDue(this.profile, this.#rules(), subject)
      : this.#parts.isStillNewsAt(subject.account, subject);
  }

  /** Marks inbox items and questions as read, by their unscoped ids. */
  markRead(subjects: readonly Subject[]): void {
    markSubjectsRead(this.profile, subjects, this.#parts.clock.now());
    this.#parts.events.emit('read-changed');
  }

  /**
   * Moves inbox items whose snooze has ended back to the inbox and queues their notification. Returns whether there
   * were any.
   */
  endItemSnoozes(): boolean {
    return endItemSnoozes(this.profile, this.#rules(), this.#parts.clock.now());
  }

  /** Queues one notification when the token expires soon, and stops polling once it has expired. */
  async checkExpiry(): Promise<void> {
    const { profile, chosen } = this;
    if (!this.network) return;
    const now = this.#parts.clock.now();
    const notice = expiryNotice(this.networkName(), chosen.tokenExpiresAt, now, this.#locale());
    if (notice && profile.mark('expiry-told') !== chosen.tokenExpiresAt) {
      profile.transaction(() => {
        profile.notices.add(notice, now);
        profile.setMark('expiry-told', chosen.tokenExpiresAt);
      });
    }
    if (!this.#hasExpired()) return;
    this.#isStarted = false;
    await this.listen();
    await this.poller?.stop();
  }

  #hasExpired(): boolean {
    const { tokenExpiresAt } = this.chosen;
    return tokenExpiresAt !== undefined && tokenExpiresAt <= this.#parts.clock.now();
  }

  #locale(): Locale {
    const { settings, desktop } = this.#parts;
    return preferredLocale(settings.get().preferences.language, desktop.languages);
  }

  #rules(): NoticeRules {
    return currentRules({ ...this.#parts, networkId: this.id, profile: this.profile, locale: () => this.#locale() });
  }

  #createDelivery(): Delivery {
    const { settings, notifier } = this.#parts;
    return new Delivery({
      desktop: notifier,
      settings,
      profile: this.profile,
      rules: () => this.#rules(),
      isStillNews: (subject) => this.isStillNews(subject),
      visible: () => this.#visible(),
    });
  }

  #visible(): ((subject: Subject) => boolean) | undefined {
    const isVisible = this.#parts.visible.now();
    return isVisible && ((subject) => isVisible(subject.account ?? this.id, subject));
  }

  #createPoller(network: Network, alreadySent: number): Poller {
    const { events } = this.#parts;
    return new Poller({
      ...this.#parts,
      network,
      networkId: this.id,
      networkName: this.networkName(),
      profile: this.profile,
      locale: () => this.#locale(),
      alreadySent,
      onRecorded: (stream) => {
        events.emit('poll-recorded', stream);
        this.#push?.polled(stream);
        this.#learnTags();
      },
      onChange: () => events.emit('state-changed'),
      onRest: () => this.#parts.fetch.rest?.(),
    });
  }

  /** Returns undefined if the network has no socket or is not polled. */
  #createPush(): PushListener | undefined {
    const { demoLike, openSocket, history, settings } = this.#parts;
    const { poller, chosen, profile, id } = this;
    const address = pushAddressOf(chosen, demoLike);
    if (!address || !poller || chosen.accountId === undefined) return undefined;
    return new PushListener({
      ...this.#parts,
      address,
      accountId: chosen.accountId,
      open: openSocket,
      profile,
      trust: poller.trust,
      watches: () => settings.get().watches.filter((watch) => watch.networkId === id),
      siteUrl: (siteId) => history.sites(id).find((site) => site.id === siteId)?.siteUrl,
    });
  }

  #createTagBackfill(network: Network): TagBackfill {
    const { history, log } = this.#parts;
    return new TagBackfill({
      profile: this.profile,
      network,
      log,
      isListed: (siteId) => history.sites(this.id).some(({ id }) => id === siteId),
      quota: () => this.poller?.quota(),
      spare: () => this.poller?.spareRequests() ?? 0,
    });
  }

  /** Requests missing tags after a poll, because the network is reachable then. */
  #learnTags(): void {
    const { events, log, clock, visible } = this.#parts;
    const rested = clock.now() - this.#tagsRestSince;
    if (!visible.isPageShown() && rested >= 0 && rested < TAGS_REST_MS) return;
    this.#tags
      ?.learn(this.#stopping.signal)
      .then((found) => {
        if (!found) return;
        if (this.#tags?.areKnown() === true) this.#tagsRestSince = clock.now();
        events.emit('lists-changed', ['inbox']);
        events.emit('state-changed');
      })
      .catch((error: unknown) => log.error(`tags: ${errorStack(error)}`));
  }

  #createWatches(): WatchList {
    const { settings, history, clock, events } = this.#parts;
    return new WatchList({
      settings,
      history,
      profile: this.profile,
      now: clock.now,
      networkNow: () => this.poller?.networkNow(),
      pollsPerDay: (stream, asIf) => this.poller?.pollsPerDay(stream, asIf) ?? 0,
      isRefused: (stream) => this.poller?.isRefused(stream) === true,
      onChange: (forgotten) => {
        this.poller?.forgetStreams(forgotten);
        this.poller?.replan();
        this.#push?.refresh();
        events.emit('lists-changed', ['watches', 'inbox']);
        events.emit('state-changed');
      },
    });
  }

  #createPreviews(): WatchPreviews {
    return new WatchPreviews({
      profile: this.profile,
      network: this.network,
      now: this.#parts.clock.now,
      networkNow: () => this.poller?.networkNow(),
      forClicks: () => this.poller?.forClicks(),
      pollsPerDay: (stream, asIf) => this.poller?.pollsPerDay(stream, asIf) ?? 0,
      othersOn: (siteId, besides) => this.watches.othersOn(siteId, besides),
    });
  }
}

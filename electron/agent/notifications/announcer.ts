import { MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { StoredNotification } from '../../store/events.ts';
import type { DesktopNotification } from '../../desktop/desktop.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { UserFacingError } from '../user-facing-error.ts';
import { AnnouncedAccounts, type AnnouncedAccount, type Basis } from './announced-accounts.ts';
import { mergePending } from './merge.ts';
import { sampleNotification, withSound, isReadable, notificationActions } from './desktop-notification.ts';
import { getsThrough, hold, isBundled } from './pending.ts';
import { heldNow, timedHold, type HeldBy, type Waiting, BundleLimiter } from './quiet.ts';
import type { VisibleItems } from './visible-items.ts';

/**
 * The room `notifications` decides what is announced. Polls queue notifications of new events in the history, as the
 * rules allow (rules.ts). The announcer shows them when the round of polls is over: it drops what was read or is
 * visible, merges what is left (merge.ts), then claims and shows one after the other. Those for the user are shown at
 * once, all others bundled when busy. Quiet hours, snooze and "do not disturb" hold all (quiet.ts), but for what the
 * user has quiet hours let through; what they held becomes one summary.
 */

/** Polls that follow one another within this time belong to one round, in ms. */
const ROUND_GAP_MS = 2000;

/** How long a focused window may take to list a round's events, in ms, because visible ones are not announced. */
const LISTING_MS = 2000;

/** A round ends after this time in ms, even if polls continue. */
const LONGEST_ROUND_MS = 15_000;

/** Initial and maximum wait after the desktop refused a notification; the wait doubles in between. */
const FIRST_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = 15 * MINUTE_MS;

/** Maximum number of shown notifications that are tracked; the desktop has long dropped older ones. */
const MAX_ON_SCREEN = 100;

/** Shows the pending notifications of all signed-in accounts, each once. */
export class Announcer {
  readonly accounts: AnnouncedAccounts;
  readonly #context: AgentContext;
  readonly #visible: VisibleItems;
  readonly #limiter: BundleLimiter;
  readonly #unsubscribe: (() => void)[];
  #queue: Promise<void> = Promise.resolve();
  /** Set during a round: a poll was recorded, and more follow at once. Ends it after its maximum time. */
  #round: AbortController | undefined;
  /** Ends the round once a window has listed its events. */
  #listing: AbortController | undefined;
  /** Notifications that this run has shown and that may still be on screen, with their account. */
  readonly #onScreen = new Map<number, AnnouncedAccount>();
  #lookedAt: Basis | undefined;
  #isRefused = false;
  #retryAt = -Infinity;
  #retryMs = FIRST_RETRY_MS;
  #heldBy: HeldBy | undefined;
  /** Last emitted result of `waiting()`, as JSON. */
  #lastWaiting: string | undefined;

  constructor(context: AgentContext, visible: VisibleItems) {
    this.accounts = new AnnouncedAccounts(context);
    this.#context = context;
    this.#visible = visible;
    this.#limiter = new BundleLimiter(context);
    const { events } = context;
    this.#unsubscribe = [
      events.on('poll-recorded', () => this.#continueRound()),
      events.on('state-changed', () => this.#endRoundIfOver()),
      events.on('read-changed', () => this.#withdrawRead()),
      events.on('visible', () => void this.deliver()),
      events.on('preferences-changed', () => void this.deliver()),
    ];
  }

  /** Shows no more at the end of a round. */
  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#stopRound();
  }

  /**
   * Shows pending notifications: urgent ones at once, all others as the limit allows, none while notifications are
   * held. Within a round of polls nothing is shown: the end of the round delivers again. Never rejects.
   */
  deliver(): Promise<void> {
    return this.#inTurn(false);
  }

  /** Shows all held notifications at the user's request. Never rejects. */
  showNow(): Promise<void> {
    return this.#inTurn(true);
  }

  /**
   * Shows one notification with the chosen sound, and also in the open window if the desktop does not show it. Rejects
   * if the desktop refuses it.
   */
  async notify(notification: DesktopNotification): Promise<void> {
    const { desktop, settings, events, dataDir } = this.#context;
    const shown = withSound(notification, settings.get().preferences, dataDir);
    await desktop.notify(shown);
    const { id, title, body, silent, actions } = shown;
    if (desktop.windowShowsNotifications) events.emit('notice', { type: 'show', id, title, body, silent, actions });
  }

  /**
   * Shows a sample notification, which is not stored.
   * @throws UserFacingError if the desktop refuses it
   */
  async test(): Promise<void> {
    try {
      await this.notify(sampleNotification(localeOf(this.#context).words));
    } catch (error) {
      throw new UserFacingError(({ words }) => words('errors.noNotification'), errorMessage(error));
    }
  }

  /** Returns the held events, or undefined if there are none. */
  waiting(): Waiting | undefined {
    const timed = timedHold(this.#context);
    const heldBy = timed?.by ?? this.#heldBy;
    const nextAt = this.#limiter.nextAt();
    if (heldBy === undefined && nextAt <= this.#context.clock.now()) return undefined;
    const count = this.accounts.count(heldBy === undefined ? 'bundled' : 'all');
    if (count === 0) return undefined;
    const until = heldBy === undefined ? nextAt : timed?.until;
    return { count, because: heldBy ?? 'busy', ...(until !== undefined && { until }) };
  }

  /**
   * Returns the time (ms since the epoch) until which bundled notifications are held, so that no more of them need be
   * polled; undefined if none are held, or a visible page lists them anyway.
   */
  heldUntil(): number | undefined {
    const waiting = this.waiting();
    return waiting?.because === 'busy' && !this.#visible.isPageShown() ? waiting.until : undefined;
  }

  /** Returns the reason why notifications are held, or undefined if they are not. */
  heldBy(): HeldBy | undefined {
    return this.#heldBy;
  }

  /** Whether the desktop refused the last notification. */
  isRefused(): boolean {
    return this.#isRefused;
  }

  /** Starts a round, or continues it, after a poll was recorded. */
  #continueRound(): void {
    this.#listing?.abort();
    this.#listing = undefined;
    this.#round ??= this.#endRoundAfter(LONGEST_ROUND_MS);
  }

  /** Ends the round after a new plan, unless another poll is due soon; a focused window first lists its events. */
  #endRoundIfOver(): void {
    if (!this.#round || this.#listing) return;
    if (this.accounts.nextPollAt() <= this.#context.clock.now() + ROUND_GAP_MS) return;
    if (this.#visible.isWindowFocused()) this.#listing = this.#endRoundAfter(LISTING_MS);
    else this.#endRound();
  }

  #endRoundAfter(ms: number): AbortController {
    const timer = new AbortController();
    const { signal } = timer;
    void this.#context.clock.sleep(ms, signal).then(() => void (signal.aborted || this.#endRound()));
    return timer;
  }

  #endRound(): void {
    this.#stopRound();
    void this.deliver();
  }

  #stopRound(): void {
    this.#listing?.abort();
    this.#round?.abort();
    this.#listing = undefined;
    this.#round = undefined;
  }

  #inTurn(isRequested: boolean): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#deliver(isRequested))
      .catch((error: unknown) => this.#context.log.error(`Delivering notifications failed: ${String(error)}`));
    return this.#queue;
  }

  async #deliver(isRequested: boolean): Promise<void> {
    this.#endSnooze();
    const accounts = this.accounts.signedIn();
    const pending = () =>
      accounts.flatMap(({ id, profile }) =>
        profile.notifications.pending().map((notification) => ({ account: id, ...notification })),
      );
    await this.#visible.look(pending());
    this.#withdrawRead();
    for (const account of accounts) this.accounts.dropVisible(account, this.#visible);
    const arePending = pending().length > 0;
    const heldBy = arePending ? await heldNow(this.#context) : undefined;
    const isReady = this.#mayRetry() && !this.#round;
    const wasRefused = this.#isRefused;
    if (heldBy === 'quiet-hours' && isReady) await this.#showExceptions(accounts);
    if (heldBy !== undefined) for (const { profile } of accounts) hold(profile);
    // Read notifications stay pending until they may be shown, because marking them read may be undone.
    if (arePending && (isRequested || (heldBy === undefined && isReady))) await this.#show(accounts, isRequested);
    if (this.#isRefused !== wasRefused) this.#context.events.emit('state-changed');
    this.#heldBy = this.accounts.count('all') > 0 ? heldBy : undefined;
    const waiting = JSON.stringify(this.waiting());
    if (waiting === this.#lastWaiting) return;
    this.#lastWaiting = waiting;
    this.#context.events.emit('waiting-changed');
  }

  /** Ends a snooze that expired while Askbell was off or the system slept; held notifications become one summary. */
  #endSnooze(): void {
    const { settings, clock } = this.#context;
    const { snoozedUntil } = settings.get();
    if (snoozedUntil === undefined || snoozedUntil > clock.now()) return;
    settings.change({ snoozedUntil: undefined });
    for (const { profile } of this.accounts.signedIn()) hold(profile);
  }

  #mayRetry(): boolean {
    const left = this.#retryAt - this.#context.clock.now();
    // Longer than the maximum: the clock was set back.
    return left <= 0 || left > MAX_RETRY_MS;
  }

  /** Merges the pending notifications and shows them in order, until the desktop refuses one. */
  async #show(accounts: readonly AnnouncedAccount[], isRequested: boolean): Promise<void> {
    for (const account of accounts) this.accounts.dropRead(account);
    const free = isRequested ? 1 : this.#limiter.free();
    mergePending(this.accounts.withRules(accounts), { areAllHeld: this.#isRefused, free }, this.#context.clock.now());
    await this.#showMerged(accounts, isRequested);
  }

  async #showMerged(accounts: readonly AnnouncedAccount[], isRequested: boolean): Promise<void> {
    // Later notifications may belong to a round that has only begun.
    const last = Math.max(...accounts.flatMap(({ profile }) => profile.notifications.pending().map(({ id }) => id)));
    for (const account of accounts) {
      let notification: StoredNotification | undefined;
      while ((notification = this.#nextAfter(account, notification?.id ?? 0, last, isRequested)) !== undefined)
        if (account.profile.notifications.claim(notification.id) && !(await this.#showOne(account, notification)))
          return;
    }
  }

  /** Shows what quiet hours let through. What was read stays pending, as it does until all may be shown. */
  async #showExceptions(accounts: readonly AnnouncedAccount[]): Promise<void> {
    const { letThrough } = this.#context.settings.get().preferences.quietHours;
    for (const account of accounts) {
      const { notifications } = account.profile;
      for (const notification of notifications.pending())
        if (
          getsThrough(account.profile, notification, letThrough) &&
          notification.subjects.some(this.accounts.isDue(account)) &&
          notifications.claim(notification.id) &&
          !(await this.#showOne(account, notification))
        )
          return;
    }
  }

  /**
   * Returns the next pending notification that may be shown. It is looked up anew because items may have been read or
   * seen while the previous notification was shown.
   */
  #nextAfter(
    account: AnnouncedAccount,
    after: number,
    last: number,
    isRequested: boolean,
  ): StoredNotification | undefined {
    this.accounts.dropRead(account);
    this.accounts.dropVisible(account, this.#visible);
    const mayBundledBeShown = isRequested || this.#limiter.free() > 0;
    const pending = account.profile.notifications
      .pending()
      .filter((notification) => mayBundledBeShown || !isBundled(notification));
    return pending.find(({ id }) => id > after && id <= last);
  }

  /** Shows one notification. Returns false if the desktop refused it; it is then offered again later. */
  async #showOne(account: AnnouncedAccount, notification: StoredNotification): Promise<boolean> {
    const { clock, log } = this.#context;
    const { id, kind, title, body, silent = false } = notification;
    const undo = isBundled(notification) || kind === 'summary' ? this.#limiter.take() : undefined;
    try {
      const actions = notificationActions(account.profile, notification, localeOf(this.#context).words);
      await this.notify({ id, kind, title, body, silent, actions });
    } catch (error) {
      log.warn(`A notification was refused: ${String(error)}`);
      account.profile.notifications.release(id, clock.now());
      undo?.();
      this.#isRefused = true;
      this.#retryAt = clock.now() + this.#retryMs;
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
      return false;
    }
    this.#isRefused = false;
    this.#retryMs = FIRST_RETRY_MS;
    this.#onScreen.set(id, account);
    // It may have been read while it was passed on.
    this.#lookedAt = undefined;
    const [oldest] = this.#onScreen.keys();
    if (this.#onScreen.size > MAX_ON_SCREEN) this.#onScreen.delete(oldest!);
    return true;
  }

  /** Withdraws notifications whose subjects were all read meanwhile, here or on the website. */
  #withdrawRead(): void {
    if (this.accounts.isCurrent(this.#lookedAt)) return;
    this.#lookedAt = this.accounts.basis();
    const { desktop, events } = this.#context;
    for (const [id, account] of this.#onScreen) {
      const notification = account.profile.notifications.get(id);
      if (notification && (!isReadable(notification) || notification.subjects.some(this.accounts.isDue(account))))
        continue;
      this.#onScreen.delete(id);
      desktop.withdraw(id);
      events.emit('notice', { type: 'withdraw', id });
    }
  }
}

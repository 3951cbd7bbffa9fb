import { MINUTE_MS } from '../../../common/durations.ts';
import type { Clock } from '../../base/clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import type { StoredNotice } from '../../store/events.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountRegistry } from '../accounts/accounts.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { BundleLimiter } from './bundle-limiter.ts';
import { isBundled } from './delivery.ts';
import { heldNow, timedHold, type HeldBy, type Waiting } from './held.ts';
import { mergePending } from './merge.ts';
import { PollRounds } from './poll-rounds.ts';
import type { VisibleItems } from './visible-items.ts';

export interface AnnouncementParts {
  accounts: () => AccountRegistry;
  desktop: Pick<Desktop, 'doNotDisturb'>;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  events: Emitter<AgentEvents>;
  visible: Pick<VisibleItems, 'isWindowFocused' | 'isPageShown' | 'look'>;
}

/** Initial and maximum wait after the desktop refused a notification; the wait doubles in between. */
const FIRST_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = 15 * MINUTE_MS;

/** Delivery of the pending notifications of all signed-in accounts, each shown once. */
export class Announcements {
  /** Rounds of polls whose events are announced together. */
  readonly rounds: PollRounds;
  readonly #parts: AnnouncementParts;
  readonly #limiter: BundleLimiter;
  #queue: Promise<void> = Promise.resolve();
  #isRefused = false;
  #nextOfferAt = -Infinity;
  #retryMs = FIRST_RETRY_MS;
  #heldBy: HeldBy | undefined;
  /** Last emitted result of `waiting()`, as JSON. */
  #toldWaiting: string | undefined;

  constructor(parts: AnnouncementParts) {
    this.#parts = parts;
    this.#limiter = new BundleLimiter(parts);
    this.rounds = new PollRounds({
      clock: parts.clock,
      nextPollAt: () =>
        Math.min(
          ...parts
            .accounts()
            .all()
            .map(({ poller }) => poller?.next()?.at ?? Infinity),
        ),
      isWindowFocused: () => parts.visible.isWindowFocused(),
      onOver: () => void this.deliver(),
    });
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

  /** Returns the held events, or undefined if there are none. */
  waiting(): Waiting | undefined {
    const { clock } = this.#parts;
    const timed = timedHold(this.#parts);
    const heldBy = timed?.by ?? this.heldBy();
    const nextAt = this.#limiter.nextAt();
    if (heldBy === undefined && nextAt <= clock.now()) return undefined;
    const which = heldBy === undefined ? 'bundled' : 'all';
    const count = this.#accounts().reduce((sum, { delivery }) => sum + delivery.waiting(which), 0);
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
    return waiting?.because === 'busy' && !this.#parts.visible.isPageShown() ? waiting.until : undefined;
  }

  /** Returns the reason why notifications are held, or undefined if they are not. */
  heldBy(): HeldBy | undefined {
    return this.#heldBy;
  }

  #accounts(): Account[] {
    return this.#parts.accounts().all();
  }

  #inTurn(isWish: boolean): Promise<void> {
    const { log } = this.#parts;
    this.#queue = this.#queue
      .then(() => this.#deliver(isWish))
      .catch((error: unknown) => log.error(`Delivering notifications failed: ${String(error)}`));
    return this.#queue;
  }

  async #deliver(isWish: boolean): Promise<void> {
    this.#endSnooze();
    const accounts = this.#accounts();
    const pending = () =>
      accounts.flatMap(({ id, profile }) =>
        profile.notices.pending().map(({ subjects }) => ({ account: id, subjects })),
      );
    await this.#parts.visible.look(pending());
    for (const { delivery } of accounts) {
      delivery.withdrawRead();
      delivery.dropVisible();
    }
    const arePending = pending().length > 0;
    const heldBy = arePending ? await heldNow(this.#parts) : undefined;
    if (heldBy !== undefined) for (const { delivery } of accounts) delivery.hold();
    // Read notifications stay pending until they may be shown, because marking them read may be undone.
    const mayShow = heldBy === undefined && this.#mayOffer() && !this.rounds.isOpen();
    if (arePending && (isWish || mayShow)) await this.#show(accounts, isWish);
    this.#heldBy = accounts.some(({ delivery }) => delivery.waiting('all') > 0) ? heldBy : undefined;
    const waiting = JSON.stringify(this.waiting());
    if (waiting === this.#toldWaiting) return;
    this.#toldWaiting = waiting;
    this.#parts.events.emit('waiting-changed');
  }

  /** Ends a snooze that expired while Askbell was off or the system slept; held notifications become one summary. */
  #endSnooze(): void {
    const { settings, clock } = this.#parts;
    const { snoozedUntil } = settings.get();
    if (snoozedUntil === undefined || snoozedUntil > clock.now()) return;
    settings.change({ snoozedUntil: undefined });
    for (const { delivery } of this.#accounts()) delivery.hold();
  }

  #mayOffer(): boolean {
    const left = this.#nextOfferAt - this.#parts.clock.now();
    // Longer than the maximum: the clock was set back.
    return left <= 0 || left > MAX_RETRY_MS;
  }

  async #show(accounts: readonly Account[], isWish: boolean): Promise<void> {
    const { clock, events } = this.#parts;
    for (const { delivery } of accounts) delivery.updatePending();
    mergePending(accounts, { areAllHeld: this.#isRefused, free: isWish ? 1 : this.#limiter.free() }, clock.now());
    await this.#showMerged(accounts, isWish);
    events.emit('notifications-failing', this.#isRefused);
  }

  /** Shows the pending notifications in order, until the desktop refuses one. */
  async #showMerged(accounts: readonly Account[], isWish: boolean): Promise<void> {
    // Later notifications may belong to a round that has only begun.
    const last = Math.max(...accounts.flatMap(({ profile }) => profile.notices.pending().map(({ id }) => id)));
    for (const account of accounts) {
      let notice: StoredNotice | undefined;
      while ((notice = this.#nextAfter(account, notice?.id ?? 0, { last, isWish })) !== undefined)
        if (account.profile.notices.claim(notice.id) && !(await this.#offer(account, notice))) return;
    }
  }

  /**
   * Returns the next pending notification that may be shown. It is looked up anew because items may have been read or
   * seen while the previous notification was shown.
   */
  #nextAfter(
    { delivery, profile }: Account,
    after: number,
    { last, isWish }: { last: number; isWish: boolean },
  ): StoredNotice | undefined {
    delivery.updatePending();
    delivery.dropVisible();
    const mayBundledBeShown = isWish || this.#limiter.free() > 0;
    const pending = profile.notices.pending().filter((notice) => mayBundledBeShown || !isBundled(notice));
    return pending.find(({ id }) => id > after && id <= last);
  }

  /** Shows one notification. Returns false if the desktop refused it; it is then offered again later. */
  async #offer({ delivery, profile }: Account, notice: StoredNotice): Promise<boolean> {
    const { clock, log } = this.#parts;
    const undo = isBundled(notice) || notice.kind === 'summary' ? this.#limiter.take() : undefined;
    try {
      await delivery.show(notice);
      this.#isRefused = false;
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      log.warn(`A notification was refused: ${String(error)}`);
      profile.notices.release(notice.id, clock.now());
      undo?.();
      this.#isRefused = true;
      this.#nextOfferAt = clock.now() + this.#retryMs;
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    }
    return !this.#isRefused;
  }
}

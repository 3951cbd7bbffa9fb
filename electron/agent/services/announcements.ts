import { MINUTE_MS } from '../../../common/durations.ts';
import type { Clock } from '../../clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { StoredNotice } from '../../store/events.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountRegistry } from '../accounts/account-registry.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { BundleLimiter } from '../notifications/bundle-limiter.ts';
import { isBundled } from '../notifications/delivery.ts';
import { heldNow, timedHold, type HeldBy, type Waiting } from '../notifications/held.ts';
import { mergePending } from '../notifications/merge.ts';
import { PollRounds } from '../notifications/poll-rounds.ts';
import type { VisibleItems } from '../notifications/visible-items.ts';

export interface AnnouncementParts {
  accounts: () => AccountRegistry;
  desktop: Pick<Desktop, 'doNotDisturb'>;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  events: EventHub<AgentEvents>;
  visible: Pick<VisibleItems, 'isWindowFocused' | 'isPageShown' | 'look'>;
}

/** The wait between two offers to a desktop that refuses notifications; it doubles from the first to the longest. */
const FIRST_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = 15 * MINUTE_MS;

/** Shows the pending notifications of everybody who is signed in, each once. */
export class Announcements {
  /** Polls whose findings are told together. */
  readonly rounds: PollRounds;
  readonly #parts: AnnouncementParts;
  readonly #limiter: BundleLimiter;
  #queue: Promise<void> = Promise.resolve();
  #isRefused = false;
  #nextOfferAt = -Infinity;
  #retryMs = FIRST_RETRY_MS;
  #heldBy: HeldBy | undefined;
  /** What waited when that was last told, as text. */
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
   * Shows what is pending: what is for the person at once, everything else as the limit allows, and nothing while all
   * is held. Within a round of polls nothing is shown: the end of the round delivers again. Never rejects.
   */
  deliver(): Promise<void> {
    return this.#inTurn(false);
  }

  /** Shows everything that waits, because the person asks for it. Never rejects. */
  showNow(): Promise<void> {
    return this.#inTurn(true);
  }

  /** Events that wait, or undefined if there are none. */
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
   * Until when what is bundled waits, in ms since the epoch, so that more of it need not be asked for; undefined where
   * nothing waits, or a page is shown that lists it all the same.
   */
  heldUntil(): number | undefined {
    const waiting = this.waiting();
    return waiting?.because === 'busy' && !this.#parts.visible.isPageShown() ? waiting.until : undefined;
  }

  /** Why something is held now; undefined where nothing is. */
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
    // What was read stays among the pending until it may be shown, because reading it may yet be undone.
    const mayShow = heldBy === undefined && this.#mayOffer() && !this.rounds.isOpen();
    if (arePending && (isWish || mayShow)) await this.#show(accounts, isWish);
    this.#heldBy = accounts.some(({ delivery }) => delivery.waiting('all') > 0) ? heldBy : undefined;
    const waiting = JSON.stringify(this.waiting());
    if (waiting === this.#toldWaiting) return;
    this.#toldWaiting = waiting;
    this.#parts.events.emit('waiting-changed');
  }

  /** A snooze ended while Askbell was off or the system slept: what gathered comes as one summary. */
  #endSnooze(): void {
    const { settings, clock } = this.#parts;
    const { snoozedUntil } = settings.get();
    if (snoozedUntil === undefined || snoozedUntil > clock.now()) return;
    settings.change({ snoozedUntil: undefined });
    for (const { delivery } of this.#accounts()) delivery.hold();
  }

  #mayOffer(): boolean {
    const left = this.#nextOfferAt - this.#parts.clock.now();
    // A wait longer than the longest was noted under a clock that was ahead.
    return left <= 0 || left > MAX_RETRY_MS;
  }

  async #show(accounts: readonly Account[], isWish: boolean): Promise<void> {
    const { clock, events } = this.#parts;
    for (const { delivery } of accounts) delivery.updatePending();
    mergePending(accounts, { areAllHeld: this.#isRefused, free: isWish ? 1 : this.#limiter.free() }, clock.now());
    await this.#showMerged(accounts, isWish);
    events.emit('notifications-failing', this.#isRefused);
  }

  /** Hands over what is pending, in order, until the desktop refuses one. */
  async #showMerged(accounts: readonly Account[], isWish: boolean): Promise<void> {
    // What comes meanwhile may be part of a round that has only begun.
    const last = Math.max(...accounts.flatMap(({ profile }) => profile.notices.pending().map(({ id }) => id)));
    for (const account of accounts) {
      let notice: StoredNotice | undefined;
      while ((notice = this.#nextAfter(account, notice?.id ?? 0, { last, isWish })) !== undefined)
        if (account.profile.notices.claim(notice.id) && !(await this.#offer(account, notice))) return;
    }
  }

  /**
   * The pending notification after another that may be shown; a person may have read or seen it while the other was
   * handed over.
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

  /** Hands over one notification. Returns false where the desktop refused it; then it waits for a later offer. */
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

import { MINUTE_MS } from '../../../common/durations.ts';
import type { Clock } from '../../clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { StoredNotice, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { SettingsStore, StoredSettings } from '../../store/settings.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { foldPending } from './fold-notices.ts';
import { isReadable, notificationActions } from './notification-actions.ts';
import type { NoticeRules } from './notices.ts';
import type { NotificationPace } from './pace.ts';
import { updatePending } from './pending-notices.ts';
import { summary, type SummaryReason } from './wording/summary.ts';
import { suppressionNow, type SuppressedBy } from './suppression.ts';

export interface DeliveryParts {
  desktop: Pick<Desktop, 'notify' | 'withdraw' | 'doNotDisturb'>;
  settings: SettingsStore;
  clock: Clock;
  log: Log;
  events: EventHub<AgentEvents>;
  profile: ProfileHistory;
  /** The language of the person at present. */
  locale: () => Locale;
  /** What is announced at present. */
  rules: () => NoticeRules;
  /** Whether a subject, of this account or another, would still be announced. */
  isStillNews: (subject: Subject) => boolean;
  /** Returns a predicate for subjects visible in a focused window, or undefined if there are none. */
  visible: () => ((subject: Subject) => boolean) | undefined;
  /** How fast notifications may follow one another, of whichever account. */
  pace: NotificationPace;
  /** Whether polls are under way whose findings are told together. */
  isRoundOpen: () => boolean;
}

/** The wait between two offers to a desktop that refuses notifications; it doubles from the first to the longest. */
const FIRST_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = 15 * MINUTE_MS;

/** How many shown notifications are looked after; the desktop has long dropped older ones. */
const MAX_ON_SCREEN = 100;

/** Says why pending notices had to wait, so that they come as one summary. It outlives a restart. */
const SUMMARY_MARK = 'notices-held';
const MARK_OF_REASON: Record<SummaryReason, true | 'many'> = { suppressed: true, many: 'many' };

/** Hands the pending notices of one account to the desktop, each once, unless notifications are suppressed. */
export class Delivery {
  readonly #parts: DeliveryParts;
  #queue: Promise<void> = Promise.resolve();
  #failing = false;
  #nextOfferAt = -Infinity;
  #retryMs = FIRST_RETRY_MS;
  #suppressedBy: SuppressedBy | undefined;
  /** Something waits because there were many. */
  #isWaitingForPace = false;
  /** Ids of the notifications that this run has shown and that may still be on screen. */
  readonly #onScreen = new Set<number>();
  /** The history's version and the settings when what is on screen was last checked. */
  #lookedBy: { version: number; settings: StoredSettings } | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /**
   * Shows what is pending, in order, unless notifications are suppressed; what was suppressed comes as one. Within a
   * round of polls nothing is shown: the end of the round delivers again. Never rejects.
   */
  deliver(): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#deliverPending())
      .catch((error: unknown) => this.#parts.log.error(`Delivering notifications failed: ${String(error)}`));
    return this.#queue;
  }

  /** Whether something was suppressed, is still pending, and may be shown now. */
  async mayShowSuppressed(): Promise<boolean> {
    const isDue = () => this.summaryReason() !== undefined && this.#mayOffer() && this.#isOpen() && this.#hasNews();
    return isDue() && (await suppressionNow(this.#parts)) === undefined && isDue();
  }

  /** Whether something is pending that may be shown now as it is, not as a summary. */
  async mayShowPending(): Promise<boolean> {
    const isDue = () => this.summaryReason() === undefined && !this.#failing && this.#isOpen() && this.#hasNews();
    return isDue() && (await suppressionNow(this.#parts)) === undefined && isDue();
  }

  /** The rules by which pending notices are told. */
  rules(): NoticeRules {
    return this.#parts.rules();
  }

  /** Takes out of the pending notices what was read or muted meanwhile. */
  updatePending(): void {
    const { profile, rules, isStillNews } = this.#parts;
    updatePending(profile, rules(), isStillNews);
  }

  /** Takes those notifications off the screen of which everything was read meanwhile, here or at the network. */
  withdrawRead(): void {
    const { desktop, profile, isStillNews } = this.#parts;
    const by = { version: profile.version(), settings: this.#parts.settings.get() };
    if (by.version === this.#lookedBy?.version && by.settings === this.#lookedBy.settings) return;
    this.#lookedBy = by;
    for (const id of this.#onScreen) {
      const notice = profile.notices.get(id);
      if (notice && (!isReadable(notice) || notice.subjects.some(isStillNews))) continue;
      this.#onScreen.delete(id);
      desktop.withdraw(id);
    }
  }

  /** Has what is pending come as one summary. */
  summarizePending(why: SummaryReason = 'suppressed'): void {
    if (this.summaryReason() !== 'suppressed') this.#parts.profile.setMark(SUMMARY_MARK, MARK_OF_REASON[why]);
  }

  /** Why what is pending comes as one summary; undefined where it does not. */
  summaryReason(): SummaryReason | undefined {
    const mark = this.#parts.profile.mark(SUMMARY_MARK);
    return mark === true ? 'suppressed' : mark === 'many' ? 'many' : undefined;
  }

  /** Until when pending notices wait because there were many, in ms since the epoch; undefined where none does. */
  pacedUntil(): number | undefined {
    return this.#isWaitingForPace ? this.#parts.pace.nextAt() : undefined;
  }

  /** Takes out of the pending notices what is visible to the person. */
  dropVisible(): void {
    const { profile, rules } = this.#parts;
    const isVisible = this.#parts.visible();
    if (isVisible) updatePending(profile, rules(), (subject) => !isVisible(subject));
  }

  /** Why something is waiting just now; undefined where nothing is. */
  suppressedBy(): SuppressedBy | undefined {
    return this.#suppressedBy;
  }

  /** Whether the pace allows another notification, and no round is under way that it would be split from. */
  #isOpen(): boolean {
    return this.#parts.pace.isOpen() && !this.#parts.isRoundOpen();
  }

  #mayOffer(): boolean {
    const left = this.#nextOfferAt - this.#parts.clock.now();
    // A wait longer than the longest was noted under a clock that was ahead.
    return left <= 0 || left > MAX_RETRY_MS;
  }

  /** Whether anything pending is still to be told. */
  #hasNews(): boolean {
    const { profile, isStillNews } = this.#parts;
    return profile.notices.pending().some(({ subjects }) => subjects.length === 0 || subjects.some(isStillNews));
  }

  async #deliverPending(): Promise<void> {
    const { events } = this.#parts;
    const wasWaiting = this.#isWaitingForPace;
    this.#isWaitingForPace = false;
    this.withdrawRead();
    this.dropVisible();
    await this.#showPending();
    if (this.#isWaitingForPace !== wasWaiting) events.emit('suppression-changed');
  }

  async #showPending(): Promise<void> {
    const { profile, events, isRoundOpen } = this.#parts;
    const before = this.#suppressedBy;
    const suppression = profile.notices.pending().length > 0 ? await suppressionNow(this.#parts) : undefined;
    this.#suppressedBy = this.#hasNews() ? suppression : undefined;
    if (suppression) this.summarizePending();
    if (this.#suppressedBy !== before) events.emit('suppression-changed');
    // What was read stays among the rest until then, because reading it may yet be undone.
    if (suppression || !this.#mayOffer() || this.#mustWaitForPace() || isRoundOpen()) return;
    this.updatePending();
    this.#mergePending();
    const pending = profile.notices.pending();
    const [first, last] = [pending.at(0), pending.at(-1)];
    for (let notice = first; last && notice; notice = this.#nextPending(notice.id, last.id)) {
      if (this.#mustWaitForPace()) break;
      if (profile.notices.claim(notice.id) && !(await this.#offer(notice))) break;
    }
    events.emit('notifications-failing', this.#failing);
  }

  /** Whether pending notices must wait because too many were shown; they then come as one summary. */
  #mustWaitForPace(): boolean {
    const { pace } = this.#parts;
    this.#isWaitingForPace = !pace.isOpen() && this.#hasNews();
    if (this.#isWaitingForPace) {
      pace.noteWaiting();
      this.summarizePending('many');
    }
    return this.#isWaitingForPace;
  }

  /** Merges pending notices to one of each kind; after refusals, a suppression or a rush, to one in all. */
  #mergePending(): void {
    const { profile, locale, rules, clock } = this.#parts;
    const why = this.summaryReason() ?? (this.#failing ? 'suppressed' : undefined);
    if (why !== 'suppressed') foldPending(profile, rules(), clock.now());
    const pending = profile.notices.pending();
    if (why !== undefined && pending.length > 1)
      profile.notices.merge(pending, summary(pending, locale(), why), clock.now());
    profile.deleteMark(SUMMARY_MARK);
  }

  /**
   * The notice after another, up to the last one; a person may have read or seen it while the other was handed over.
   * What comes after the last one came meanwhile, and may be part of a round that has only begun.
   */
  #nextPending(after: number, last: number): StoredNotice | undefined {
    this.updatePending();
    this.dropVisible();
    return this.#parts.profile.notices.pending().find(({ id }) => id > after && id <= last);
  }

  /** Hands over one notice. Gives false when the desktop refused it; then it waits for a later offer. */
  async #offer(notice: StoredNotice): Promise<boolean> {
    const { desktop, settings, profile, clock, log, pace } = this.#parts;
    const { words } = this.#parts.locale();
    const takeBack = pace.noteShown();
    try {
      await desktop.notify({
        id: notice.id,
        kind: notice.kind,
        title: notice.title,
        body: notice.body,
        silent: settings.get().preferences.sound === 'none' || notice.silent === true,
        actions: notificationActions(profile, notice, words),
      });
      this.#onScreen.add(notice.id);
      // It may have been read while it was handed over.
      this.#lookedBy = undefined;
      const [oldest] = this.#onScreen;
      if (this.#onScreen.size > MAX_ON_SCREEN) this.#onScreen.delete(oldest!);
      this.#failing = false;
      this.#retryMs = FIRST_RETRY_MS;
      return true;
    } catch (error) {
      log.warn(`A notification was refused: ${String(error)}`);
      profile.notices.release(notice.id, clock.now());
      takeBack();
      this.#failing = true;
      this.#nextOfferAt = clock.now() + this.#retryMs;
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
      return false;
    }
  }
}

import type { Clock } from '../../clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { StoredNotice, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { SettingsStore, StoredSettings } from '../../store/settings.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { summary, type NoticeRules } from './notices.ts';
import { updatePending } from './pending-notices.ts';
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
}

/** Between two offers to a desktop that refuses notifications; doubles from the first to the longest. */
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 15 * 60_000;

/** How many shown notifications are looked after; the desktop has long dropped older ones. */
const MAX_ON_SCREEN = 100;

/** Set while pending notices have been suppressed, so that they come as one summary. It outlives a restart. */
const SUMMARY_MARK = 'notices-held';

/** Hands the pending notices of one account to the desktop, each once, unless notifications are suppressed. */
export class Delivery {
  readonly #parts: DeliveryParts;
  #queue: Promise<void> = Promise.resolve();
  #failing = false;
  #nextOfferAt = -Infinity;
  #retryMs = FIRST_RETRY_MS;
  #suppressedBy: SuppressedBy | undefined;
  /** Ids of the notifications that this run has shown and that may still be on screen. */
  readonly #onScreen = new Set<number>();
  /** The history and the settings by which what is on screen was looked through last. */
  #lookedBy: { version: number; settings: StoredSettings } | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /**
   * Shows what is pending, in order, unless notifications are suppressed; what was suppressed comes as one. Never
   * rejects.
   */
  deliver(): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#deliverPending())
      .catch((error: unknown) => this.#parts.log.error(`Delivering notifications failed: ${String(error)}`));
    return this.#queue;
  }

  /** Whether something was suppressed, is still pending, and may be shown now. */
  async mayShowSuppressed(): Promise<boolean> {
    const isDue = () => this.#isSummaryDue() && this.#mayOffer() && this.#hasNews();
    return isDue() && (await suppressionNow(this.#parts)) === undefined && isDue();
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
  summarizePending(): void {
    this.#parts.profile.setMark(SUMMARY_MARK, true);
  }

  /** Why something is waiting just now; undefined where nothing is. */
  suppressedBy(): SuppressedBy | undefined {
    return this.#suppressedBy;
  }

  #isSummaryDue(): boolean {
    return this.#parts.profile.mark(SUMMARY_MARK) === true;
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
    const { profile, events } = this.#parts;
    this.withdrawRead();
    const before = this.#suppressedBy;
    const suppression = profile.notices.pending().length > 0 ? await suppressionNow(this.#parts) : undefined;
    this.#suppressedBy = this.#hasNews() ? suppression : undefined;
    if (suppression) this.summarizePending();
    if (this.#suppressedBy !== before) events.emit('suppression-changed');
    // What was read stays among the rest until then, because reading it may yet be undone.
    if (suppression || !this.#mayOffer()) return;
    this.updatePending();
    // After refusals or a suppression, what gathered comes as one, not as a burst.
    if (this.#failing || this.#isSummaryDue()) this.#mergePending();
    profile.deleteMark(SUMMARY_MARK);
    for (let notice = profile.notices.pending().at(0); notice; notice = this.#nextPending(notice.id)) {
      if (profile.notices.claim(notice.id) && !(await this.#offer(notice))) break;
    }
    events.emit('notifications-failing', this.#failing);
  }

  #mergePending(): void {
    const { profile, locale, clock } = this.#parts;
    const pending = profile.notices.pending();
    if (pending.length > 1) profile.notices.merge(pending, summary(pending, locale()), clock.now());
  }

  /** The notice after another; a person may have read it while the other was handed over. */
  #nextPending(after: number): StoredNotice | undefined {
    this.updatePending();
    return this.#parts.profile.notices.pending().find(({ id }) => id > after);
  }

  /** Hands over one notice. Gives false when the desktop refused it; then it waits for a later offer. */
  async #offer(notice: StoredNotice): Promise<boolean> {
    const { desktop, settings, profile, clock, log } = this.#parts;
    const { words } = this.#parts.locale();
    try {
      await desktop.notify({
        id: notice.id,
        kind: notice.kind,
        title: notice.title,
        body: notice.body,
        silent: settings.get().preferences.sound === 'none' || notice.silent === true,
        actions: [
          { id: 'open', label: words('notices.open') },
          ...(isReadable(notice) ? [{ id: 'mark-read' as const, label: words('notices.markRead') }] : []),
        ],
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
      this.#failing = true;
      this.#nextOfferAt = clock.now() + this.#retryMs;
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
      return false;
    }
  }
}

const isReadable = (notice: StoredNotice): boolean =>
  notice.subjects.some(({ kind }) => kind !== 'reputation' && kind !== 'badges');

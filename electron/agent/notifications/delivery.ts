import type { Desktop } from '../../desktop/desktop.ts';
import type { Notice, StoredNotice, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { SettingsStore, StoredSettings } from '../../store/settings.ts';
import { isReadable, notificationActions } from './notification-actions.ts';
import type { NoticeRules } from './notices.ts';
import { updatePending } from './pending-notices.ts';

export interface DeliveryParts {
  desktop: Pick<Desktop, 'notify' | 'withdraw'>;
  settings: Pick<SettingsStore, 'get'>;
  profile: ProfileHistory;
  /** What is announced at present. */
  rules: () => NoticeRules;
  /** Whether a subject, of this account or another, would still be announced. */
  isStillNews: (subject: Subject) => boolean;
  /** Returns a predicate for subjects visible in a focused window, or undefined if there are none. */
  visible: () => ((subject: Subject) => boolean) | undefined;
}

/** Kinds that are bundled when busy; all others are told at once. */
const BUNDLED_KINDS = new Set<Notice['kind']>(['activity', 'reputation', 'question', 'badges']);

/** Whether a notification is bundled with others when busy. */
export const isBundled = ({ kind }: Pick<Notice, 'kind'>): boolean => BUNDLED_KINDS.has(kind);

/** How many shown notifications are looked after; the desktop has long dropped older ones. */
const MAX_ON_SCREEN = 100;

/** Set while all notifications are held, so that they come as one summary. It outlives a restart. */
const HELD_MARK = 'notices-held';

/** Events that a notification tells of through one of its subjects. */
const eventsOf = (subject: Subject): number =>
  subject.kind === 'reputation' ? Math.max(1, subject.keys?.length ?? 1) : 1;

/** The pending notifications of one account: brings them up to date, counts them, and hands them to the desktop. */
export class Delivery {
  readonly #parts: DeliveryParts;
  /** Ids of the notifications that this run has shown and that may still be on screen. */
  readonly #onScreen = new Set<number>();
  /** The history's version and the settings when what is on screen was last checked. */
  #lookedBy: { version: number; settings: StoredSettings } | undefined;
  /** Events that wait, counted for one version of the history and one of the settings. */
  #counted: { version: number; settings: StoredSettings; all: number; bundled: number } | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** The rules by which pending notifications are told. */
  rules(): NoticeRules {
    return this.#parts.rules();
  }

  /** Takes out of the pending notifications what was read or muted meanwhile. */
  updatePending(): void {
    const { profile, rules, isStillNews } = this.#parts;
    updatePending(profile, rules(), isStillNews);
  }

  /** Takes out of the pending notifications what is visible to the person. */
  dropVisible(): void {
    const { profile, rules } = this.#parts;
    const isVisible = this.#parts.visible();
    if (isVisible) updatePending(profile, rules(), (subject) => !isVisible(subject));
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
  hold(): void {
    const { profile } = this.#parts;
    if (!this.isHeld() && profile.notices.pending().length > 0) profile.setMark(HELD_MARK, true);
  }

  /** Whether what is pending comes as one summary. */
  isHeld(): boolean {
    return this.#parts.profile.mark(HELD_MARK) === true;
  }

  /** What is pending may be shown. */
  endHold(): void {
    this.#parts.profile.deleteMark(HELD_MARK);
  }

  /** Pending events that are still news: all of them, or those that are bundled when busy. */
  waiting(which: 'all' | 'bundled'): number {
    const { profile, settings } = this.#parts;
    const by = { version: profile.version(), settings: settings.get() };
    if (by.version !== this.#counted?.version || by.settings !== this.#counted.settings) {
      const pending = profile.notices.pending();
      const count = (notices: StoredNotice[]) => notices.reduce((sum, notice) => sum + this.#newsIn(notice), 0);
      this.#counted = { ...by, all: count(pending), bundled: count(pending.filter(isBundled)) };
    }
    return this.#counted[which];
  }

  /** Hands over one notification. Rejects when the desktop refuses it. */
  async show(notice: StoredNotice): Promise<void> {
    const { desktop, settings, profile } = this.#parts;
    await desktop.notify({
      id: notice.id,
      kind: notice.kind,
      title: notice.title,
      body: notice.body,
      silent: settings.get().preferences.sound === 'none' || notice.silent === true,
      actions: notificationActions(profile, notice, this.rules().locale.words),
    });
    this.#onScreen.add(notice.id);
    // It may have been read while it was handed over.
    this.#lookedBy = undefined;
    const [oldest] = this.#onScreen;
    if (this.#onScreen.size > MAX_ON_SCREEN) this.#onScreen.delete(oldest!);
  }

  #newsIn({ subjects }: StoredNotice): number {
    if (subjects.length === 0) return 1;
    return subjects.filter(this.#parts.isStillNews).reduce((sum, subject) => sum + eventsOf(subject), 0);
  }
}

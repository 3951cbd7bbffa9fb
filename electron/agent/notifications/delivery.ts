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
  /** Returns the current rules. */
  rules: () => NoticeRules;
  /** Whether a subject, of this account or another, would still be announced. */
  isStillNews: (subject: Subject) => boolean;
  /** Returns a predicate for subjects visible in a focused window, or undefined if there are none. */
  visible: () => ((subject: Subject) => boolean) | undefined;
}

/** Kinds that are bundled when busy; all others are shown at once. */
const BUNDLED_KINDS = new Set<Notice['kind']>(['activity', 'reputation', 'question', 'badges']);

/** Whether a notification is bundled with others when busy. */
export const isBundled = ({ kind }: Pick<Notice, 'kind'>): boolean => BUNDLED_KINDS.has(kind);

/** Maximum number of shown notifications that are tracked; the desktop has long dropped older ones. */
const MAX_ON_SCREEN = 100;

/** Set while all notifications are held, so that they are shown as one summary. Survives a restart. */
const HELD_MARK = 'notices-held';

/** Returns the number of events in one subject of a notification. */
const eventsOf = (subject: Subject): number =>
  subject.kind === 'reputation' ? Math.max(1, subject.keys?.length ?? 1) : 1;

/** The pending notifications of one account: updates and counts them, and passes them to the desktop. */
export class Delivery {
  readonly #parts: DeliveryParts;
  /** Ids of the notifications that this run has shown and that may still be on screen. */
  readonly #onScreen = new Set<number>();
  /** The history's version and the settings when shown notifications were last checked. */
  #lookedBy: { version: number; settings: StoredSettings } | undefined;
  /** Pending events, counted for one version of the history and one of the settings. */
  #counted: { version: number; settings: StoredSettings; all: number; bundled: number } | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Returns the rules for pending notifications. */
  rules(): NoticeRules {
    return this.#parts.rules();
  }

  /** Removes subjects that were read or muted meanwhile from pending notifications. */
  updatePending(): void {
    const { profile, rules, isStillNews } = this.#parts;
    updatePending(profile, rules(), isStillNews);
  }

  /** Removes subjects that are visible to the user from pending notifications. */
  dropVisible(): void {
    const { profile, rules } = this.#parts;
    const isVisible = this.#parts.visible();
    if (isVisible) updatePending(profile, rules(), (subject) => !isVisible(subject));
  }

  /** Withdraws notifications whose subjects were all read meanwhile, here or on the website. */
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

  /** Marks pending notifications to be shown as one summary. */
  hold(): void {
    const { profile } = this.#parts;
    if (!this.isHeld() && profile.notices.pending().length > 0) profile.setMark(HELD_MARK, true);
  }

  /** Whether pending notifications are shown as one summary. */
  isHeld(): boolean {
    return this.#parts.profile.mark(HELD_MARK) === true;
  }

  /** Ends the hold. */
  endHold(): void {
    this.#parts.profile.deleteMark(HELD_MARK);
  }

  /** Returns the number of pending events that would still be announced: all, or those that are bundled when busy. */
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

  /** Shows one notification. Rejects when the desktop refuses it. */
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
    // It may have been read while it was passed on.
    this.#lookedBy = undefined;
    const [oldest] = this.#onScreen;
    if (this.#onScreen.size > MAX_ON_SCREEN) this.#onScreen.delete(oldest!);
  }

  #newsIn({ subjects }: StoredNotice): number {
    if (subjects.length === 0) return 1;
    return subjects.filter(this.#parts.isStillNews).reduce((sum, subject) => sum + eventsOf(subject), 0);
  }
}

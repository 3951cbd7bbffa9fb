import type { Clock } from '../../clock.ts';
import type { Desktop, NotificationAction, WindowView } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { StoredNotice, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import { summary, type NoticeRules } from './notices.ts';
import { quietUntil } from './quiet-hours.ts';
import { retellPending } from './pending-notices.ts';

export interface DeliveryParts {
  desktop: Pick<Desktop, 'notify' | 'openExternal' | 'doNotDisturb'> & { showWindow: (view: WindowView) => void };
  settings: SettingsStore;
  clock: Clock;
  log: Log;
  profile: ProfileHistory;
  /** What is spoken at present. */
  speech: () => Speech;
  /** What is announced at present, and whether a subject of anybody's still would be. */
  rules: () => NoticeRules;
  isStillNews: (subject: Subject) => boolean;
  /** The desktop refused a notification, or took one again. */
  onFailing: (failing: boolean) => void;
  /** Read marks changed. */
  onRead: () => void;
  /** Notifications are held back from now on, or no longer. */
  onHeldBack: () => void;
}

/** Between two offers to a desktop that refuses, in ms; doubles from the first to the longest. */
const firstWait = 60_000;
const longestWait = 15 * 60_000;
/** Why notifications are held back. */
export type HeldBack = 'snooze' | 'quiet-hours' | 'do-not-disturb';

/** Kept across restarts: what waits has been held back, so it comes as one summary. */
const heldMark = 'notices-held';

/** Hands pending notifications to the desktop, each once, and carries out what the person does with them. */
export function createDelivery({
  desktop,
  settings,
  clock,
  log,
  profile,
  speech,
  rules,
  isStillNews,
  onFailing,
  onRead,
  onHeldBack,
}: DeliveryParts) {
  let queue: Promise<void> = Promise.resolve();
  let failing = false;
  let nextOfferAt = -Infinity;
  let wait = firstWait;
  let held: HeldBack | undefined;
  /** A wait longer than the longest was noted under a clock that was ahead. */
  const mayOffer = (): boolean => {
    const left = nextOfferAt - clock.now();
    return left <= 0 || left > longestWait;
  };

  /** Takes out of what waits what was read or muted meanwhile. */
  const settle = (): void => retellPending(profile, rules(), isStillNews);

  /** Whether anything waits that is still to be told. */
  const waits = (): boolean =>
    profile.notices.pending().some(({ subjects }) => subjects.length === 0 || subjects.some(isStillNews));

  function mergePending(): void {
    const pending = profile.notices.pending();
    if (pending.length > 1) profile.notices.merge(pending, summary(pending, speech()), clock.now());
  }

  /** The one after another; a person may have read it while that was handed over. */
  function nextPending(after: number): StoredNotice | undefined {
    settle();
    return profile.notices.pending().find(({ id }) => id > after);
  }

  async function heldBack(): Promise<HeldBack | undefined> {
    const { snoozedUntil, preferences } = settings.get();
    if ((snoozedUntil ?? 0) > clock.now()) return 'snooze';
    if (quietUntil(preferences.quietHours, clock.now()) !== undefined) return 'quiet-hours';
    return preferences.respectDoNotDisturb && (await desktop.doNotDisturb()) === true ? 'do-not-disturb' : undefined;
  }

  async function deliverPending(): Promise<void> {
    const before = held;
    const back = profile.notices.pending().length > 0 ? await heldBack() : undefined;
    held = waits() ? back : undefined;
    if (back) profile.setMark(heldMark, true);
    if (held !== before) onHeldBack();
    // What was read stays among the rest until then: that may yet be undone.
    if (back || !mayOffer()) return;
    settle();
    // After refusals or silence, what gathered comes as one, not as a burst.
    if (failing || profile.mark(heldMark) === true) mergePending();
    profile.deleteMark(heldMark);
    for (let notice = profile.notices.pending().at(0); notice; notice = nextPending(notice.id)) {
      if (!profile.notices.claim(notice.id)) continue;
      try {
        await desktop.notify({
          id: notice.id,
          kind: notice.kind,
          title: notice.title,
          body: notice.body,
          silent: settings.get().preferences.sound === 'none' || notice.silent === true,
          actions: [
            { id: 'open', label: speech().words('notices.open') },
            ...(readable(notice) ? [{ id: 'mark-read' as const, label: speech().words('notices.markRead') }] : []),
          ],
        });
        failing = false;
        wait = firstWait;
      } catch (error) {
        log.warn(`A notification was refused: ${String(error)}`);
        profile.notices.release(notice.id, clock.now());
        failing = true;
        nextOfferAt = clock.now() + wait;
        wait = Math.min(wait * 2, longestWait);
        break;
      }
    }
    onFailing(failing);
  }

  function markRead(subjects: Subject[]): void {
    const now = clock.now();
    profile.transaction(() => {
      for (const subject of subjects) {
        if (subject.kind === 'inbox') profile.inbox.setRead([subject.key], now);
        if (subject.kind === 'question') profile.questions.setRead(subject.siteId, subject.questionId, now);
      }
    });
    onRead();
  }

  return {
    /** Shows what is pending, in order, unless notifications are held back; what was held back comes as one. */
    deliver(): Promise<void> {
      queue = queue
        .then(deliverPending)
        .catch((error: unknown) => log.error(`Delivering notifications failed: ${String(error)}`));
      return queue;
    },
    /** Whether something waits that was held back, and may come out now. */
    async isSilenceOver(): Promise<boolean> {
      const mayCome = () => profile.mark(heldMark) === true && mayOffer() && waits();
      return mayCome() && (await heldBack()) === undefined && mayCome();
    },
    settle,
    /** What waits has been held back, so it comes as one summary. */
    gather: (): void => profile.setMark(heldMark, true),
    /** Why something is waiting just now. */
    heldBack: () => held,
    async acted(id: number, action: NotificationAction): Promise<void> {
      const notice = profile.notices.get(id);
      if (!notice) return desktop.showWindow('inbox');
      if (action === 'mark-read') return markRead(notice.subjects);
      if (notice.subjects.length === 1 && notice.link !== undefined) {
        await desktop.openExternal(notice.link);
        markRead(notice.subjects);
      } else desktop.showWindow(viewOf(notice));
    },
    markRead,
  };
}

const readable = (notice: StoredNotice): boolean => notice.subjects.some((subject) => subject.kind !== 'reputation');

/** Where all of it is listed; what is of several kinds is told in the inbox. */
function viewOf({ subjects }: StoredNotice): WindowView {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  if (kinds.size !== 1) return 'inbox';
  if (kinds.has('question')) return 'watches';
  return kinds.has('reputation') ? 'reputation' : 'inbox';
}

import type { Clock } from '../clock.ts';
import type { Desktop, NotificationAction, WindowView } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { StoredNotice, Subject } from '../store/events.ts';
import type { ProfileHistory } from '../store/history.ts';
import type { SettingsStore } from '../store/settings.ts';
import { summary } from './notices.ts';
import { quietUntil } from './quiet-hours.ts';

export interface DeliveryParts {
  desktop: Pick<Desktop, 'notify' | 'openExternal' | 'doNotDisturb'> & { showWindow: (view: WindowView) => void };
  settings: SettingsStore;
  clock: Clock;
  log: Log;
  profile: ProfileHistory;
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

export type Delivery = ReturnType<typeof createDelivery>;

/** Hands pending notifications to the desktop, each once, and carries out what the person does with them. */
export function createDelivery({ desktop, settings, clock, log, profile, onFailing, onRead, onHeldBack }: DeliveryParts) {
  let queue: Promise<void> = Promise.resolve();
  let failing = false;
  let nextOfferAt = -Infinity;
  let wait = firstWait;
  let held: HeldBack | undefined;

  function mergePending(): void {
    const held = profile.notices.pending();
    if (held.length > 1) profile.notices.merge(held, summary(held), clock.now());
  }

  async function heldBack(): Promise<HeldBack | undefined> {
    const { snoozedUntil, preferences } = settings.get();
    if ((snoozedUntil ?? 0) > clock.now()) return 'snooze';
    if (quietUntil(preferences.quietHours, clock.now()) !== undefined) return 'quiet-hours';
    return preferences.respectDoNotDisturb && (await desktop.doNotDisturb()) === true ? 'do-not-disturb' : undefined;
  }

  async function deliverPending(): Promise<void> {
    // A snooze that ended while nobody could act on it (off, or asleep): what gathered comes as one.
    const { snoozedUntil } = settings.get();
    if (snoozedUntil !== undefined && snoozedUntil <= clock.now()) {
      settings.change({ snoozedUntil: undefined });
      profile.setMark(heldMark, true);
    }
    const waiting = profile.notices.pending().length > 0;
    const before = held;
    held = waiting ? await heldBack() : undefined;
    if (held) profile.setMark(heldMark, true);
    if (held !== before) onHeldBack();
    if (held || clock.now() < nextOfferAt) return;
    // After refusals or silence, what gathered comes as one, not as a burst.
    if (failing || profile.mark(heldMark) === true) mergePending();
    profile.deleteMark(heldMark);
    for (const notice of profile.notices.pending()) {
      if (!profile.notices.claim(notice.id)) continue;
      try {
        await desktop.notify({
          id: notice.id,
          kind: notice.kind,
          title: notice.title,
          body: notice.body,
          silent: settings.get().preferences.silent || notice.silent === true,
          actions: [
            { id: 'open', label: 'Open' },
            ...(readable(notice) ? [{ id: 'mark-read' as const, label: 'Mark as read' }] : []),
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
      queue = queue.then(deliverPending).catch((error: unknown) => log.error(`Delivering notifications failed: ${String(error)}`));
      return queue;
    },
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

function viewOf(notice: StoredNotice): WindowView {
  if (notice.kind === 'question') return 'watches';
  return notice.kind === 'reputation' ? 'reputation' : 'inbox';
}

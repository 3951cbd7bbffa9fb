import type { Clock } from '../clock.ts';
import type { Desktop, NotificationAction, WindowView } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { StoredNotice, Subject } from '../store/events.ts';
import type { ProfileHistory } from '../store/history.ts';
import type { SettingsStore } from '../store/settings.ts';
import { summary } from './notices.ts';

export interface DeliveryParts {
  desktop: Pick<Desktop, 'notify' | 'openExternal'> & { showWindow: (view: WindowView) => void };
  settings: SettingsStore;
  clock: Clock;
  log: Log;
  profile: ProfileHistory;
  /** The desktop refused a notification, or took one again. */
  onFailing: (failing: boolean) => void;
  /** Read marks changed. */
  onRead: () => void;
}

/** Between two offers to a desktop that refuses, in ms; doubles from the first to the longest. */
const firstWait = 60_000;
const longestWait = 15 * 60_000;

export type Delivery = ReturnType<typeof createDelivery>;

/** Hands pending notifications to the desktop, each once, and carries out what the person does with them. */
export function createDelivery({ desktop, settings, clock, log, profile, onFailing, onRead }: DeliveryParts) {
  let queue: Promise<void> = Promise.resolve();
  let failing = false;
  let nextOfferAt = -Infinity;
  let wait = firstWait;

  function mergePending(): void {
    const held = profile.notices.pending();
    if (held.length > 1) profile.notices.merge(held, summary(held), clock.now());
  }

  async function deliverPending(): Promise<void> {
    const { snoozedUntil } = settings.get();
    if (snoozedUntil !== undefined) {
      if (snoozedUntil > clock.now()) return;
      // The snooze ended while nobody could act on it (off, or asleep): what gathered comes as one.
      settings.change({ snoozedUntil: undefined });
      mergePending();
    }
    if (clock.now() < nextOfferAt) return;
    // After refusals, what gathered comes as one, not as a burst.
    if (failing) mergePending();
    for (const notice of profile.notices.pending()) {
      if (!profile.notices.claim(notice.id)) continue;
      try {
        await desktop.notify({
          id: notice.id,
          kind: notice.kind,
          title: notice.title,
          body: notice.body,
          silent: settings.get().preferences.silent,
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
    /** Shows what is pending, in order, unless notifications are snoozed. */
    deliver(): Promise<void> {
      queue = queue.then(deliverPending).catch((error: unknown) => log.error(`Delivering notifications failed: ${String(error)}`));
      return queue;
    },
    /** Notifications were held back until now: what gathered becomes one. */
    deliverHeld(): Promise<void> {
      mergePending();
      return this.deliver();
    },
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

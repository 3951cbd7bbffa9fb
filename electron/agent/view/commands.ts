import { MINUTE_MS } from '../../../common/durations.ts';
import type { Clock } from '../../base/clock.ts';
import type { Desktop, TrayCommand, WindowView } from '../../desktop/desktop.ts';
import type { SnoozeLength } from '../../../common/snooze.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { AccountRegistry } from '../accounts/accounts.ts';
import { localizeCondition, type AgentCondition } from '../conditions.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import type { StreamId } from '../stream-id.ts';
import type { SyncRequest } from '../scheduler/sync.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { syncWords, type ToldSync } from '../../../common/i18n/sync-words.ts';
import { streamName } from './app-state.ts';
import { snoozeEnd } from '../notifications/snooze.ts';
import type { Announcements } from '../notifications/announcements.ts';
import type { InboxChanges } from '../library/inbox-changes.ts';
import type { ItemActions } from '../library/item-actions.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { Timers } from '../health/timers.ts';

/**
 * The folder `services` carries out the requests of the window and the tray, one file for each topic: inbox,
 * reputation, watches, settings, data. A service joins all signed-in accounts in one list, and leaves decisions to the
 * folder of each topic.
 */

/** Time for which the tray offers to undo a mark-read. */
const UNDO_OFFERED_MS = 10 * MINUTE_MS;

/** Result of polling everything on request; times in local time. */
export interface SyncAnswer {
  /** Names of the streams polled now. */
  asked: string[];
  /** Streams that were just polled or are held, with the time of their next poll; soonest first. */
  later: { what: string; at: number }[];
  /** Condition that blocks all polls. */
  waiting: AgentCondition | undefined;
}

export interface CommandParts {
  locale: () => Locale;
  accounts: AccountRegistry;
  settings: SettingsStore;
  clock: Clock;
  desktop: Pick<Desktop, 'quit' | 'showPanel' | 'togglePanel'>;
  events: Emitter<AgentEvents>;
  timers: Timers;
  announcements: Announcements;
  notifier: Notifier;
  inboxChanges: InboxChanges;
  items: ItemActions;
  showWindow: (view: WindowView) => void;
}

/** Commands of the user, from the window or the tray; they apply to all signed-in accounts. */
export class Commands {
  readonly #parts: CommandParts;
  /** Last mark-read from the tray, with the token that undoes it. */
  #markedRead: { undo: string; count: number; until: number } | undefined;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  /**
   * Polls everything. Returns which streams are polled now or later, and the condition that blocks all polls, if any.
   */
  syncNow(how?: Pick<SyncRequest, 'evenIfHeld'>): SyncAnswer {
    const { accounts, locale } = this.#parts;
    accounts.pollAll({ byPerson: true, ...how });
    const answer: SyncAnswer = { asked: [], later: [], waiting: undefined };
    const waiting = accounts.all().flatMap(({ poller }) => (poller ? [poller.waitsFor()] : []));
    answer.waiting = waiting.includes(undefined) ? undefined : waiting[0];
    for (const account of accounts.all()) {
      const outcome = account.poller?.syncOutcome();
      if (!outcome || account.poller?.waitsFor()) continue;
      const named = account.siteNames();
      const name = (stream: StreamId) => streamName(stream, locale(), named);
      answer.asked.push(...outcome.asked.map(name));
      answer.later.push(...outcome.later.map(({ stream, at }) => ({ what: name(stream), at })));
    }
    answer.later.sort((a, b) => a.at - b.at);
    return answer;
  }

  /** Polls everything like `syncNow`; returns a localized result. */
  syncAndTell(how?: Pick<SyncRequest, 'evenIfHeld'>): ToldSync {
    const { asked, later, waiting } = this.syncNow(how);
    if (!waiting) return { asked, later: later.map(({ what, at }) => ({ what, at: new Date(at) })) };
    const { title, retryAt } = localizeCondition(waiting, this.#parts.locale());
    const isKnown = retryAt !== undefined && Number.isFinite(retryAt);
    return { waiting: { title, ...(isKnown && { retryAt: new Date(retryAt) }) } };
  }

  /** Polls everything and shows the result in a notification, because the click closes the menu. */
  async #syncFromTray(): Promise<void> {
    const { locale, clock, notifier } = this.#parts;
    const body = syncWords(locale(), this.syncAndTell(), clock.now());
    // Polls go on even if the notification cannot be shown.
    await notifier
      .notify({ id: 0, kind: 'status', title: locale().words('tray.syncNow'), body, silent: true, actions: [] })
      .catch(() => undefined);
  }

  pause(): void {
    const { settings, accounts, events } = this.#parts;
    settings.change({ paused: true });
    for (const { poller } of accounts.all()) poller?.replan();
    events.emit('state-changed');
  }

  resume(): void {
    const { settings, accounts, events } = this.#parts;
    settings.change({ paused: false });
    accounts.pollAll({ byPerson: false });
    events.emit('state-changed');
  }

  /**
   * Snoozes all notifications.
   * @throws UserFacingError if `until` is not a valid end
   */
  snooze(until: SnoozeLength | Date): void {
    const { settings, clock, timers, events } = this.#parts;
    settings.change({ snoozedUntil: snoozeEnd(until, clock.now()) });
    timers.reset();
    events.emit('state-changed');
  }

  async endSnooze(): Promise<void> {
    const { settings, timers, announcements, events } = this.#parts;
    settings.change({ snoozedUntil: undefined });
    timers.reset();
    await announcements.deliver();
    events.emit('state-changed');
  }

  /** Opens the panel, or the window's welcome view while nobody is signed in. */
  showPanel(): void {
    const { accounts, desktop, showWindow } = this.#parts;
    if (accounts.all().length === 0) showWindow('welcome');
    else desktop.showPanel();
  }

  /** Opens or closes the panel. */
  togglePanel(): void {
    const { accounts, desktop, showWindow } = this.#parts;
    if (accounts.all().length === 0) showWindow('welcome');
    else desktop.togglePanel();
  }

  /**
   * Returns the number of items just marked read from the tray, and the time (ms since the epoch) until which undo is
   * offered.
   */
  markedRead(): { count: number; until: number } | undefined {
    const marked = this.#markedRead;
    return marked && marked.until > this.#parts.clock.now() ? { count: marked.count, until: marked.until } : undefined;
  }

  async #markAllReadFromTray(): Promise<void> {
    const { inboxChanges, clock, events } = this.#parts;
    const { changed, undo } = await inboxChanges.markAllRead();
    this.#markedRead = undo === undefined ? undefined : { undo, count: changed, until: clock.now() + UNDO_OFFERED_MS };
    events.emit('state-changed');
  }

  async #undoMarkAllRead(): Promise<void> {
    const undo = this.#markedRead?.undo;
    this.#markedRead = undefined;
    if (undo !== undefined) await this.#parts.inboxChanges.undo(undo);
    this.#parts.events.emit('state-changed');
  }

  /** Executes a command of the tray menu. */
  fromTray(command: TrayCommand): void | Promise<void> {
    const { items, desktop, showWindow } = this.#parts;
    switch (command.do) {
      case 'open-item':
        return items.openFromTray(command.key);
      case 'open-window':
        return showWindow(command.view);
      case 'open-panel':
        return this.showPanel();
      case 'toggle-panel':
        return this.togglePanel();
      case 'snooze':
        return this.snooze(command.for);
      case 'sync-now':
        return this.#syncFromTray();
      case 'end-snooze':
        return this.endSnooze();
      case 'show-waiting':
        return this.#parts.announcements.showNow();
      case 'mark-all-read':
        return this.#markAllReadFromTray();
      case 'undo-mark-all-read':
        return this.#undoMarkAllRead();
      case 'pause':
        return this.pause();
      case 'resume':
        return this.resume();
      case 'quit':
        return desktop.quit();
    }
  }
}

import { MINUTE_MS } from '../../../common/durations.ts';
import type { contract } from '../../../common/contract/contract.ts';
import type { TrayCommand } from '../../desktop/desktop.ts';
import type { SnoozeLength } from '../../../common/snooze.ts';
import { dateOf } from '../../base/clock.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { localizeCondition } from '../conditions.ts';
import { localeOf, showWindow, type AgentContext, type Handlers } from '../context.ts';
import type { SyncRequest } from '../scheduler/sync.ts';
import { syncWords, type ToldSync } from '../../../common/i18n/state-words.ts';
import { streamName } from './account-state.ts';
import { snoozeNotifications } from '../notifications/quiet.ts';
import type { Announcer } from '../notifications/announcer.ts';
import type { InboxChanges } from '../library/inbox-changes.ts';

/** Time for which the tray offers to undo a mark-read. */
const UNDO_OFFERED_MS = 10 * MINUTE_MS;

/** Commands of the user, from the window or the tray; they apply to all signed-in accounts. */
export class Commands implements Handlers<typeof contract.polling> {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  readonly #announcer: Announcer;
  readonly #inboxChanges: InboxChanges;
  /** Commands of the tray menu that take nothing. */
  readonly #simple: Record<
    Exclude<TrayCommand['do'], 'open-item' | 'open-window' | 'snooze'>,
    () => void | Promise<void>
  > = {
    'open-panel': () => this.showPanel(),
    'toggle-panel': () => this.togglePanel(),
    'sync-now': () => this.#syncFromTray(),
    'end-snooze': () => this.endSnooze(),
    'show-waiting': () => this.#announcer.showNow(),
    'mark-all-read': () => this.#markAllReadFromTray(),
    'undo-mark-all-read': () => this.#undoMarkAllRead(),
    pause: () => this.pause(),
    resume: () => this.resume(),
    quit: () => this.#context.desktop.quit(),
  };
  /** Last mark-read from the tray, with the token that undoes it. */
  #markedRead: { undo: string; count: number; until: number } | undefined;

  constructor(context: AgentContext, accounts: Accounts, announcer: Announcer, inboxChanges: InboxChanges) {
    this.#context = context;
    this.#accounts = accounts;
    this.#announcer = announcer;
    this.#inboxChanges = inboxChanges;
  }

  /**
   * Polls everything. Returns the streams polled now, and later those that were just polled or are held, soonest first;
   * or the condition that blocks all polls.
   */
  syncNow(how?: Pick<SyncRequest, 'evenIfHeld'>): ToldSync {
    const locale = localeOf(this.#context);
    this.#accounts.pollAll({ byPerson: true, ...how });
    const polled = this.#accounts.all().flatMap((account) => {
      const { scheduler } = account;
      return scheduler ? [{ account, scheduler, waiting: scheduler.blockingCondition() }] : [];
    });
    const free = polled.filter(({ waiting }) => waiting === undefined);
    const waiting = polled[0]?.waiting;
    if (waiting && free.length === 0) {
      const { title, retryAt } = localizeCondition(waiting, locale);
      return { waiting: { title, retryAt: dateOf(retryAt) } };
    }
    const outcomes = free.map(({ account, scheduler }) => {
      const siteName = account.siteNames();
      const { asked, later } = scheduler.syncOutcome();
      return {
        asked: asked.map((stream) => streamName(stream, locale, siteName)),
        later: later.map(({ stream, at }) => ({ what: streamName(stream, locale, siteName), at: new Date(at) })),
      };
    });
    return {
      asked: outcomes.flatMap(({ asked }) => asked),
      later: outcomes.flatMap(({ later }) => later).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    };
  }

  /** Polls everything and shows the result in a notification, because the click closes the menu. */
  async #syncFromTray(): Promise<void> {
    const locale = localeOf(this.#context);
    const body = syncWords(locale, this.syncNow(), this.#context.clock.now());
    // Polls go on even if the notification cannot be shown.
    await this.#announcer
      .notify({ id: 0, kind: 'status', title: locale.words('status.syncNow'), body, silent: true, actions: [] })
      .catch(() => undefined);
  }

  pause(): void {
    this.#context.settings.change({ paused: true });
    for (const { scheduler } of this.#accounts.all()) scheduler?.replan();
    this.#context.events.emit('state-changed');
  }

  resume(): void {
    this.#context.settings.change({ paused: false });
    this.#accounts.pollAll({ byPerson: false });
    this.#context.events.emit('state-changed');
  }

  /**
   * Snoozes all notifications.
   * @throws UserFacingError if the end is in the past or too far away
   */
  snooze(input: { for: SnoozeLength | Date }): void {
    snoozeNotifications(this.#context, input.for);
  }

  async endSnooze(): Promise<void> {
    const { settings, events } = this.#context;
    settings.change({ snoozedUntil: undefined });
    events.emit('due-changed');
    await this.#announcer.deliver();
    events.emit('state-changed');
  }

  /** Opens the panel, or the window's welcome view while nobody is signed in. */
  showPanel(): void {
    if (this.#accounts.all().length === 0) showWindow(this.#context, 'welcome');
    else this.#context.desktop.showPanel();
  }

  /** Opens or closes the panel. */
  togglePanel(): void {
    if (this.#accounts.all().length === 0) showWindow(this.#context, 'welcome');
    else this.#context.desktop.togglePanel();
  }

  /** Returns the number of items just marked read from the tray, and the time (ms) until which undo is offered. */
  markedRead(): { count: number; until: number } | undefined {
    const marked = this.#markedRead;
    return marked && marked.until > this.#context.clock.now() ? marked : undefined;
  }

  async #markAllReadFromTray(): Promise<void> {
    const { clock, events } = this.#context;
    const { changed, undo } = await this.#inboxChanges.markAllRead();
    this.#markedRead = undo === undefined ? undefined : { undo, count: changed, until: clock.now() + UNDO_OFFERED_MS };
    events.emit('state-changed');
  }

  async #undoMarkAllRead(): Promise<void> {
    const undo = this.#markedRead?.undo;
    this.#markedRead = undefined;
    if (undo !== undefined) await this.#inboxChanges.undo({ undo });
    this.#context.events.emit('state-changed');
  }

  /** Executes a command of the tray menu. */
  fromTray(command: TrayCommand): void | Promise<void> {
    switch (command.do) {
      case 'open-item':
        return this.#inboxChanges.openFromTray(command.key);
      case 'open-window':
        return showWindow(this.#context, command.view);
      case 'snooze':
        return this.snooze(command);
      default:
        return this.#simple[command.do]();
    }
  }
}

import type { Clock } from '../../clock.ts';
import type { Desktop, TrayCommand, WindowView } from '../../desktop/desktop.ts';
import type { SnoozeLength } from '../../../common/snooze.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { AccountRegistry } from '../accounts/account-registry.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { snoozeEnd } from '../notifications/snooze.ts';
import type { Announcements } from './announcements.ts';
import type { InboxChanges } from './inbox-changes.ts';
import type { ItemActions } from './item-actions.ts';
import type { Timers } from './timers/timers.ts';

/**
 * The room `services` does what the window and the tray ask for, one file for each topic: inbox, reputation, watches,
 * settings, data. A service joins everybody who is signed in to one list, and leaves decisions to the room they are
 * about.
 */

export interface CommandParts {
  accounts: AccountRegistry;
  settings: SettingsStore;
  clock: Clock;
  desktop: Pick<Desktop, 'quit'>;
  events: EventHub<AgentEvents>;
  timers: Timers;
  announcements: Announcements;
  inboxChanges: InboxChanges;
  items: ItemActions;
  showWindow: (view: WindowView) => void;
}

/** What a person can tell the agent, from the window or the tray; it counts for everybody who is signed in. */
export class Commands {
  readonly #parts: CommandParts;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  /** Has everything asked for; gives why nobody can be asked now, where that is so. */
  syncNow(): AgentCondition | undefined {
    const { accounts } = this.#parts;
    accounts.pollAll({ byPerson: true });
    const waiting = [...accounts.all()].flatMap(({ poller }) => (poller ? [poller.waitsFor()] : []));
    return waiting.includes(undefined) ? undefined : waiting[0];
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

  snooze(length: SnoozeLength): void {
    const { settings, clock, timers, events } = this.#parts;
    settings.change({ snoozedUntil: snoozeEnd(length, clock.now()) });
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

  /** Carries out what a person chose in the tray menu. */
  fromTray(command: TrayCommand): void | Promise<void> {
    const { items, inboxChanges, desktop, showWindow } = this.#parts;
    switch (command.do) {
      case 'open-item':
        return items.openFromTray(command.key);
      case 'open-window':
        return showWindow(command.view);
      case 'snooze':
        return this.snooze(command.for);
      case 'sync-now':
        return void this.syncNow();
      case 'end-snooze':
        return this.endSnooze();
      case 'mark-all-read':
        return void inboxChanges.markAllRead();
      case 'pause':
        return this.pause();
      case 'resume':
        return this.resume();
      case 'quit':
        return desktop.quit();
    }
  }
}

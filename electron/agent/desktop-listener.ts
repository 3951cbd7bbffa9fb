import type { Desktop } from '../desktop/desktop.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Commands } from './view/commands.ts';
import type { InboxChanges } from './library/inbox-changes.ts';

interface DesktopListenerParts {
  desktop: Desktop;
  accounts: Accounts;
  commands: Commands;
  inboxChanges: InboxChanges;
  /** Runs work and logs its error. */
  run: (what: string, work: () => void | Promise<void>) => void;
  /** Does the work that is due. */
  onTimer: () => Promise<void>;
  /** Publishes a changed state. */
  publish: () => void;
  /** Writes data whose writing was deferred. */
  writeLater: () => void;
}

/** Handles events of the desktop: clicks on tray and notifications, sleep, connection and presence. */
export class DesktopListener {
  readonly #parts: DesktopListenerParts;
  readonly #unsubscribe: (() => void)[] = [];

  constructor(parts: DesktopListenerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { desktop, accounts, commands, inboxChanges, run, onTimer, publish, writeLater } = this.#parts;
    this.#unsubscribe.push(
      desktop.on('tray-command', (command) => run(`Tray command ${command.do}`, () => commands.fromTray(command))),
      desktop.on('notification-action', ({ id, action }) =>
        run(`Notification ${action}`, () => inboxChanges.onNotification(id, action)),
      ),
      desktop.on('woke', () => this.#onWake()),
      desktop.on('online', () => this.#onOnline()),
      desktop.on('shortcut', (opens) => (opens === 'panel' ? commands.togglePanel() : desktop.showWindow())),
      desktop.on('presence', ({ state }) => {
        for (const { poller } of accounts.all()) poller?.setPresence(state);
        publish();
        // Some work is done only while the user is present.
        if (state === 'present') run('Coming back', onTimer);
        // The machine may be about to sleep or shut down.
        else writeLater();
      }),
    );
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
  }

  #onWake(): void {
    const { accounts, run, onTimer } = this.#parts;
    for (const account of accounts.all()) account.woke();
    this.#catchUp();
    // Timers stop while the system sleeps: overdue work is done now.
    run('Waking up', onTimer);
  }

  #onOnline(): void {
    for (const account of this.#parts.accounts.all()) account.online();
    this.#catchUp();
  }

  /**
   * Polls all streams after a wake or a restored connection. While the user is away, only a wait for the connection
   * ends: the other streams are polled on their return.
   */
  #catchUp(): void {
    const { desktop, accounts } = this.#parts;
    const isAway = desktop.presence().state === 'away';
    accounts.pollAll({ byPerson: false, notAskedFor: isAway ? Infinity : 0 });
  }
}

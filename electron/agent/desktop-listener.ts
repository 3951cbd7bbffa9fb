import type { Desktop } from '../desktop/desktop.ts';
import type { AccountRegistry } from './accounts/account-registry.ts';
import type { Commands } from './services/commands.ts';
import type { ItemActions } from './services/inbox/item-actions.ts';

interface DesktopListenerParts {
  desktop: Desktop;
  accounts: AccountRegistry;
  commands: Commands;
  items: ItemActions;
  /** Runs work whose failure nobody waits for. */
  run: (what: string, work: () => void | Promise<void>) => void;
  /** Does what fell due. */
  onTimer: () => Promise<void>;
  /** The state has changed. */
  publish: () => void;
  /** Writes what need not be written at once. */
  writeLater: () => void;
}

/** Carries out what the desktop reports: clicks on tray and notifications, sleep, connection and presence. */
export class DesktopListener {
  readonly #parts: DesktopListenerParts;
  readonly #unsubscribe: (() => void)[] = [];

  constructor(parts: DesktopListenerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { desktop, accounts, commands, items, run, onTimer, publish, writeLater } = this.#parts;
    this.#unsubscribe.push(
      desktop.on('tray-command', (command) => run(`Tray command ${command.do}`, () => commands.fromTray(command))),
      desktop.on('notification-action', ({ id, action }) =>
        run(`Notification ${action}`, () => items.onNotification(id, action)),
      ),
      desktop.on('woke', () => this.#onWake()),
      desktop.on('online', () => this.#onOnline()),
      desktop.on('shortcut', (opens) => (opens === 'panel' ? commands.togglePanel() : desktop.showWindow())),
      desktop.on('presence', ({ state }) => {
        for (const { poller } of accounts.all()) poller?.setPresence(state);
        publish();
        // Some things are done only while somebody is there.
        if (state === 'present') run('Coming back', onTimer);
        // The machine may be about to sleep, or to be shut down.
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
    // Timers stand still while the system sleeps: what fell due meanwhile is done now.
    run('Waking up', onTimer);
  }

  #onOnline(): void {
    for (const account of this.#parts.accounts.all()) account.online();
    this.#catchUp();
  }

  /**
   * The system woke or is connected again, so everything is polled. While the person is away, only a wait for the
   * connection ends: they get their news on return.
   */
  #catchUp(): void {
    const { desktop, accounts } = this.#parts;
    const isAway = desktop.presence().state === 'away';
    accounts.pollAll({ byPerson: false, notAskedFor: isAway ? Infinity : 0 });
  }
}

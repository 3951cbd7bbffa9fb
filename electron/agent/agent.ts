import { errorMessage } from '../../common/error-message.ts';
import type { AppState } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import { Accounts, type AccountOptions } from './accounts/accounts.ts';
import type { Revocation } from './accounts/tokens.ts';
import { Doctor } from './health/doctor.ts';
import { DoctorNotes } from './health/stored-networks.ts';
import { Emitter, localeOf, type AgentContext, type AgentEvents } from './context.ts';
import { Forwarding } from './forwarding/forwarding.ts';
import { StatePublisher } from './view/publisher.ts';
import { Announcer } from './notifications/announcer.ts';
import { VisibleItems } from './notifications/visible-items.ts';
import { Diagnostics } from './health/diagnostics.ts';
import { Timers, StorageUpkeep } from './health/upkeep.ts';
import { Commands } from './view/commands.ts';
import { Transfer } from './settings/transfer.ts';
import { FirstSteps } from './view/first-steps.ts';
import { EventLog } from './library/event-log.ts';
import { InboxChanges } from './library/inbox-changes.ts';
import { Inbox } from './library/inbox.ts';
import { Reputation } from './library/reputation.ts';
import { OwnSound } from './settings/own-sound.ts';
import { Preferences } from './settings/preferences.ts';
import { Watches } from './library/watches/watches.ts';

export interface AgentParts extends Omit<AgentContext, 'events'>, AccountOptions {
  version: string;
}

/**
 * The core of Askbell: it makes the rooms, each with what it is given, starts and stops them, and hears the desktop.
 * The accounts poll their networks, the announcer shows notifications of what came, the library and the settings answer
 * the window, and the publisher sends the state. Rooms call those below them and report back by `events`. Imports
 * neither Electron nor the DOM.
 */
export class Agent {
  readonly version: string;
  readonly events: Emitter<AgentEvents>;
  readonly accounts: Accounts;
  readonly inbox: Inbox;
  readonly inboxChanges: InboxChanges;
  readonly reputation: Reputation;
  readonly eventLog: EventLog;
  readonly watches: Watches;
  readonly firstSteps: FirstSteps;
  readonly commands: Commands;
  readonly preferences: Preferences;
  readonly transfer: Transfer;
  readonly ownSound: OwnSound;
  readonly diagnostics: Diagnostics;
  readonly doctor: Doctor;
  readonly announcer: Announcer;
  readonly forwarding: Forwarding;
  readonly visible: VisibleItems;
  readonly #parts: AgentParts;
  readonly #upkeep: StorageUpkeep;
  readonly #timers: Timers;
  readonly #publisher: StatePublisher;
  readonly #unsubscribe: (() => void)[] = [];

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.version = parts.version;
    this.events = new Emitter(parts.log);
    const context: AgentContext = { ...parts, events: this.events };
    const { desktop } = parts;
    const { events } = this;
    this.visible = new VisibleItems(desktop, events);
    this.announcer = new Announcer(context, this.visible);
    this.forwarding = new Forwarding(context);
    this.accounts = new Accounts(context, parts, this.announcer, this.visible);
    const { accounts, announcer } = this;
    this.inbox = new Inbox(context, accounts);
    this.inboxChanges = new InboxChanges(context, accounts, this.inbox);
    this.reputation = new Reputation(context, accounts);
    this.eventLog = new EventLog(parts.history, accounts, this.inbox, this.reputation);
    this.watches = new Watches(accounts, parts.clock);
    this.firstSteps = new FirstSteps(context, accounts, this.watches);
    this.preferences = new Preferences(context, accounts);
    this.transfer = new Transfer(context, accounts, this.preferences, parts.version);
    this.ownSound = new OwnSound(context, this.preferences);
    this.commands = new Commands(context, accounts, announcer, this.inboxChanges);
    this.#upkeep = new StorageUpkeep(context);
    this.#timers = new Timers(context, accounts, announcer, this.#upkeep);
    const { commands, preferences, forwarding } = this;
    const sources = { accounts, announcer, commands, preferences, forwarding };
    this.#publisher = new StatePublisher(context, sources, parts.version);
    this.diagnostics = new Diagnostics(context, accounts, this.#publisher, parts.version);
    this.doctor = new Doctor(context, accounts, parts.version);
    this.#listenToParts();
  }

  /** Returns the current locale of the user. */
  locale(): Locale {
    return localeOf(this.#parts);
  }

  state(): AppState {
    return this.#publisher.state();
  }

  /**
   * Signs in again to the named account, or the most urgent one.
   * @throws UserFacingError if that is not possible
   */
  async signInAgain(id: string | undefined): Promise<void> {
    // While a dialog is open, the sign-in is at its network, which the accounts know.
    const { phase, accounts } = this.state();
    await this.accounts.signInAgain(id ?? (phase === 'running' ? accounts[0]?.id : undefined));
  }

  /**
   * Signs out of the named account, or the most urgent one.
   * @throws UserFacingError if no user is signed in there
   */
  signOut(id: string | undefined): Promise<Revocation> {
    return this.accounts.signOut(id ?? this.state().accounts[0]?.id);
  }

  async start(): Promise<void> {
    this.#listenToDesktop();
    this.#publisher.publish();
    await this.preferences.start();
    await this.transfer.uploads.discard();
    await this.accounts.resume();
    this.forwarding.start();
    void this.#parts.desktop.secrets.openedLate?.then(() => this.#guarded('Signing in', () => this.accounts.resume()));
    this.#publisher.started();
    await this.#timers.run();
    this.#publisher.publish();
  }

  /** Stops polling and waits for the request under way. The history stays open; its owner closes it. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    this.#timers.stop();
    this.announcer.stop();
    await this.forwarding.stop();
    this.#publisher.stop();
    await this.accounts.stop();
    await this.#upkeep.stop();
    await this.transfer.uploads.discard();
  }

  /** Connects the events of the agent's parts with their effects. */
  #listenToParts(): void {
    const { events } = this;
    const { clock, dataDir } = this.#parts;
    const notes = new DoctorNotes(dataDir);
    events.on('account-opened', (id) => notes.handTo(this.accounts.get(id)!, clock.now()));
    events.on('visible', () => this.#endHold());
    events.on('waiting-changed', () => this.#endHold());
  }

  /** Handles events of the desktop: clicks on tray and notifications, sleep, connection and presence. */
  #listenToDesktop(): void {
    const { desktop } = this.#parts;
    const { commands, inboxChanges } = this;
    this.#unsubscribe.push(
      desktop.on('tray-command', (command) =>
        this.#guarded(`Tray command ${command.do}`, () => commands.fromTray(command)),
      ),
      desktop.on('notification-action', (chosen) =>
        this.#guarded(`Notification ${chosen.action}`, () => inboxChanges.act(chosen)),
      ),
      desktop.on('woke', () => {
        for (const account of this.accounts.all()) account.woke();
        this.#catchUp();
        // Timers stop while the system sleeps: overdue work is done now.
        void this.#timers.run();
      }),
      desktop.on('online', () => {
        for (const account of this.accounts.all()) account.online();
        this.#catchUp();
      }),
      desktop.on('shortcut', (opens) => (opens === 'panel' ? commands.togglePanel() : desktop.showWindow())),
      desktop.on('presence', ({ state }) => {
        for (const { scheduler } of this.accounts.all()) scheduler?.setPresence(state);
        this.#publisher.publish();
        // Some work is done only while the user is present.
        if (state === 'present') void this.#timers.run();
        // The machine may be about to sleep or shut down.
        else this.#upkeep.writeLater();
      }),
    );
  }

  /**
   * Polls all streams after a wake or a restored connection. While the user is away, only a wait for the connection
   * ends: the other streams are polled on their return.
   */
  #catchUp(): void {
    const isAway = this.#parts.desktop.presence().state === 'away';
    this.accounts.pollAll({ byPerson: false, notAskedFor: isAway ? Infinity : 0 });
  }

  /** Plans polls anew that wait for the next bundle, once none waits or a page lists what they find. */
  #endHold(): void {
    if (this.announcer.heldUntil() !== undefined) return;
    for (const { scheduler } of this.accounts.all()) if (scheduler?.isHeld() === true) scheduler.replan();
  }

  /** Runs work without a caller to handle its error, which is logged. */
  #guarded(what: string, work: () => void | Promise<void>): void {
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => this.#parts.log.error(`${what} failed: ${errorMessage(error)}`));
  }
}

import { errorMessage } from '../../common/error-message.ts';
import type { AppState } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import type { Words } from '../../common/i18n/words.ts';
import type { OpenSocket } from '../api/socket.ts';
import type { DemoOptions } from '../desktop/desktop.ts';
import { Account } from './accounts/account.ts';
import { Accounts, Session } from './accounts/accounts.ts';
import type { BuiltInClients } from './accounts/networks.ts';
import type { Revocation } from './accounts/tokens.ts';
import { DesktopListener } from './desktop-listener.ts';
import { Doctor } from './health/doctor.ts';
import { DoctorNotes } from './health/doctor-notes.ts';
import { Emitter, everythingChanged, localeOf, type AgentContext, type AgentEvents } from './context.ts';
import { UserFacingError } from './user-facing-error.ts';
import { StatePublisher } from './view/publisher.ts';
import { Announcer } from './notifications/announcer.ts';
import { Notifier } from './notifications/notifier.ts';
import { VisibleItems } from './notifications/visible-items.ts';
import { Diagnostics } from './health/diagnostics.ts';
import { Upkeep } from './health/storage-upkeep.ts';
import { SystemSettings } from './settings/preferences.ts';
import { DueWork } from './health/due-work.ts';
import { Timers } from './health/timers.ts';
import { Services } from './services.ts';

export interface AgentParts extends Omit<AgentContext, 'events'> {
  openSocket: OpenSocket;
  version: string;
  /** Returns versions and the system for a report, as names and values. */
  versions: () => [string, string][];
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
  builtInClients: BuiltInClients;
}

/**
 * The core of Askbell: polls the networks and informs desktop and window. It owns the accounts with their pollers and
 * the services for the window; its parts communicate through `events`. Imports neither Electron nor the DOM.
 */
export class Agent {
  readonly version: string;
  readonly events: Emitter<AgentEvents>;
  readonly session: Session;
  readonly accounts: Accounts;
  readonly services: Services;
  readonly diagnostics: Diagnostics;
  readonly doctor: Doctor;
  readonly announcer: Announcer;
  readonly notifier: Notifier;
  readonly visible: VisibleItems;
  readonly #parts: AgentParts;
  readonly #system: SystemSettings;
  readonly #upkeep: Upkeep;
  readonly #dueWork: DueWork;
  readonly #timers: Timers;
  readonly #publisher: StatePublisher;
  readonly #desktopListener: DesktopListener;
  #isStopped = false;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.version = parts.version;
    this.events = new Emitter(parts.log);
    const context: AgentContext = { ...parts, events: this.events };
    const { desktop, settings, clock, log } = parts;
    const { events } = this;
    const words = () => this.words();
    const onChange = () => everythingChanged({ events });
    this.#system = new SystemSettings({ desktop, log, words });
    const locale = () => this.locale();
    this.visible = new VisibleItems(desktop, events);
    this.notifier = new Notifier(context);
    this.announcer = new Announcer(context, this.notifier, this.visible);
    this.session = new Session({
      ...parts,
      events,
      locale,
      traffic: (id) => this.accounts.traffic(id),
      onReplaced: (id, signedIn) => this.accounts.replace(id, signedIn),
    });
    this.accounts = this.#createAccounts(context);
    const { accounts, announcer: announcements, notifier } = this;
    const run = (what: string, work: () => void | Promise<void>) => this.#guarded(what, work);
    const [onTimer, publish] = [() => this.#onTimer(), () => this.#publisher.publish()];
    this.#timers = new Timers({ clock, settings, accounts, announcements, onDue: () => run('A timer', onTimer) });
    const timers = this.#timers;
    const system = this.#system;
    const shared = { ...parts, events, accounts, timers, announcements, notifier };
    this.services = new Services({ ...shared, system, words, onChange });
    const { commands, inboxChanges, retention } = this.services;
    const { session } = this;
    this.#upkeep = new Upkeep({ ...parts, onChange });
    this.#dueWork = new DueWork({ ...shared, session, retention, upkeep: this.#upkeep });
    const writeLater = () => this.#upkeep.writeLater();
    const listening = { desktop, accounts, commands, inboxChanges, run, onTimer, publish, writeLater };
    this.#desktopListener = new DesktopListener(listening);
    this.diagnostics = new Diagnostics({ ...parts, session, state: () => this.state() });
    this.doctor = new Doctor(context, accounts, session, parts.version);
    this.#listenToParts();
    const sources = { accounts, session, announcer: announcements, commands, system };
    this.#publisher = new StatePublisher({ ...parts, events }, sources, parts.version);
  }

  /** Returns the current locale of the user. */
  locale(): Locale {
    return localeOf(this.#parts);
  }

  words(): Words {
    return this.locale().words;
  }

  state(): AppState {
    return this.#publisher.state();
  }

  /**
   * Signs in again to the named account, or the most urgent one.
   * @throws UserFacingError if that is not possible
   */
  async signInAgain(id: string | undefined): Promise<void> {
    // While a dialog is open, the sign-in is at its network, which the session knows.
    const { phase, accounts } = this.state();
    await this.session.signInAgain(id ?? (phase === 'running' ? accounts[0]?.id : undefined));
  }

  /**
   * Signs out of the named account, or the most urgent one.
   * @throws UserFacingError if no user is signed in there
   */
  signOut(id: string | undefined): Promise<Revocation> {
    const account = id ?? this.state().accounts[0]?.id;
    if (account === undefined || !this.session.at(account))
      throw new UserFacingError(
        ({ words }) => words('signOut.notSignedIn'),
        ({ words }) => words('signOut.notSignedInAdvice'),
      );
    return this.session.signOut(account);
  }

  async start(): Promise<void> {
    this.#desktopListener.start();
    this.#publisher.publish();
    await this.#system.start(this.services.preferences.get());
    await this.services.transfer.uploads.discard();
    await this.#resume();
    void this.#parts.desktop.secrets.openedLate?.then(() => this.#guarded('Signing in', () => this.#resume()));
    this.#publisher.started();
    await this.#onTimer();
    this.#publisher.publish();
  }

  /** Stops polling and waits for the request under way. The history stays open; its owner closes it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#desktopListener.stop();
    this.#timers.stop();
    this.announcer.stop();
    this.#publisher.stop();
    this.session.stopSigningIn();
    await this.accounts.stop();
    await this.#upkeep.stop();
    await this.session.stop();
    await this.services.transfer.uploads.discard();
  }

  /** Resumes all sign-ins that can be read by now. */
  async #resume(): Promise<void> {
    if (this.#isStopped) return;
    await this.#publisher.readSecrets();
    await this.session.resume();
    this.#publisher.publish();
  }

  #createAccounts(context: AgentContext): Accounts {
    const { desktop } = context;
    return new Accounts({
      session: this.session,
      create: (signedIn, alreadySent) =>
        new Account(context, this.#parts, this.announcer, this.visible, signedIn, alreadySent),
      announced: this.announcer.accounts,
      onReplaced: async (account) => {
        await this.#publisher.readSecrets();
        if (account) {
          new DoctorNotes(this.#parts.dataDir).handTo(account, context.clock.now());
          account.start(desktop.presence().state);
        }
        await this.announcer.deliver();
        this.#timers.reset();
        everythingChanged(this);
      },
    });
  }

  /** Connects the events of the agent's parts with their effects. */
  #listenToParts(): void {
    const { events } = this;
    events.on('due-changed', () => this.#timers.reset());
    events.on('visible', () => this.#endHold());
    events.on('waiting-changed', () => {
      this.#endHold();
      this.#timers.reset();
    });
  }

  /** Plans polls anew that wait for the next bundle, once none waits or a page lists what they find. */
  #endHold(): void {
    if (this.announcer.heldUntil() !== undefined) return;
    for (const { poller } of this.accounts.all()) if (poller?.isHeld() === true) poller.replan();
  }

  /** Does what is due, and finds what is due next. */
  async #onTimer(): Promise<void> {
    const isOutdated = this.#timers.isDue() || this.#publisher.isOutdated();
    try {
      await this.#dueWork.run();
    } finally {
      this.#timers.reset();
    }
    if (isOutdated) this.#publisher.publish();
  }

  /** Runs work without a caller to handle its error, which is logged. */
  #guarded(what: string, work: () => void | Promise<void>): void {
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => this.#parts.log.error(`${what} failed: ${errorMessage(error)}`));
  }
}

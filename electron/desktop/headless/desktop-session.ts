import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import type { Emitter } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import type { DesktopEvents, DesktopNotification, TrayView } from '../desktop.ts';
import { createLauncherCount, type LauncherCount } from '../linux/launcher-count.ts';
import type { Bus } from '../linux/message-bus.ts';
import { PresenceTracker } from '../presence-tracker.ts';
import { DesktopNotifications } from './notifications.ts';
import { followNetwork, followScreenSavers, followSession, watchIdleTime } from './presence.ts';
import { StatusNotifier } from './status-notifier.ts';

/** Maximum time to connect to the buses, in ms. */
const MAX_CONNECT_MS = 2_000;

/** Message buses; undefined if the connection failed. */
export interface Buses {
  /** Bus of notifications and tray; without it, terminal and page are used instead. */
  session: Bus | undefined;
  /** Bus that reports wake-ups and connectivity; without it, both are detected by polling. */
  system: Bus | undefined;
}

/** Desktop of the user's session over D-Bus: notifications, tray, launcher and presence, each where there is one. */
export class DesktopSession {
  readonly presence: PresenceTracker;
  readonly #buses: Buses;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #events: Emitter<DesktopEvents>;
  readonly #closing: AbortSignal;
  #notifications: DesktopNotifications | undefined;
  #icon: StatusNotifier | undefined;
  #launcher: LauncherCount | undefined;
  #view: TrayView | undefined;

  constructor(buses: Buses, clock: Clock, log: Log, events: Emitter<DesktopEvents>, closing: AbortSignal) {
    this.#buses = buses;
    this.#clock = clock;
    this.#log = log;
    this.#events = events;
    this.#closing = closing;
    this.presence = new PresenceTracker(events, () => clock.now());
  }

  /** Connects to each part. The wait for a bus that does not respond is limited; later responses still count. */
  async connect(): Promise<void> {
    const connected = new AbortController();
    const { session, system } = this.#buses;
    void Promise.all([session && this.#connectSession(session), system && this.#connectSystem(system)]).then(() =>
      connected.abort(),
    );
    await this.#clock.sleep(MAX_CONNECT_MS, connected.signal);
  }

  get showsNotifications(): boolean {
    return this.#notifications?.available ?? false;
  }

  get hasTray(): boolean {
    return this.#icon?.isRegistered ?? false;
  }

  /** Shows a notification. Resolves with whether that succeeded. */
  async notify(notification: DesktopNotification): Promise<boolean> {
    if (!this.#notifications?.available) return false;
    try {
      await this.#notifications.show(notification);
      return true;
    } catch (error) {
      this.#warn('Notifications', error);
      return false;
    }
  }

  withdraw(id: number): void {
    this.#notifications?.withdraw(id).catch((error: unknown) => this.#warn('Notifications', error));
  }

  setTray(view: TrayView): void {
    this.#view = view;
    this.#icon?.show(view);
    this.#launcher?.show(view.unread);
  }

  /** Connects the parts independently, since a desktop may have only some of them. */
  async #connectSession(bus: Bus): Promise<void> {
    bus.onClosed(() => {
      if (!this.#closing.aborted)
        this.#log.warn('The desktop’s message bus is gone; notifications go to the terminal from now on.');
    });
    void this.#orWarn('idle time', watchIdleTime(bus, this.#clock, this.#closing, this.presence));
    await Promise.all([
      this.#orWarn('notifications', this.#connectNotifications(bus)),
      this.#orWarn('tray', this.#connectTray(bus)),
      this.#orWarn('launcher', this.#connectLauncher(bus)),
      this.#orWarn('screen saver', followScreenSavers(bus, this.presence)),
    ]);
  }

  async #connectSystem(bus: Bus): Promise<void> {
    await this.#orWarn('session state', followSession(bus, this.presence, this.#events));
    await this.#orWarn('network state', followNetwork(bus, this.#events));
  }

  async #connectNotifications(bus: Bus): Promise<void> {
    const notifications = new DesktopNotifications(bus, this.#events);
    await notifications.connect();
    this.#notifications = notifications;
  }

  async #connectTray(bus: Bus): Promise<void> {
    const icon = new StatusNotifier(bus, this.#events);
    await icon.connect();
    this.#icon = icon;
    if (this.#view) icon.show(this.#view);
  }

  async #connectLauncher(bus: Bus): Promise<void> {
    this.#launcher = await createLauncherCount(bus);
    if (this.#view) this.#launcher.show(this.#view.unread);
  }

  /** Awaits the connection to a part; logs a warning if it fails. */
  async #orWarn(part: string, connected: Promise<void>): Promise<void> {
    await connected.catch((error: unknown) => this.#warn(`No ${part} on this desktop`, error));
  }

  #warn(subject: string, error: unknown): void {
    this.#log.warn(`${subject}: ${errorMessage(error)}`);
  }
}

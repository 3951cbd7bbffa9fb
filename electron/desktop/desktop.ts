import type {
  NotificationAction,
  NotificationsGoTo,
  PageName,
  PresenceState,
  SecretStorage,
  Shell,
  Sound,
  WindowView,
} from '../../common/contract/contract.ts';
import { webAddress } from '../../common/safe-text.ts';
import type { SnoozeLength } from '../../common/snooze.ts';

export type { NotificationAction, NotificationsGoTo, PageName, PresenceState, SecretStorage, WindowView };

/** Port to the operating system. Adapters (electron/, headless/) translate and make no decisions. */

/** Notification ready to be shown. `id` is assigned by the agent and included in every event about it. */
export interface DesktopNotification {
  id: number;
  kind: 'inbox' | 'activity' | 'reputation' | 'question' | 'badges' | 'summary' | 'status';
  title: string;
  body: string;
  silent: boolean;
  /** Replaces the system's sound, where supported; never set with `silent`. */
  sound?: NotificationSound;
  /** Buttons, most useful first; clicking the notification itself is the action `open`. */
  actions: { id: NotificationAction; label: string }[];
}

/** Built-in sounds. */
export type SoundName = Exclude<Sound, 'default' | 'none' | 'file'>;
/** Built-in sound, or a WAV file of the user. `volume`: from 0 to 1; 1 is the system's volume. */
export type NotificationSound =
  | { name: SoundName; volume: number }
  | { name: 'file'; /** Path. */ file: string; volume: number };

/** Status shown by the tray icon, most urgent first. */
export type TrayStatus = 'attention' | 'offline' | 'paused' | 'unread' | 'idle';

/** Command chosen in the tray menu, executed by the agent. */
export type TrayCommand =
  | { do: 'open-item'; key: string }
  | { do: 'open-window'; view: WindowView }
  | { do: 'open-panel' }
  /** Click on the tray icon: opens or closes the panel. */
  | { do: 'toggle-panel' }
  | { do: 'sync-now' }
  | { do: 'snooze'; for: SnoozeLength }
  | { do: 'end-snooze' }
  | { do: 'show-waiting' }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'mark-all-read' }
  | { do: 'undo-mark-all-read' }
  | { do: 'quit' };

/** Icons of tray menu entries, drawn by build/icons/renders.ts. */
export const MENU_ICONS = [
  'answer',
  'bell',
  'comment',
  'flag',
  'info',
  'message',
  'moderator',
  'question',
  'reputation',
  'star',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

export type TrayMenuItem =
  | { type: 'action'; label: string; command: TrayCommand; enabled?: boolean; icon?: MenuIcon }
  | { type: 'label'; label: string }
  | { type: 'separator' }
  | { type: 'submenu'; label: string; items: TrayMenuItem[] };

/** Complete contents of the tray, built by a pure function (agent/view/tray-menu.ts). */
export interface TrayView {
  status: TrayStatus;
  unread: number;
  tooltip: string;
  menu: TrayMenuItem[];
  /** Zoom of the panel, and whether it stays open; absent before any sign-in, when the panel has no content. */
  panel?: { zoom: number; isPinned: boolean };
}

/** Proxy mode; `address` is like `http://host:port`. */
export type ProxyChoice = { mode: 'system' } | { mode: 'none' } | { mode: 'manual'; address: string };

/**
 * Result of registering a global shortcut. `taken`: used by another program. `invalid`: not a key combination.
 * `unsupported`: not available on this desktop.
 */
export type ShortcutOutcome = 'registered' | 'off' | 'taken' | 'invalid' | 'unsupported';

/** Target of a global shortcut. */
export type ShortcutTarget = 'window' | 'panel';

/** Whether the user is at this machine, as reported by the system; `present` if it reports nothing. */
export interface Presence {
  state: PresenceState;
  /** Ms since the epoch. */
  since: number;
}

/** Events that the desktop sends to the agent. */
export interface DesktopEvents {
  'notification-action': { id: number; action: NotificationAction };
  /** Notification dismissed or timed out; nothing is marked read. */
  'notification-closed': { id: number };
  'tray-command': TrayCommand;
  /** The machine woke from sleep. */
  woke: void;
  /** A network connection was restored. */
  online: void;
  /** The user left or returned. */
  presence: Presence;
  /** The global shortcut for this target was pressed. */
  shortcut: ShortcutTarget;
  /** The system opened an `askbell:` address; its contents are untrusted. */
  'deep-link': string;
}

/** Storage of tokens and keys, under names like `token:demo`. Never written as plain text. */
export interface SecretStore {
  keeping(): Promise<SecretStorage>;
  /** Resolves when a keyring becomes available after `keeping` reported none; absent if none is awaited. */
  readonly openedLate?: Promise<void>;
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Options of the demo network. */
export interface DemoOptions {
  dataFile: string;
  port: number;
  /** Speed factor of simulated time. */
  speed: number;
  /** Behaviour that it simulates; its README lists the differences. */
  like: 'specification' | 'public';
  app: { clientId: string; key: string; domain: string };
}

/** Options for receiving the browser's redirect after a sign-in. */
export interface RedirectListening {
  /** Whether an address is this sign-in's response; others are rejected, and listening continues. */
  isAwaited: (address: string) => boolean;
  /** Page shown in the browser after the response; `language` is a BCP 47 tag. */
  page: (address: string) => { language: string; title: string; text: string };
  /** Stops listening. */
  signal: AbortSignal;
}

/** Local listener for one response. */
export interface RedirectListener {
  /** Redirect address to give to the network. */
  readonly redirectUri: string;
  /** The complete address received. Rejects with the signal's reason. */
  readonly landed: Promise<string>;
}

/** Running demo network. */
export interface DemoNetwork {
  apiBaseUrl: string;
  authUrl: string;
  /** Resolves when its process has exited, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Dialog to show in a window of Askbell's own. */
export interface AuthorizationRequest {
  dialogUrl: string;
  redirectUri: string;
  /** Window title in the user's language; `host` is the host of the page, once one is shown. */
  title: (host?: string) => string;
  signal: AbortSignal;
}

/**
 * Notification service. `server`: a program on the session bus; `startable`: started by the bus on demand; `native`:
 * the system itself; `unsupported`: the system has none; `no-bus`: there is no desktop session.
 */
export type NotificationFacts =
  | {
      kind: 'server';
      name: string;
      capabilities: readonly string[];
      /** Whether "do not disturb" is on; undefined if the desktop does not report it. */
      doNotDisturb?: boolean | undefined;
    }
  | { kind: 'startable' | 'native' | 'unsupported' | 'no-bus' | 'no-server' | 'no-answer' };

/** Tray support; `no-host` means that icons are collected, but no panel shows them. */
export type TrayFacts = 'hosted' | 'native' | 'no-bus' | 'no-watcher' | 'no-host';

/** Read-only information about the system. None of the methods rejects. */
export interface SystemProbe {
  notifications(): Promise<NotificationFacts>;
  trayHost(): Promise<TrayFacts>;
  /** Returns the proxy for an address, like `http://host:port`; undefined for a direct connection. */
  proxyFor(address: string): Promise<string | undefined>;
}

/** Browser with access to the headless window. */
export interface WindowBrowser {
  /** Signs out every other browser at once. Returns their number. */
  signOutOthers(): number;
}

/** Context of a call: of a page, or of the command line. */
export interface PageContext {
  /** Browser that shows the page; absent in the app. */
  browser?: WindowBrowser;
  /** Whether it came over the socket that only the user can open. */
  isOwner?: boolean;
}

export interface Updater {
  /** Downloads this version for installation at the next start. Rejects on failure. */
  download(version: string): Promise<void>;
}

export interface Desktop {
  readonly shell: Shell;
  readonly probe: SystemProbe;
  readonly secrets: SecretStore;
  /** System languages, preferred first (BCP 47). */
  readonly languages: readonly string[];
  readonly notificationsGoTo: NotificationsGoTo;
  /** Whether an open window has to show notifications because the system does not. */
  readonly windowShowsNotifications: boolean;

  /** Shows a notification. Resolves once the system has received it; rejects only if the system refused it. */
  notify(notification: DesktopNotification): Promise<void>;
  /** Removes a notification if it is still shown and the system supports that. Never throws. */
  withdraw(id: number): void;
  setTray(view: TrayView): void;
  /** Returns whether the user is present; away after five minutes idle, with a locked screen, or asleep. */
  presence(): Presence;
  /**
   * Whether the window with this page has the focus, as reported by the system: shown, not minimized, not covered, and
   * the screen not locked. False if the system does not report it.
   */
  isFocused(page: PageName): boolean;
  /**
   * Whether another window covers the focused window with this page: a screen locker may leave the focus unchanged.
   * Never rejects.
   */
  isCovered(page: PageName): Promise<boolean>;
  /**
   * Whether the system's "do not disturb" is on; undefined where it cannot be read (on Windows and macOS this needs a
   * native module; they hold banners back themselves). Never rejects.
   */
  doNotDisturb(): Promise<boolean | undefined>;
  /** Opens an address outside Askbell; rejects with a `NotAWebAddress` if {@link openableAddress} refuses it. */
  openExternal(url: string): Promise<void>;
  /** Shows the window at a view, creating it if necessary. */
  showWindow(view?: WindowView): void;
  /** Shows the panel next to the tray icon, or as a browser page if Askbell has no windows of its own. */
  showPanel(): void;
  /** Shows the panel, or closes it if it is open or was just closed by the loss of focus to this click. */
  togglePanel(): void;
  /** Closes the panel, if it is a window of Askbell's own. */
  hidePanel(): void;
  /** Fits the panel's height, in px at a zoom of 1, to its contents. Absent if the panel is a browser page. */
  setPanelHeight?(px: number): void;
  /**
   * Shows the dialog in a window of Askbell's own and resolves with the full redirect address, fragment included, once
   * the dialog navigates to `redirectUri`; that address is never loaded. Rejects with an `AuthorizationCancelled` if
   * the user closes it, and with an `AuthorizationFailed` if the dialog cannot be loaded. Absent if the shell has no
   * such window. For the demo network only: elsewhere, passwords belong in the user's own browser.
   */
  authorize?(request: AuthorizationRequest): Promise<string>;
  /** Listens on this machine for the redirect of a sign-in. Rejects if no port is available. */
  listenForRedirect(listening: RedirectListening): Promise<RedirectListener>;
  /** Whether the system opens `askbell:` addresses with this installation. */
  readonly opensDeepLinks: boolean;
  /** Returns the clipboard's text; absent if only the window's page can read it. */
  readClipboard?(): Promise<string>;
  /**
   * Starts the demo network in its own process; its data stays in `dataFile` between runs. `port`: 0 selects a free
   * one; rejects if the port is taken.
   */
  startDemoNetwork(options: DemoOptions): Promise<DemoNetwork>;
  /** Sets whether Askbell starts at login. Rejects with a `StartAtLoginUnsupported` if that is not possible. */
  setStartAtLogin(on: boolean): Promise<void>;
  /**
   * Updates an existing start-at-login entry to the current program, which an update may have renamed. Writes nothing
   * if it is up to date. Absent if entries need no renewal.
   */
  renewStartAtLogin?(): Promise<void>;
  /**
   * Registers a shortcut (an Electron accelerator) in place of the previous one for the same target; an empty string
   * registers none. Never rejects.
   */
  setShortcut(opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome>;
  /** Sets the proxy for requests and sign-ins from now on. Rejects if the address is unusable. */
  setProxy(choice: ProxyChoice): Promise<void>;
  /** Whether `system` uses the desktop's network settings; otherwise only environment variables are read. */
  readonly readsSystemProxy: boolean;
  /** Downloads updates; absent if the user has to download them. */
  readonly updater?: Updater | undefined;
  /** Whether Askbell's own sounds can be played. */
  readonly playsSounds: boolean;
  /** Path of the log. */
  readonly logFile: string;
  /** Opens a local folder in the file manager. Rejects with a message for the user. */
  openFolder(path: string): Promise<void>;
  /** Subscribes to an event. Returns a function that unsubscribes. */
  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void;
  quit(): void;
}

/** The Askbell that may be running with a data folder, as a second one finds it. */
export interface Running {
  folder: string;
  /** `unclear`: it has not written its window's location yet. */
  shell: 'none' | 'app' | 'headless' | 'unclear';
  /** Its answer to a question; undefined without one: it is starting or hangs. */
  answer: unknown;
}

/**
 * Start at login is not possible: not supported on this system (`system`), prevented by the package's sandbox
 * (`confined`), or no write permission (`forbidden`). The message is for logs.
 */
export class StartAtLoginUnsupported extends Error {
  override readonly name = 'StartAtLoginUnsupported';
  readonly why: 'system' | 'confined' | 'forbidden';

  constructor(why: StartAtLoginUnsupported['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Thrown for an address that may not be opened outside Askbell. */
export class NotAWebAddress extends Error {
  override readonly name = 'NotAWebAddress';
}

/**
 * Returns an address in the form to pass to a browser.
 * @throws NotAWebAddress if a browser may not open it
 */
export function openableAddress(text: string): string {
  const url = webAddress(text);
  if (!url) throw new NotAWebAddress('Askbell opens only web addresses without a user name and password.');
  return url.href;
}

/** The sign-in window could not load the dialog; `message` is the system's reason. */
export class AuthorizationFailed extends Error {
  override readonly name = 'AuthorizationFailed';
}

/** The user closed the sign-in window. */
export class AuthorizationCancelled extends Error {
  override readonly name = 'AuthorizationCancelled';
}

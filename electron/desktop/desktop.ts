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
import type { SnoozeLength } from '../../common/snooze.ts';
import { webAddress } from '../../common/web-address.ts';

export type { NotificationAction, NotificationsGoTo, PageName, PresenceState, SecretStorage, WindowView };

/**
 * The port: the operating system as the agent sees it. Adapters (electron/, headless/) translate and decide nothing.
 */

/** A notification ready to be shown. `id` is the agent's and comes back with every event about it. */
export interface DesktopNotification {
  id: number;
  kind: 'inbox' | 'activity' | 'reputation' | 'question' | 'badges' | 'summary' | 'status';
  title: string;
  body: string;
  silent: boolean;
  /** Played in the place of the system's sound, where the desktop can; never with `silent`. */
  sound?: NotificationSound;
  /** Buttons, most useful first; a click on the notification itself is the action `open`. */
  actions: { id: NotificationAction; label: string }[];
}

/** Askbell's own sounds. */
export type SoundName = Exclude<Sound, 'default' | 'none' | 'file'>;
/** One of Askbell's sounds, or a WAV file of the person's. `volume`: from 0 to 1; 1 is as loud as the system is set. */
export type NotificationSound =
  | { name: SoundName; volume: number }
  | { name: 'file'; /** Where it is. */ file: string; volume: number };

/** How requests leave this machine; `address` is like `http://host:port`. */
export type ProxyChoice = { mode: 'system' } | { mode: 'none' } | { mode: 'manual'; address: string };

/**
 * What became of a global shortcut. `taken`: another program has it. `invalid`: no such keys. `unsupported`: this
 * desktop has none.
 */
export type ShortcutOutcome = 'registered' | 'off' | 'taken' | 'invalid' | 'unsupported';

/** What a global shortcut opens. */
export type ShortcutTarget = 'window' | 'panel';

/** What the tray's picture says, the most pressing first. */
export type TrayStatus = 'attention' | 'offline' | 'paused' | 'unread' | 'idle';

/** Something a person can choose in the tray menu; the agent carries it out. */
export type TrayCommand =
  | { do: 'open-item'; key: string }
  | { do: 'open-window'; view: WindowView }
  | { do: 'open-panel' }
  /** A click on the tray's picture: opens the panel, or closes the open one. */
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

/** The pictures beside entries of the tray's menu: build/icons/menu-drawings.ts draws them. */
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

/** Everything there is to show of the tray, built by a pure function (agent/presentation/tray-menu.ts). */
export interface TrayView {
  status: TrayStatus;
  unread: number;
  tooltip: string;
  menu: TrayMenuItem[];
  /** There is something to see in the panel, drawn at this zoom; absent before anybody is signed in. */
  panel?: { zoom: number };
}

/** Whether somebody sits at this machine, as far as the system tells; where it tells nothing, somebody does. */
export interface Presence {
  state: PresenceState;
  /** Ms since the epoch. */
  since: number;
}

/** What the desktop tells the agent. */
export interface DesktopEvents {
  'notification-action': { id: number; action: NotificationAction };
  /** Dismissed or timed out: nothing is marked read. */
  'notification-closed': { id: number };
  'tray-command': TrayCommand;
  /** The machine woke from sleep. */
  woke: void;
  /** A network connection is there again. */
  online: void;
  /** Somebody left or came back. */
  presence: Presence;
  /** The global shortcut was pressed that opens this. */
  shortcut: ShortcutTarget;
  /** The system opened an `askbell:` address with Askbell; anything may be in it. */
  'deep-link': string;
}

/** The one place where tokens and keys are. Names are like `token:demo`. Never written as plain text. */
export interface SecretStore {
  keeping(): Promise<SecretStorage>;
  /** Resolves when a keyring opens after `keeping` told that there is none; absent where none is waited for. */
  readonly openedLate?: Promise<void>;
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** How the demo network is to be started. */
export interface DemoOptions {
  dataFile: string;
  port: number;
  /** How many times faster than usual it lives. */
  speed: number;
  /** Which description of such networks it follows; its README lists the differences. */
  like: 'specification' | 'public';
  app: { clientId: string; key: string; domain: string };
}

/** How to wait for the browser that a sign-in leads back here. */
export interface RedirectListening {
  /** Whether an address is the answer of this sign-in; any other is turned away, and the wait goes on. */
  isAwaited: (address: string) => boolean;
  /** What the browser shows to the person once it brought the answer; `language` is a BCP 47 tag. */
  page: (address: string) => { language: string; title: string; text: string };
  /** Ends the wait. */
  signal: AbortSignal;
}

/** A listener on this machine that takes one answer. */
export interface RedirectListener {
  /** Where the network is to lead the browser. */
  readonly redirectUri: string;
  /** The address that came, whole. Rejects with the reason of the signal. */
  readonly landed: Promise<string>;
}

/** A running demo network. */
export interface DemoNetwork {
  apiBaseUrl: string;
  authUrl: string;
  /** Resolves when its process is gone, stopped or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** A dialog to be shown in a window of Askbell's own. */
export interface AuthorizationRequest {
  dialogUrl: string;
  redirectUri: string;
  /** The window's title, in the person's language; `host` is whose page it shows, once it shows one. */
  title: (host?: string) => string;
  signal: AbortSignal;
}

/**
 * Who shows notifications. `server`: a program on the session bus; `startable`: the bus starts one when it is needed;
 * `native`: the system itself; `unsupported`: the system offers none; `no-bus`: there is no desktop session.
 */
export type NotificationFacts =
  | {
      kind: 'server';
      name: string;
      capabilities: readonly string[];
      /** The person wants to be left alone now; undefined where the desktop does not tell. */
      doNotDisturb?: boolean | undefined;
    }
  | { kind: 'startable' | 'native' | 'unsupported' | 'no-bus' | 'no-server' | 'no-answer' };

/** Who shows tray icons: `no-host` means that they are collected, and no panel has asked for them. */
export type TrayFacts = 'hosted' | 'native' | 'no-bus' | 'no-watcher' | 'no-host';

/** What can be told of the system without changing anything there. Nothing of it rejects. */
export interface SystemProbe {
  notifications(): Promise<NotificationFacts>;
  trayHost(): Promise<TrayFacts>;
  /** The proxy that a request to an address goes through, like `http://host:port`; undefined where it goes directly. */
  proxyFor(address: string): Promise<string | undefined>;
}

/** A browser that was let into the headless window. */
export interface WindowBrowser {
  /** Signs out every other browser, at once. Returns how many it were. */
  signOutOthers(): number;
}

/** What is known of a page beside what it asks. */
export interface PageContext {
  /** The browser that it is open in; absent in the app. */
  browser?: WindowBrowser;
}

export interface Updater {
  /** Gets this version for the next start. Rejects where it cannot. */
  download(version: string): Promise<void>;
}

export interface Desktop {
  readonly shell: Shell;
  readonly probe: SystemProbe;
  readonly secrets: SecretStore;
  /** The languages the system is set to, the preferred first (BCP 47). */
  readonly languages: readonly string[];
  readonly notificationsGoTo: NotificationsGoTo;
  /** True where the system shows no notifications, so that an open window has to. */
  readonly windowShowsNotifications: boolean;

  /** Shows it. Resolves when it was handed over; rejects only when the system refused it. */
  notify(notification: DesktopNotification): Promise<void>;
  /** Takes a notification off the screen, where it is still there and the system can. Never throws. */
  withdraw(id: number): void;
  setTray(view: TrayView): void;
  /** Idle for five minutes, a locked screen or a sleeping machine: away. */
  presence(): Presence;
  /**
   * Whether the window with this page has the focus, as the system says: it is shown, not minimised, nothing is over
   * it, and the screen is not locked. False where the system does not say.
   */
  isFocused(page: PageName): boolean;
  /**
   * Whether something lies over the focused window with this page: a screen locker may leave the focus where it was.
   * Never rejects.
   */
  isCovered(page: PageName): Promise<boolean>;
  /**
   * Whether the person has the system hold notifications back; undefined where that cannot be read (Windows and macOS
   * tell it to no program without a native module, and hold banners back themselves). Never rejects.
   */
  doNotDisturb(): Promise<boolean | undefined>;
  /** Opens an address outside Askbell; rejects with a `NotAWebAddress` if {@link openableAddress} refuses it. */
  openExternal(url: string): Promise<void>;
  /** Shows the window (creating it if need be) at a view. */
  showWindow(view?: WindowView): void;
  /** Shows the panel: by the tray's picture, or as a page of the browser where Askbell has no windows of its own. */
  showPanel(): void;
  /** Shows the panel, or closes it if it is open, or was until this very click took the focus from it. */
  togglePanel(): void;
  /** Closes the panel, where it is a window of Askbell's own. */
  hidePanel(): void;
  /**
   * Shows the dialog in a window of Askbell's own and resolves with the full redirect address, fragment included, once
   * the dialog goes to `redirectUri`; the address is never loaded. Rejects with an `AuthorizationCancelled` when the
   * person closes it, and with an `AuthorizationFailed` where the dialog cannot be loaded. Absent where the shell has
   * no such window. For the demo network only: elsewhere a password belongs into the person's own browser.
   */
  authorize?(request: AuthorizationRequest): Promise<string>;
  /**
   * Listens on this machine for the browser that brings a sign-in's answer. Rejects where the system gives no port.
   */
  listenForRedirect(listening: RedirectListening): Promise<RedirectListener>;
  /** Whether the system opens `askbell:` addresses with this Askbell. */
  readonly opensDeepLinks: boolean;
  /** The text on the clipboard; absent where only the window's page can read it. */
  readClipboard?(): Promise<string>;
  /**
   * Starts the embedded network in a process of its own; its data stays in `dataFile` between runs. `port`: where it
   * should listen, 0 for any free one; it rejects when that one is taken.
   */
  startDemoNetwork(options: DemoOptions): Promise<DemoNetwork>;
  /**
   * Whether Askbell starts when the person logs in. Rejects with a `StartAtLoginUnsupported` where that cannot be had.
   */
  setStartAtLogin(on: boolean): Promise<void>;
  /**
   * Where Askbell starts at login, has it start as it is now: an update may have renamed it. Writes nothing where
   * nothing changed. Absent where nothing has to be renewed.
   */
  renewStartAtLogin?(): Promise<void>;
  /**
   * Registers this shortcut (an Electron accelerator) in the place of the one that opened the same before; the empty
   * text registers none. Never rejects.
   */
  setShortcut(opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome>;
  /** Sends requests and sign-ins this way from now on. Rejects where the address cannot be used. */
  setProxy(choice: ProxyChoice): Promise<void>;
  /**
   * True where `system` is what the desktop's network settings say; false where only the environment's variables are
   * read.
   */
  readonly readsSystemProxy: boolean;
  /** Gets a newer Askbell onto this machine; absent where the person has to get it. */
  readonly updater?: Updater | undefined;
  /** Whether sounds of Askbell's own can be played. */
  readonly playsSounds: boolean;
  /** Where the log is. */
  readonly logFile: string;
  /** Shows a folder of this machine to the person. Rejects, in words for the person, where it cannot. */
  openFolder(path: string): Promise<void>;
  /** Subscribes; gives back its own unsubscribe. */
  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void;
  quit(): void;
}

/**
 * Askbell cannot have itself started at login: this system has no way that it knows (`system`), what confines its
 * package keeps it from it (`confined`), or it may not write there (`forbidden`). The message is for logs.
 */
export class StartAtLoginUnsupported extends Error {
  override readonly name = 'StartAtLoginUnsupported';
  readonly why: 'system' | 'confined' | 'forbidden';

  constructor(why: StartAtLoginUnsupported['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** The address is not one that may be opened outside. */
export class NotAWebAddress extends Error {
  override readonly name = 'NotAWebAddress';
}

/** Returns an address in the form that a browser is given. @throws NotAWebAddress if none may be sent there */
export function openableAddress(text: string): string {
  const url = webAddress(text);
  if (!url) throw new NotAWebAddress('Askbell opens only web addresses without a user name and password.');
  return url.href;
}

/** The sign-in window could not load the dialog; `message` says why in the system's words. */
export class AuthorizationFailed extends Error {
  override readonly name = 'AuthorizationFailed';
}

/** The person closed the sign-in window. */
export class AuthorizationCancelled extends Error {
  override readonly name = 'AuthorizationCancelled';
}

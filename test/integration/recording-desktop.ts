import {
  AuthorizationCancelled,
  type Desktop,
  type DesktopEvents,
  type DesktopNotification,
  type PageName,
  type Presence,
  type ProxyChoice,
  type ShortcutTarget,
  type TrayMenuItem,
  type TrayView,
} from '../../electron/desktop/desktop.ts';
import type { Sandbox } from '../../sandbox/server/server.ts';
import { bareDesktop } from '../support/bare-desktop.ts';
import { comeBack, isSignInDialog } from '../support/browser-person.ts';

/** What such a desktop remembers, and what a test may set. */
const remembered = () => ({
  shown: [] as DesktopNotification[],
  /** Whose window has the focus. */
  focused: new Set<PageName>(['window']),
  /** Pages whose window is under a screen locker. */
  covered: new Set<PageName>(),
  /** Ids of the notifications that were taken off the screen. */
  withdrawn: [] as number[],
  opened: [] as string[],
  windows: [] as (string | undefined)[],
  /** What was done with the panel. */
  panel: [] as ('show' | 'toggle' | 'hide')[],
  refusesNotifications: false,
  /** How often a notification was handed to it. */
  offers: 0,
  /** Whether the system holds notifications back; undefined: it does not tell. */
  holdsBack: undefined as boolean | undefined,
  refusesSecrets: false,
  /** How often the demo network was started. */
  demoStarts: 0,
  /** Ends the demo network that runs. */
  endDemo: () => undefined as void,
  /** The registered shortcuts, and those that other programs have registered. */
  shortcuts: { window: '', panel: '' } as Record<ShortcutTarget, string>,
  shortcutsTaken: [] as string[],
  proxies: [] as ProxyChoice[],
  folders: [] as string[],
});

/** A desktop that shows nothing and remembers everything. */
export interface RecordingDesktop extends Desktop, ReturnType<typeof remembered> {
  tray: () => TrayView;
  /** Labels of the tray menu, submenus included. */
  trayLabels: () => string[];
  emit<E extends keyof DesktopEvents>(event: E, detail: DesktopEvents[E]): void;
  /** What a person would do in the dialog: gives the address it ends at. */
  person: (dialogUrl: string) => Promise<string>;
}

/** What is around such a desktop. */
interface Around {
  sandbox: Sandbox;
  secrets: Map<string, string>;
  fetch: typeof globalThis.fetch;
  dataDir: string;
  paste: (text: string) => Promise<unknown>;
  /** Since when somebody is there, in ms since the epoch. */
  since: number;
}

/** Creates that desktop; its secrets outlive it. */
export function recordingDesktop(around: Around): RecordingDesktop {
  const { sandbox, secrets, fetch, dataDir, paste, since } = around;
  const listeners = new Map<string, Set<(detail: never) => void>>();
  let tray: TrayView | undefined;
  let presence: Presence = { state: 'present', since };
  const labels = (items: TrayMenuItem[]): string[] =>
    items.flatMap((item) =>
      item.type === 'separator' ? [] : item.type === 'submenu' ? [item.label, ...labels(item.items)] : [item.label],
    );
  const desktop: RecordingDesktop = {
    ...bareDesktop(dataDir),
    ...remembered(),
    person: (dialogUrl) =>
      import('../../electron/agent/accounts/demo-network.ts').then(({ walkDialog }) => walkDialog(dialogUrl, fetch)),
    tray: () => tray!,
    trayLabels: () => labels(tray!.menu),
    emit(event, detail) {
      if (event === 'presence') presence = detail as Presence;
      for (const listener of listeners.get(event) ?? []) listener(detail as never);
    },
    secrets: {
      keeping: () => Promise.resolve({ persistent: true, where: 'keyring' }),
      get: (name) =>
        desktop.refusesSecrets ? Promise.reject(new Error('locked')) : Promise.resolve(secrets.get(name)),
      set: (name, secret) =>
        desktop.refusesSecrets ? Promise.reject(new Error('locked')) : Promise.resolve(void secrets.set(name, secret)),
      delete: (name) => Promise.resolve(void secrets.delete(name)),
    },
    notify(notification) {
      desktop.offers++;
      if (desktop.refusesNotifications) return Promise.reject(new Error('Notifications are off.'));
      desktop.shown.push(notification);
      return Promise.resolve();
    },
    withdraw: (id) => void desktop.withdrawn.push(id),
    setTray: (view) => void (tray = view),
    isFocused: (page) => desktop.focused.has(page),
    isCovered: async (page) => desktop.covered.has(page),
    presence: () => presence,
    doNotDisturb: () => Promise.resolve(desktop.holdsBack),
    async openExternal(url) {
      if (!isSignInDialog(url)) return void desktop.opened.push(url);
      // The person's browser: opened, and left to itself.
      void desktop.person(url).then(
        (landed) => comeBack(landed, { fetch, paste }),
        () => undefined,
      );
    },
    showWindow: (view) => void desktop.windows.push(view),
    showPanel: () => void desktop.panel.push('show'),
    togglePanel: () => void desktop.panel.push('toggle'),
    hidePanel: () => void desktop.panel.push('hide'),
    async authorize({ dialogUrl, signal }) {
      const landed = await desktop.person(dialogUrl);
      if (signal.aborted) throw new AuthorizationCancelled('closed');
      return landed;
    },
    startDemoNetwork() {
      desktop.demoStarts++;
      const ended = Promise.withResolvers<void>();
      desktop.endDemo = ended.resolve;
      return Promise.resolve({
        apiBaseUrl: sandbox.apiBaseUrl,
        authUrl: sandbox.authUrl,
        ended: ended.promise,
        stop: () => Promise.resolve(),
      });
    },
    setShortcut(opens, accelerator) {
      const taken = desktop.shortcutsTaken.includes(accelerator);
      desktop.shortcuts[opens] = taken ? '' : accelerator;
      return Promise.resolve(taken ? 'taken' : accelerator === '' ? 'off' : 'registered');
    },
    setProxy: (choice) => Promise.resolve(void desktop.proxies.push(choice)),
    playsSounds: true,
    openFolder: (path) => Promise.resolve(void desktop.folders.push(path)),
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
  };
  return desktop;
}

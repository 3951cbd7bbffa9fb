import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import Conf from 'conf';
import { type OpenSocket, readFrame, openSocketAs } from '../../electron/api/socket.ts';
import { assemble, type Askbell, type Parts } from '../../electron/assemble.ts';
import type { contract } from '../../common/contract/contract.ts';
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
import { listenForRedirect } from '../../electron/desktop/loopback-listener.ts';
import { silentLog, type Log } from '../../electron/base/log.ts';
import { openHistory } from '../../electron/store/history.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../support/demo-data.ts';
import { comeBack, isSignInDialog } from '../support/browser-person.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';

export { cast } from '../support/cast.ts';

/** The moment the stories begin. */
const start = storyStart * 1000;

/** A desktop that shows nothing and remembers everything. */
export interface RecordingDesktop extends Desktop {
  shown: DesktopNotification[];
  /** Whose window has the focus. */
  focused: Set<PageName>;
  /** Pages whose window is under a screen locker. */
  covered: Set<PageName>;
  /** Ids of the notifications that were taken off the screen. */
  withdrawn: number[];
  opened: string[];
  windows: (string | undefined)[];
  /** What was done with the panel. */
  panel: ('show' | 'toggle' | 'hide')[];
  tray: () => TrayView;
  /** Labels of the tray menu, submenus included. */
  trayLabels: () => string[];
  emit<E extends keyof DesktopEvents>(event: E, detail: DesktopEvents[E]): void;
  refusesNotifications: boolean;
  /** How often a notification was handed to it. */
  offers: number;
  /** Whether the system holds notifications back; undefined: it does not tell. */
  holdsBack: boolean | undefined;
  refusesSecrets: boolean;
  /** How often the demo network was started, and what ends the one that runs. */
  demoStarts: number;
  endDemo: () => void;
  /** The registered shortcuts, and those that other programs have registered. */
  shortcuts: Record<ShortcutTarget, string>;
  shortcutsTaken: string[];
  proxies: ProxyChoice[];
  folders: string[];
  /** What a person would do in the dialog: gives the address it ends at. */
  person: (dialogUrl: string) => Promise<string>;
}

export interface World {
  clock: ManualClock;
  sandbox: Sandbox;
  desktop: RecordingDesktop;
  askbell: Askbell;
  /** The network's socket as Askbell sees it: whether it is open, and how many frames came that are no heartbeats. */
  socket: { isOpen: boolean; heard: number };
  /** What the window would call. */
  window: ContractRouterClient<typeof contract>;
  /** Where Askbell keeps its history. */
  dataDir: string;
  /** Moves time on, letting every request and its consequences finish on the way. */
  pass(ms: number): Promise<void>;
  /** Waits until nothing is under way, without moving time. */
  idle(): Promise<void>;
  /** Ends Askbell as a quit does and starts it anew with what was kept. */
  restart(options?: { without?: 'secrets' }): Promise<void>;
  /** Starts Askbell anew with the files as a kill at this moment would have left them. */
  crash(): Promise<void>;
  quit(): Promise<void>;
  /** Starts Askbell again after `quit`. */
  launch(): Promise<void>;
  /** Sets this machine's clock this many ms ahead of the network's, or behind it. */
  setMachineOff(ms: number): void;
  close(): Promise<void>;
}

export interface WorldOptions {
  sandbox?: SandboxOptions;
  /** How far this machine's clock is off at first, in ms. */
  machineOff?: number;
  /** Changes what the API answers, or holds it back: the path after the version, and the items it would give. */
  tamper?: (path: string, items: Record<string, unknown>[]) => unknown[] | Promise<unknown[]>;
  /** Signs in by itself (default true). */
  demo?: boolean;
  /** Another Askbell at the network of this one, with the same clock: the same person's second machine. */
  beside?: World;
  /** What the demo network is like (default the specification). */
  demoLike?: 'specification' | 'public';
  /** The client ids that Askbell was built with (default none). */
  builtInClients?: Parts['builtInClients'];
  /** What Askbell asks with cannot hand back where a form that is sent leads, as Electron's fetch cannot. */
  cannotHandBackRedirects?: boolean;
  /** Where Askbell keeps its history and settings (default a folder of its own). */
  dataDir?: string;
  /** Where Askbell logs to (default nowhere). */
  log?: Log;
}

const minute = 60_000;

/** As Electron's `net.fetch` is used (system-fetch.ts): what changes something is refused where it leads elsewhere. */
const withoutFormRedirects =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === 'POST' && response.headers.has('location'))
      throw new Error("Attempted to redirect, but redirect policy was 'error'");
    return response;
  };

/** After this many turns of the event loop without a request under way, nothing goes on by itself any more. */
const QUIET_TURNS = 10;

async function startStorySandbox(folder: string, clock: ManualClock, options?: SandboxOptions): Promise<Sandbox> {
  return startSandbox({
    file: await demoDataCopy(folder, storyStart),
    clock: { now: () => Math.floor(clock.now() / 1000) },
    apps: [
      { clientId: 'askbell', key: 'askbell-demo', domain: 'localhost', name: 'Askbell' },
      { clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' },
    ],
    burst: Infinity,
    control: true,
    ...options,
  });
}

/** Real agent, real sandbox over HTTP, real SQLite; only the desktop and the clock are the test's. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-story-'));
  const { beside } = options;
  const clock = beside?.clock ?? createManualClock(start);
  let machineOff = options.machineOff ?? 0;
  const machine = { ...clock, now: () => clock.now() + machineOff };
  const sandbox = beside?.sandbox ?? (await startStorySandbox(folder, clock, options.sandbox));

  let underWay = 0;
  const waiting: (() => void)[] = [];
  const countedFetch: typeof globalThis.fetch = async (input, init) => {
    underWay++;
    try {
      // Uncompressed: whole days pass in stories, and packing and unpacking answers took a tenth of the time they take.
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set('accept-encoding', 'identity');
      const response = await fetch(input, { ...init, headers });
      // The body is read here so that "under way" covers it.
      const body = await response.arrayBuffer();
      const { tamper } = options;
      const path = /\/2\.3(\/[^?]*)/.exec(input instanceof Request ? input.url : String(input))?.[1];
      if (tamper && path !== undefined && response.ok) {
        const answer = JSON.parse(new TextDecoder().decode(body)) as { items: Record<string, unknown>[] };
        return Response.json(
          { ...answer, items: await tamper(path, answer.items) },
          { headers: { date: response.headers.get('date') ?? '' } },
        );
      }
      const empty = [101, 204, 205, 304].includes(response.status) || response.type === 'opaqueredirect';
      return new Response(empty ? null : body, { status: response.status, headers: response.headers });
    } finally {
      underWay--;
      if (underWay === 0) for (const resolve of waiting.splice(0)) resolve();
    }
  };
  const idle = async () => {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      if (underWay > 0) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        turns = 0;
      }
      await turn();
    }
  };

  const idleBoth = async () => {
    await beside?.idle();
    await idle();
    // What one does may let the other go on.
    await beside?.idle();
  };

  const socket = { isOpen: false, heard: 0 };
  const openSocket: OpenSocket = (url, on) => {
    const opened = openSocketAs('Askbell')(url, {
      open: () => ((socket.isOpen = true), on.open()),
      text(text) {
        if (readFrame(text)?.kind !== 'heartbeat') socket.heard += 1;
        on.text(text);
      },
      close: (why) => ((socket.isOpen = false), on.close(why)),
    });
    return { ...opened, close: () => ((socket.isOpen = false), opened.close()) };
  };

  const { dataDir = join(folder, 'data') } = options;
  mkdirSync(dataDir, { recursive: true });
  const secrets = new Map<string, string>();
  const paste = (text: string) => world.window.session.paste({ text });
  const makeDesktop = (): RecordingDesktop =>
    recordingDesktop({ sandbox, secrets, fetch: countedFetch, dataDir, paste });

  const world = {
    clock,
    sandbox,
    socket,
    dataDir,
    idle,
    // Whatever is under way is done before time goes on, so that a request takes none of it.
    pass: (ms: number) => clock.advance(ms, beside ? idleBoth : idle),
    async quit() {
      await world.askbell.stop();
    },
    async launch() {
      const before = world.desktop as RecordingDesktop | undefined;
      world.desktop = makeDesktop();
      if (before) {
        world.desktop.person = before.person;
        world.desktop.emit('presence', before.presence());
      }
      world.askbell = await assemble({
        desktop: world.desktop,
        clock: machine,
        random: () => 0.5,
        fetch: options.cannotHandBackRedirects === true ? withoutFormRedirects(countedFetch) : countedFetch,
        loopbackFetch: countedFetch,
        openSocket,
        log: options.log ?? silentLog,
        dataDir,
        history: openHistory(join(dataDir, 'history.sqlite'), { now: () => machine.now(), warn: () => undefined }),
        settingsFile: new Conf({ cwd: dataDir, configName: 'settings' }),
        version: '0.0.0',
        thirdPartiesFile: join(dataDir, 'third-parties.json'),
        ...(options.builtInClients && { builtInClients: options.builtInClients }),
        options: {
          demo: options.demo ?? true,
          demoSpeed: 1,
          demoLike: options.demoLike ?? 'specification',
          printNotifications: false,
        },
      });
      world.window = createRouterClient(await world.askbell.loadRouter()) as unknown as ContractRouterClient<
        typeof contract
      >;
      await world.askbell.start();
      await idle();
    },
    async restart({ without }: { without?: 'secrets' } = {}) {
      await world.quit();
      if (without) secrets.clear();
      await world.launch();
    },
    async crash() {
      const files = join(folder, 'after-the-crash');
      cpSync(dataDir, files, { recursive: true, filter: (path) => !path.endsWith('-shm') });
      await world.quit();
      rmSync(dataDir, { recursive: true });
      renameSync(files, dataDir);
      await world.launch();
    },
    setMachineOff: (ms: number) => void (machineOff = ms),
    async close() {
      await world.askbell.stop().catch(() => undefined);
      // A story may have closed the network itself.
      if (!beside) await sandbox.close().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  } as unknown as World;
  await world.launch();
  return world;
}

/** Long enough for every stream to have its turn. */
export const aRound = 2 * minute + 10_000;

function recordingDesktop({
  sandbox,
  secrets,
  fetch,
  dataDir,
  paste,
}: {
  sandbox: Sandbox;
  secrets: Map<string, string>;
  fetch: typeof globalThis.fetch;
  dataDir: string;
  paste: (text: string) => Promise<unknown>;
}): RecordingDesktop {
  const listeners = new Map<string, Set<(detail: never) => void>>();
  let tray: TrayView | undefined;
  let presence: Presence = { state: 'present', since: start };
  const labels = (items: TrayMenuItem[]): string[] =>
    items.flatMap((item) =>
      item.type === 'separator' ? [] : item.type === 'submenu' ? [item.label, ...labels(item.items)] : [item.label],
    );
  const desktop: RecordingDesktop = {
    shell: 'headless',
    probe: {
      notifications: async () => ({ kind: 'no-bus' }),
      trayHost: async () => 'no-bus',
      proxyFor: async () => undefined,
    },
    opensDeepLinks: false,
    listenForRedirect,
    languages: ['en'],
    notificationsGoTo: 'desktop',
    windowShowsNotifications: true,
    shown: [],
    withdrawn: [],
    opened: [],
    windows: [],
    refusesNotifications: false,
    offers: 0,
    holdsBack: undefined,
    refusesSecrets: false,
    demoStarts: 0,
    endDemo: () => undefined,
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
    focused: new Set(['window']),
    covered: new Set(),
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
    panel: [],
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
    setStartAtLogin: () => Promise.resolve(),
    shortcuts: { window: '', panel: '' },
    shortcutsTaken: [],
    setShortcut(opens, accelerator) {
      const taken = desktop.shortcutsTaken.includes(accelerator);
      desktop.shortcuts[opens] = taken ? '' : accelerator;
      return Promise.resolve(taken ? 'taken' : accelerator === '' ? 'off' : 'registered');
    },
    proxies: [],
    setProxy: (choice) => Promise.resolve(void desktop.proxies.push(choice)),
    readsSystemProxy: true,
    playsSounds: true,
    logFile: join(dataDir, 'askbell.log'),
    folders: [],
    openFolder: (path) => Promise.resolve(void desktop.folders.push(path)),
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    quit: () => undefined,
  };
  return desktop;
}

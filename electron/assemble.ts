import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyRouter } from '@orpc/server';
import { z } from 'zod';
import type { Fetch } from './api/network.ts';
import { Agent } from './agent/agent.ts';
import type { BuiltInClients } from './agent/accounts/networks.ts';
import { walkDialog } from './agent/accounts/demo-network.ts';
import { answeredStatus } from './agent/health/status.ts';
import { knownSites } from './agent/sources/sites-source.ts';
import { UpdateCheck } from './agent/health/update-check.ts';
import { type OpenSocket, openSocketAs } from './api/socket.ts';
import { namingAskbell, userAgent } from './api/http/request.ts';
import { systemClock, type Clock } from './base/clock.ts';
import { WatchRule } from '../common/schemas/settings.ts';
import type { Condition } from '../common/contract/contract.ts';
import { plainLine, plainLines } from '../common/safe-text.ts';
import { preferredLocale } from '../common/i18n/localized-text.ts';
import { loadLanguages } from '../common/i18n/words.ts';
import type { Desktop, DesktopNotification, TrayMenuItem, TrayView } from './desktop/desktop.ts';
import type { Log } from './base/log.ts';
import type { Options } from './commands/options.ts';
import { itemsToUpgrade } from './store/database/examine.ts';
import { openHistory, type History } from './store/history.ts';
import { SettingsStore, type SettingsFile } from './store/settings.ts';

/** Dependencies that a shell provides: all differences between Electron and plain Node. */
export interface Parts {
  desktop: Desktop;
  clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Electron's `net.fetch` (system proxy and certificates), or Node's. */
  fetch: Fetch;
  /** Node's fetch, for the local demo network: Electron's cannot return the redirect of a submitted form. */
  loopbackFetch: Fetch;
  /** Opens a network's WebSocket; by default through Node's agents, with Askbell's user agent. */
  openSocket?: OpenSocket;
  log: Log;
  /** Existing folder for the demo network's data. */
  dataDir: string;
  /** History, opened by the shell before it reports that Askbell has started; `stop` closes it. */
  history: History;
  /** Address of the release feed; without it, updates are not checked. */
  releaseFeed?: string;
  /** Settings file (electron-store or conf), opened by the shell. */
  settingsFile: SettingsFile;
  version: string;
  /** List of third-party packages, written by the build (build/bundle/licences.ts). */
  thirdPartiesFile: string;
  /** Client ids built into this copy. */
  builtInClients?: BuiltInClients;
  options: Pick<Options, 'demo' | 'demoSpeed' | 'demoLike' | 'printNotifications'>;
}

/** The assembled application: the contract's router and the agent's lifecycle. */
export type Askbell = Awaited<ReturnType<typeof assemble>>;

/** Number of items from which an upgrade is announced; fewer take a second or two. */
const MANY_ITEMS = 20_000;

/** Opens the history of a data folder. A long upgrade is announced first, by `say` and in the log. */
export async function openHistoryIn(
  dataDir: string,
  languages: readonly string[],
  log: Log,
  say: (line: string) => void,
): Promise<History> {
  const file = join(dataDir, 'history.sqlite');
  const count = itemsToUpgrade(file);
  if (count >= MANY_ITEMS) {
    await loadLanguages();
    const line = preferredLocale('system', languages).words('runStatus.upgrading', { count });
    say(line);
    log.info(line);
    log.flush?.();
  }
  return openHistory(file, { now: systemClock.now, warn: (message) => log.warn(message) });
}

/** Conditions about Askbell's files. */
const OF_FILES: readonly Condition['kind'][] = [
  'disk-full',
  'history-unwritable',
  'history-missing',
  'history-damaged',
  'settings-unwritable',
  'settings-reset',
];

/** Creates the application from a shell's parts. */
export async function assemble(given: Parts) {
  await loadLanguages();
  const parts = { ...given, fetch: namingAskbell(given.fetch, given.version) };
  const { dataDir, history, version, options } = parts;
  const desktop = withPlainText(
    options.printNotifications
      ? withPrintedNotifications(parts.desktop, (line) => process.stdout.write(line))
      : parts.desktop,
  );
  const settings = new SettingsStore(parts.settingsFile);
  const agent = new Agent({
    ...parts,
    desktop,
    settings,
    openSocket: parts.openSocket ?? openSocketAs(userAgent(version)),
    demoFile: join(dataDir, 'demo-network.sqlite'),
    demoSpeed: options.demoSpeed,
    demoLike: options.demoLike,
    builtInClients: parts.builtInClients ?? {},
  });
  const { releaseFeed } = parts;
  const updates =
    releaseFeed === undefined || options.demo
      ? undefined
      : new UpdateCheck({ ...parts, desktop, settings, events: agent.events }, releaseFeed, version);
  let router: Promise<AnyRouter> | undefined;
  return {
    /** Loads the router lazily: without a window, it and its schemas (3 MB) are not needed. */
    loadRouter(): Promise<AnyRouter> {
      router ??= import('./router/router.ts')
        .then(({ createRouter }) => createRouter({ agent, desktop, thirdPartiesFile: parts.thirdPartiesFile }))
        .catch((error: unknown) => {
          router = undefined;
          throw error;
        });
      return router;
    },
    /** Returns the status for `askbell status`; `address` is the window's address, if it has one. */
    status(address?: string) {
      return answeredStatus(agent.state(), { address, folder: dataDir }, agent.locale(), parts.clock.now());
    },
    /** Runs all checks and returns the report, also for a `--doctor` beside this Askbell. */
    examine: () => agent.doctor.examine(),
    /** Returns problems with history and settings as sentences for terminal and log. */
    fileTroubles(): string[] {
      const { conditions } = agent.state();
      return conditions.filter(({ kind }) => OF_FILES.includes(kind)).map(({ title, advice }) => `${title}. ${advice}`);
    },
    async start(): Promise<void> {
      history.beginRun(parts.clock.now());
      await agent.start();
      updates?.start();
      if (options.demo) await signInAtDemo(agent, history, parts);
    },
    async stop(): Promise<void> {
      await updates?.stop();
      await agent.stop();
      history.close();
    },
  };
}

/**
 * Signs in at the demo network, if necessary, and watches a tag there: automatically as its first user, or, if it
 * simulates the public service, in the user's browser, without waiting for the result.
 */
async function signInAtDemo(agent: Agent, history: History, parts: Parts): Promise<void> {
  const { accounts } = agent;
  const { loopbackFetch, log, options, clock } = parts;
  if (accounts.get('demo')?.network) return;
  // The demo skips onboarding.
  agent.firstSteps.finish();
  const startedAt = clock.now();
  const watch = () =>
    watchMostUsedTag(agent, history, () => clock.now() - startedAt).catch((error: unknown) =>
      log.warn(`No tag to watch was found: ${String(error)}`),
    );
  if (options.demoLike === 'public') {
    // The user may decline first, or try another method.
    const unsubscribe = agent.events.on('state-changed', () => {
      if (!accounts.get('demo')?.network) return;
      unsubscribe();
      void watch();
    });
    await accounts.signIn({ kind: 'demo' });
    return;
  }
  await accounts.signInUnattended((dialogUrl) => walkDialog(dialogUrl, loopbackFetch));
  await watch();
}

/**
 * Watches the most used tag of the user's first site, unless there are watches, so that the window has questions to
 * show and later ones are announced.
 */
async function watchMostUsedTag(agent: Agent, history: History, agoMs: () => number): Promise<void> {
  const account = agent.accounts.get('demo');
  const network = account?.network;
  if (!network || account.watches.list().length > 0) return;
  const [home] = (await network.associated({ pagesize: 100 })).items;
  const sites = await network.sites({ page: 1, pagesize: 100 });
  const site = sites.items.find((candidate) => candidate.site_url === home?.site_url);
  const [tag] = site ? (await network.tags({ site: site.api_site_parameter, inname: '', pagesize: 1 })).items : [];
  if (!site || !tag) return;
  history.setSites('demo', knownSites(sites.items));
  account.watches.add(site.api_site_parameter, WatchRule.parse({ anyTags: [tag.name] }), 'sound', { agoMs: agoMs() });
}

/** File written by the build (build/bundle/networks.ts). */
const BuiltIn = z.object({ stackexchange: z.string().min(1).exactOptional() });

/** Reads the client ids built into this copy; none if the build wrote none. Never throws. */
export function readBuiltInClients(file: string, log: Log): BuiltInClients {
  try {
    return BuiltIn.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) log.warn(`the built-in client ids could not be read: ${String(error)}`);
    return {};
  }
}

/** Returns a desktop with some methods replaced. */
const replacing = (desktop: Desktop, methods: Partial<Desktop>): Desktop =>
  // A proxy keeps the adapter's own `this` and getters working, for both classes and plain objects.
  new Proxy(desktop, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Desktop];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * Returns a desktop that receives no control characters: titles, names and tags are untrusted, and a message with a NUL
 * cannot be sent over a bus.
 */
export const withPlainText = (desktop: Desktop): Desktop =>
  replacing(desktop, {
    notify: (notification) =>
      desktop.notify({
        ...notification,
        title: plainLine(notification.title).trim(),
        body: plainLines(notification.body).trim(),
        actions: notification.actions.map((action) => ({ ...action, label: plainLine(action.label) })),
      }),
    setTray: (view) => desktop.setTray(plainTray(view)),
  });

/** Keeps tooltip and menu as getters, because their texts are created when they are first read. */
const plainTray = (view: TrayView): TrayView => ({
  status: view.status,
  unread: view.unread,
  ...(view.panel && { panel: view.panel }),
  get tooltip() {
    return plainLine(view.tooltip);
  },
  get menu() {
    return plainMenu(view.menu);
  },
});

const plainMenu = (items: readonly TrayMenuItem[]): TrayMenuItem[] =>
  items.map((item) => {
    if (item.type === 'separator') return item;
    const label = plainLine(item.label);
    return item.type === 'submenu' ? { ...item, label, items: plainMenu(item.items) } : { ...item, label };
  });

/**
 * For `--print-notifications`: returns a desktop that also writes each notification as one JSON line
 * (`{"notification":{"id","kind","title","body"}}`) once it is shown.
 */
export const withPrintedNotifications = (desktop: Desktop, write: (line: string) => void): Desktop =>
  replacing(desktop, {
    async notify(notification: DesktopNotification) {
      await desktop.notify(notification);
      const { id, kind, title, body } = notification;
      write(`${JSON.stringify({ notification: { id, kind, title, body } })}\n`);
    },
  });

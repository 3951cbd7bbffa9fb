import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import type { AnyRouter } from '@orpc/server';
import { createAgent } from './agent/agent.ts';
import { walkDialog } from './agent/accounts/demo-sign-in.ts';
import { knownSites } from './agent/polls/sites.ts';
import type { Clock } from './clock.ts';
import { WatchRule } from '../common/contract/contract.ts';
import type { Desktop } from './desktop/desktop.ts';
import { withPrintedNotifications } from './desktop/print-notifications.ts';
import type { Log } from './log.ts';
import type { Options } from './options.ts';
import { createPublisher, createRouter } from './router.ts';
import { openHistory } from './store/history.ts';
import { openSettings, type SettingsFile } from './store/settings.ts';

/** What a shell brings: everything that differs between Electron and plain Node. */
export interface Parts {
  desktop: Desktop;
  clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Electron's `net.fetch` (system proxy and certificates) or Node's. */
  fetch: typeof globalThis.fetch;
  log: Log;
  /** An existing folder for the history and the demo network's data. */
  dataDir: string;
  /** electron-store or conf, opened by the shell. */
  settingsFile: SettingsFile;
  version: string;
  /** The list of other people's packages that the build wrote (build/licences.ts). */
  thirdPartiesFile: string;
  options: Pick<Options, 'demo' | 'demoSpeed' | 'printNotifications'>;
}

/** Askbell, put together: the contract's router for the window, and the agent's life. */
export interface Askbell {
  router: AnyRouter;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a report says of the programs and the system. */
const machineFacts = (version: string): [string, string][] => [
  ['Askbell', version],
  ...(['electron', 'chrome', 'node', 'sqlite'] as const).flatMap((name): [string, string][] =>
    process.versions[name] ? [[name, process.versions[name]]] : [],
  ),
  ['System', `${platform()} ${release()} (${arch()})`],
  ['Locale', new Intl.DateTimeFormat().resolvedOptions().locale],
  ['Time zone', new Intl.DateTimeFormat().resolvedOptions().timeZone],
];

/** Puts the agent together out of a shell's parts. Throws a `HistoryError` when the history cannot be opened. */
export function assemble(parts: Parts): Askbell {
  const { clock, random, fetch, log, dataDir, version, options } = parts;
  const desktop = options.printNotifications
    ? withPrintedNotifications(parts.desktop, (line) => process.stdout.write(line))
    : parts.desktop;
  const history = openHistory(join(dataDir, 'history.sqlite'));
  const publisher = createPublisher();
  const agent = createAgent(
    {
      desktop,
      settings: openSettings(parts.settingsFile),
      history,
      clock,
      random,
      fetch,
      log,
      version,
      machine: machineFacts(version),
      demoFile: join(dataDir, 'demo-network.sqlite'),
      demoSpeed: options.demoSpeed,
    },
    (event, detail) => publisher.publish(event, detail),
  );

  /** A first look should show questions too: watches the most used tag of the person's first site, unless there are watches. */
  async function watchSomething(): Promise<void> {
    const account = agent.accounts.get('demo');
    const network = account?.network;
    if (!network || account.watches.list().length > 0) return;
    const [home] = (await network.associated({ pagesize: 100 })).items;
    const sites = await network.sites({ page: 1, pagesize: 100 });
    const site = sites.items.find((candidate) => candidate.site_url === home?.site_url);
    const [tag] = site ? (await network.tags({ site: site.api_site_parameter, inname: '', pagesize: 1 })).items : [];
    if (site && tag) {
      history.setSites('demo', knownSites(sites.items));
      account.watches.add(site.api_site_parameter, WatchRule.parse({ anyTags: [tag.name] }), 'sound');
    }
  }

  /** Signs in at the demo network as its first person, unless that has been done. */
  async function demoSignIn(): Promise<void> {
    if (agent.session.live('demo')?.network) return;
    await agent.session.signInUnattended((dialogUrl) => walkDialog(dialogUrl, fetch));
    await watchSomething().catch((error: unknown) => log.warn(`No tag to watch was found: ${String(error)}`));
  }

  return {
    router: createRouter({ agent, publisher, desktop, clock, thirdPartiesFile: parts.thirdPartiesFile }),
    async start() {
      await agent.start();
      if (options.demo) await demoSignIn();
    },
    async stop() {
      await agent.stop();
      history.close();
    },
  };
}

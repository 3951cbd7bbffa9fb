import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { buildParts } from '../build.ts';
import { fetchElectron, findElectron } from '../start/electron-binary.ts';
import { writeSounds } from '../bundle/sounds.ts';
import { nodePartConfig, nodeParts } from '../vite.node.config.ts';
import type { Launch } from './restarting-program.ts';
import { RestartingProgram } from './restarting-program.ts';
import { serveWindow } from './window-server.ts';
import type { AgentEntry, DevWindow } from './window-server.ts';

/**
 * What `npm run dev` is: the window from its sources with hot reload, over an agent on the demo network that restarts
 * when its own sources change. The agent runs headless, or in Electron.
 */
export interface DevOptions {
  electron: boolean;
  /** Vite's port, where it is free; 0 lets the system choose. */
  port: number;
  /** Where the agent keeps its data. */
  dataDir: string;
  /** The folder that holds `renderer` and `common`; the tests give a copy. */
  sources?: string;
  say(line: string): void;
}

/** A running development server. */
export interface Dev {
  /** For the browser. With Electron the window opens by itself. */
  address: string;
  /** Resolves when the agent answers for the first time. */
  agentReady: Promise<void>;
  close(): Promise<void>;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const RENDERER_CONFIG = fileURLToPath(new URL('../vite.renderer.config.ts', import.meta.url));
const ELECTRON_APP = join(PROJECT, 'out', 'dev');
const AGENT_ENTRY = fileURLToPath(new URL('./agent.ts', import.meta.url));
/** What the agent is made of: it restarts when one of these changes. */
const AGENT_SOURCES = ['electron', 'common', 'sandbox'];
/** An editor that saves several files at once should cause one restart. */
const RESTART_DELAY_MS = 100;

/** Starts everything; rejects where Vite cannot listen or Electron is not to be had. */
export async function startDev(options: DevOptions): Promise<Dev> {
  const { say } = options;
  const agentPort = await freePort();
  const window = await serveWindow({
    configFile: RENDERER_CONFIG,
    root: join(options.sources ?? PROJECT, 'renderer'),
    project: PROJECT,
    port: await freePort(options.port),
    agentPort,
    pageOrigin: options.electron ? 'electron' : 'browser',
  });
  const ready = Promise.withResolvers<void>();
  const prepare = options.electron
    ? await electronLaunch(options, window)
    : async () => headlessLaunch(options, agentPort);
  let output = '';
  const agent = new RestartingProgram(prepare, (text) => {
    output = (output + text).slice(-2_000);
    const printed = [...output.matchAll(/Askbell is at (http:\/\/\S+)\n/g)].at(-1)?.[1];
    if (printed === undefined) return say(text.trimEnd());
    output = '';
    void enterAgent(printed).then((entry) => {
      window.setAgentEntry(entry);
      ready.resolve();
    });
  });

  watchAgentSources(window, () => void agent.restart());
  await buildParts(['licences'], { ifStale: true, say });
  void agent.restart();
  if (options.electron) ready.resolve();
  return {
    address: window.address,
    agentReady: ready.promise,
    async close() {
      await agent.close();
      await window.close();
    },
  };
}

/** Vite's own watcher looks at the agent's sources as well. */
function watchAgentSources({ vite }: DevWindow, restart: () => void): void {
  const folders = AGENT_SOURCES.map((name) => join(PROJECT, name));
  vite.watcher.add(folders);
  let timer: NodeJS.Timeout | undefined;
  vite.watcher.on('all', (event, path) => {
    if (event === 'addDir' || !/\.m?ts$/.test(path) || !folders.some((folder) => path.startsWith(folder))) return;
    clearTimeout(timer);
    timer = setTimeout(restart, RESTART_DELAY_MS);
  });
  // The files that are there already are told as added, once.
  vite.watcher.once('ready', () => clearTimeout(timer));
}

function headlessLaunch({ dataDir }: DevOptions, port: number): Launch {
  const shell = ['--demo', '--hidden', '--data-dir', dataDir, '--port', String(port)];
  return { program: process.execPath, args: ['--disable-warning=ExperimentalWarning', AGENT_ENTRY, ...shell] };
}

/** Electron runs the built main process, built anew before each start; its window comes from Vite. */
async function electronLaunch({ dataDir, say }: DevOptions, window: DevWindow): Promise<() => Promise<Launch>> {
  const electron = findElectron() ?? (await fetchElectron(say));
  if (electron === undefined) throw new Error('Electron is not here and could not be downloaded.');
  return async () => {
    await buildElectronApp();
    return {
      program: electron,
      args: [ELECTRON_APP, '--demo', '--data-dir', dataDir],
      env: { ASKBELL_DEV_SERVER: window.origin },
    };
  };
}

/** The app without its window, with source maps, in a folder of its own: out/app stays what `npm run build` made. */
async function buildElectronApp(): Promise<void> {
  const { name, productName, version } = packageJson;
  mkdirSync(ELECTRON_APP, { recursive: true });
  const manifest = { name, productName, version, main: nodeParts.main.file };
  writeFileSync(join(ELECTRON_APP, 'package.json'), JSON.stringify(manifest));
  cpSync(join(PROJECT, 'build', 'icons', 'app'), join(ELECTRON_APP, 'icons'), { recursive: true });
  writeSounds(join(ELECTRON_APP, 'sounds'));
  const { build } = await import('vite');
  for (const part of Object.values(nodeParts)) {
    const config = nodePartConfig(part, ELECTRON_APP);
    await build({ ...config, build: { ...config.build, sourcemap: true } });
  }
}

/** What the agent gives for the pass in its address. */
async function enterAgent(address: string): Promise<AgentEntry> {
  const answer = await fetch(address, { redirect: 'manual' });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, pageKey: /data-key="([\w-]+)"/.exec(await answer.text())?.[1] ?? '' };
}

/** Gives `wanted` where it is free, else a port that is. */
async function freePort(wanted = 0): Promise<number> {
  const socket = createSocket();
  const listening = Promise.withResolvers<number>();
  socket.once('error', listening.reject);
  socket.listen(wanted, '127.0.0.1', () => listening.resolve((socket.address() as AddressInfo).port));
  try {
    return await listening.promise;
  } catch (error) {
    if (wanted === 0) throw error;
    return await freePort();
  } finally {
    socket.close();
  }
}

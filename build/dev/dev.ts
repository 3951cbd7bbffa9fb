import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import packageJson from '../../package.json' with { type: 'json' };
import { buildParts } from '../build.ts';
import { writeSounds } from '../bundle/sounds.ts';
import { readCommandLine } from '../command-line.ts';
import { electronPackage, fetchElectron, findElectron } from '../start/electron-binary.ts';
import { nodePartConfig, nodeParts } from '../vite.node.config.ts';
import { enterWindow } from '../../test/support/enter-window.ts';
import { serveWindow } from './window-server.ts';

/**
 * `npm run dev`: the window from its sources with hot reload, over an agent on the demo network. The headless agent
 * restarts when its own sources change; one in Electron is built once.
 */
export interface DevOptions {
  electron: boolean;
  /** Vite's port, where it is free; 0 lets the system choose. */
  port: number;
  /** Folder of the agent's data. */
  dataDir: string;
  /** Folder that holds `renderer` and `common`; the tests give a copy. */
  sources?: string;
  say(line: string): void;
}

const HELP = `Usage: npm run dev -- [options]   the window with hot reload over an agent on the demo network

  --electron       run the agent in Electron instead of headless; it is built once
  --port N         the window's port on this machine (default 5173, or another free one)
  --data-dir DIR   where the agent keeps its data (default node_modules/.cache/askbell-dev)
`;

const PROJECT = join(import.meta.dirname, '../..');
const ELECTRON_APP = join(PROJECT, 'out', 'dev');
/** After this an agent that hangs is killed. */
const MAX_STOP_MS = 5_000;

/** Starts everything; rejects where Vite cannot listen or Electron is not to be had. */
export async function startDev({ electron, port, dataDir, sources = PROJECT, say }: DevOptions) {
  await buildParts(['licences'], { ifStale: true, say });
  const agentPort = await freePort(0);
  const window = await serveWindow({
    root: join(sources, 'renderer'),
    port: await freePort(port).catch(() => freePort(0)),
    agentPort,
    pageOrigin: electron ? 'electron' : 'browser',
  });
  const shell = ['--demo', '--data-dir', dataDir];
  const watched = ['electron', 'common', 'sandbox'].map((folder) => `--watch-path=${join(PROJECT, folder)}`);
  const headless = [...watched, '--watch-preserve-output', '--disable-warning=ExperimentalWarning'];
  const [program, args]: [string, string[]] = electron
    ? [await electronApp(say), [ELECTRON_APP, ...shell]]
    : [
        process.execPath,
        [...headless, join(PROJECT, 'build/dev/agent.ts'), ...shell, '--hidden', '--port', String(agentPort)],
      ];
  const env = { ...process.env, ...(electron && { ASKBELL_DEV_SERVER: window.origin }) };
  const agent = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const ended = once(agent, 'close');
  const ready = Promise.withResolvers<void>();
  if (electron) ready.resolve();
  for (const input of [agent.stdout, agent.stderr])
    createInterface({ input }).on('line', (line) => {
      const printed = /Askbell is at (http:\/\/\S+)$/.exec(line)?.[1];
      if (printed === undefined) return say(line);
      void enterWindow(printed).then((entry) => {
        window.setAgentEntry(entry);
        ready.resolve();
      });
    });
  return {
    /** For the browser. With Electron the window opens by itself. */
    address: window.address,
    /** Resolves when the agent answers for the first time. */
    agentReady: ready.promise,
    async close(): Promise<void> {
      const kill = setTimeout(() => agent.kill('SIGKILL'), MAX_STOP_MS);
      agent.kill();
      await ended;
      clearTimeout(kill);
      await window.close();
    },
  };
}

/**
 * Builds the app without its window, with source maps, in a folder of its own: out/app stays what `npm run build` made.
 * Returns the program of Electron.
 */
async function electronApp(say: (line: string) => void): Promise<string> {
  const beside = electronPackage();
  const electron = findElectron() ?? (beside && (await fetchElectron(say, beside)));
  if (electron === undefined) throw new Error('Electron is not here and could not be downloaded.');
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
  return electron;
}

/** Returns a port, any free one for 0. Rejects if it is taken. */
async function freePort(wanted: number): Promise<number> {
  const socket = createServer().listen(wanted, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  return port;
}

if (import.meta.main) {
  const { values } = readCommandLine(HELP, {
    options: {
      electron: { type: 'boolean', default: false },
      port: { type: 'string', default: '5173' },
      'data-dir': { type: 'string' },
    },
  });
  // Electron keeps its files elsewhere than the headless shell does.
  const folder = join(PROJECT, 'node_modules/.cache/askbell-dev', values.electron ? 'electron' : 'headless');
  const dev = await startDev({
    electron: values.electron,
    port: Number(values.port),
    dataDir: values['data-dir'] ?? folder,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  if (!values.electron) process.stdout.write(`Askbell is at ${dev.address}\n`);
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  await dev.close();
  process.exit(0);
}

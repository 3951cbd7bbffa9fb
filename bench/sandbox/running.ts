import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { MINUTE_MS } from '../../common/durations.ts';

/** A server to measure. */
export interface Contender {
  readonly name: string;
  /** The program's arguments after `node`, for the port it is to listen on. */
  arguments(port: number): string[];
  /** Asked for to see whether it is up. */
  readonly path: string;
  readonly folder?: string;
}

export interface Running {
  readonly name: string;
  readonly port: number;
  /** Milliseconds from its start to its first answer. */
  readonly startedIn: number;
  /** Resident memory, in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Whether server and client have a core each. */
export const isPinned = canPin;

/** Puts this process, which is the client, on the second core. */
export function pinClient(): void {
  if (canPin) spawnSync('taskset', ['-apc', '1', String(process.pid)]);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks once; gives whether there was a good answer. */
function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`));
    socket.once('data', (data) => {
      resolve(data.toString('latin1', 0, 12) === 'HTTP/1.1 200');
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/** Linux says it exactly; elsewhere `ps` knows. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1024;
  }
}

const STARTUP_TIMEOUT_MS = MINUTE_MS;

/** Starts a server on the first core and waits for its first answer. @throws Error when there is none in a minute */
export async function start(contender: Contender, node: string = process.execPath): Promise<Running> {
  const port = await freePort();
  const command = [node, ...contender.arguments(port)];
  const began = performance.now();
  const child = spawn(canPin ? 'taskset' : node, canPin ? ['-c', '0', ...command] : command.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(contender.folder ? { cwd: contender.folder } : {}),
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-2000);
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  while (!(await answers(port, contender.path))) {
    if (child.exitCode !== null || performance.now() - began > STARTUP_TIMEOUT_MS) {
      await stop();
      throw new Error(`${contender.name} does not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { name: contender.name, port, startedIn: performance.now() - began, memory: () => memoryOf(child), stop };
}

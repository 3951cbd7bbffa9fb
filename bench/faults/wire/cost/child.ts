import { readFileSync, writeFileSync } from 'node:fs';
import { createNetwork } from '../../../../electron/api/client.ts';
import { NetworkError } from '../../../../electron/api/errors.ts';
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import { systemClock } from '../../../../electron/base/clock.ts';
import { silentLog } from '../../../../electron/base/log.ts';

/** A hostile answer to ask for. */
export interface Order {
  address: string;
}

/** Cost of an answer to the process that asked. */
export interface Cost {
  /** Kind of error; `nothing` for an answer that was read. */
  told: string;
  /** Processor time of the thread that does everything in Askbell. */
  cpu_ms: number;
  /** Most memory meanwhile, above that before. */
  peak_mb: number;
  /** Memory before, after a collection as headless makes it. */
  rss_mb: number;
}

/** An answer that never ends is given up after this time; Askbell itself waits longer. */
const TIMEOUT_MS = 1000;
const KB_PER_MB = 1024;

const memoryMb = (name: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / KB_PER_MB;

const rounded = (number: number): number => Math.round(number * 10) / 10;

async function ask({ address }: Order): Promise<Cost> {
  const network = createNetwork(
    { apiBaseUrl: address, authUrl: '', clientId: '1', version: '2.3' },
    { accessToken: 'a-secret-token', key: 'a-secret-key' },
    { fetch: nodeFetch, clock: systemClock, random: () => 0, log: silentLog, timeoutMs: TIMEOUT_MS },
  );
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  // The highest memory so far counts from now on (proc_pid_clear_refs(5)).
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memoryMb('VmRSS');
  const cpu = process.threadCpuUsage();
  const told = await network.questions({ site: 's', order: 'desc' }).then(
    () => 'nothing',
    (error: unknown) => (error instanceof NetworkError ? error.kind : `threw ${String(error)}`),
  );
  const { user, system } = process.threadCpuUsage(cpu);
  return {
    told,
    cpu_ms: rounded((user + system) / 1000),
    peak_mb: rounded(memoryMb('VmHWM') - before),
    rss_mb: rounded(before),
  };
}

process.on('message', (order: Order) => void ask(order).then((cost) => process.send!(cost)));

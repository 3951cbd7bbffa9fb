import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rounded } from '../../support/figures.ts';
import type { Measure, Sample } from '../growth.ts';

const MEGABYTE = 1024 * 1024;

/** How large some files of a folder are together, in bytes. */
function bytesOf(folder: string, isMeant: (name: string) => boolean): number {
  return readdirSync(folder)
    .filter(isMeant)
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** How many files, sockets and pipes this process has open; 0 where the system does not tell. */
const openFiles = (): number => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);

/** Looks at this process and at its files, after a collection of garbage. Needs `--expose-gc`. */
export function measure(dataDir: string, hours: number, wakeUpsPerHour: number): Sample {
  // A second collection, because weak references are freed only then.
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, external, rss } = process.memoryUsage();
  const files = (isMeant: (name: string) => boolean) => bytesOf(dataDir, isMeant) / MEGABYTE;
  const figures: Record<Measure, number> = {
    heap_mb: heapUsed / MEGABYTE,
    external_mb: external / MEGABYTE,
    rss_mb: rss / MEGABYTE,
    handles: process.getActiveResourcesInfo().length,
    file_descriptors: openFiles(),
    wake_ups_per_hour: wakeUpsPerHour,
    history_mb: files((name) => name.startsWith('history.sqlite')),
    log_mb: files((name) => name.endsWith('.log')),
    settings_kb: files((name) => name === 'settings.json') * 1024,
  };
  return { hours, ...(rounded(figures) as typeof figures) };
}

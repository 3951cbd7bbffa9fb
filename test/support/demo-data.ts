import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorld } from '../../sandbox/world/world.ts';

/** Noon of a day in 2026, where the calendar of most tests starts. In epoch seconds. */
export const noon = 1_773_144_000;

/** Where the stories of test/integration start, in epoch seconds. */
export const storyStart = Date.UTC(2026, 5, 1, 9) / 1000;

const worldSources = fileURLToPath(new URL('../../sandbox/world/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/askbell-demo-data/', import.meta.url));
const day = 86_400_000;

/** Names the sources that make the data, so that a change of them makes new ones. */
function nameOfSources(): string {
  const hash = createHash('sha256');
  const paths = readdirSync(worldSources, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(join(worldSources, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Of the sources as they are loaded, whatever is written into them meanwhile. */
const sources = nameOfSources();

const has = (folder: string, name: string) => readdirSync(folder).includes(name);

function make(name: string, now: number): void {
  for (const old of readdirSync(cache)) {
    const madeAt = statSync(join(cache, old), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (madeAt < Date.now() - day) rmSync(join(cache, old), { force: true });
  }
  const unfinished = join(cache, `${name}.${process.pid}`);
  openWorld({ file: unfinished, seed: 1, clock: { now: () => now } }).close();
  // Test files run at once; whoever finishes last wins, and both made the same.
  renameSync(unfinished, join(cache, name));
}

/** Makes the demo data of a moment, in epoch seconds, where it is not there yet. Gives where it is kept. */
export function makeDemoData(now: number): string {
  mkdirSync(cache, { recursive: true });
  const name = `${sources}-${now}.db`;
  if (!has(cache, name)) make(name, now);
  return join(cache, name);
}

const HOUR_SECONDS = 3600;

/** Gives a data folder the demo network's data as they were when this hour began; each start makes its own otherwise. */
export function seedDemoNetwork(dataDir: string): void {
  const now = Math.floor(Date.now() / 1000 / HOUR_SECONDS) * HOUR_SECONDS;
  copyFileSync(makeDemoData(now), join(dataDir, 'demo-network.sqlite'));
}

let copies = 0;

/**
 * Puts a database with the demo data of seed 1 into a folder. Making it takes more than a second, so it is made once
 * for all tests and copied from then on.
 * @param now the present of the demo data in epoch seconds
 * @returns the copy's path, another one for each call
 */
export function demoDataCopy(folder: string, now: number = noon): Promise<string> {
  const made = makeDemoData(now);
  copies += 1;
  const copy = join(folder, `demo-${copies}.db`);
  copyFileSync(made, copy);
  return Promise.resolve(copy);
}

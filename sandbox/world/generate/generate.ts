import type { DatabaseSync } from 'node:sqlite';
import type { Deeds } from '../deeds/index.ts';
import { createRandom } from '../random.ts';
import { writeCatalogue } from './catalogue.ts';
import { writePeople } from './people.ts';

/** Fills an empty world inside the caller's transaction. The same seed and `now` give the same world. */
export function generate(work: {
  db: DatabaseSync;
  deeds: Deeds;
  seed: number;
  /** Epoch seconds. */
  now: number;
  onProgress: (done: number, total: number) => void;
}): void {
  const random = createRandom(work.seed);
  const sites = writeCatalogue(work.db, work.now);
  writePeople(work.db, sites, random, work.now);
}

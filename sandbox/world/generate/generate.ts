import type { DatabaseSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import { createRandom } from '../random.ts';
import { awardBadges } from './badges.ts';
import { writeCatalogue } from './catalogue.ts';
import { writeExtras } from './extras.ts';
import { finish } from './finish.ts';
import { writeHistory } from './history.ts';
import { writePeople } from './people.ts';
import { planHistory } from './plan.ts';

/** Fills an empty world inside the caller's transaction. The same seed and `now` give the same world. */
export function generate(work: {
  db: DatabaseSync;
  actions: Actions;
  seed: number;
  /** Epoch seconds. */
  now: number;
  onProgress: (done: number, total: number) => void;
}): void {
  const random = createRandom(work.seed);
  const sites = writeCatalogue(work.db, work.now);
  const crowds = writePeople(work.db, sites, random, work.now);
  const events = planHistory(sites, random, work.now);
  writeHistory({ db: work.db, actions: work.actions, crowds, events, random, onProgress: work.onProgress });
  finish(work.db, sites, random, work.now);
  awardBadges(work.db, work.actions, sites);
  writeExtras(work.db, sites, createRandom(Math.imul(work.seed, 0x27d4eb2f) + 1));
}

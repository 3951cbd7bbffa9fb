import { Agent } from 'node:http';
import { createRandom } from '../../../sandbox/world/random.ts';
import type { Weight } from '../make/site.ts';
import { ask } from '../../support/http.ts';
import { dropFromCache } from '../../support/system-cache.ts';
import type { Case } from './cases.ts';
import { addressOf, serve, subjectsOf, WEIGHTS, type Site } from './served.ts';

/** Times of one case at one site, in ms. */
export type Times = Record<Weight, number[]>;

/** Answers to everything that was asked of a site. */
export interface Asked {
  times: Map<Case, Times>;
  /** Cases that were refused, with their status. */
  refused: Set<string>;
  /** How cold the site was for each question. */
  cold: string;
}

/** It reads no row of the site, and compiles what every request runs through. */
const WARMING = '/errors?';
const TIMES_WARMED = 200;

/** Asks every case once in each round, about something big and something small; each round is of a fresh process. */
export async function askAll(cases: readonly Case[], site: Site, rounds: number, seed: number): Promise<Asked> {
  const times = new Map(cases.map((each): [Case, Times] => [each, { big: [], small: [] }]));
  const asked: Asked = { times, refused: new Set(), cold: '' };
  const turns = WEIGHTS.flatMap((weight) => cases.map((each) => ({ each, weight })));
  for (let round = 0; round < rounds; round += 1) {
    const { apiBaseUrl, stop } = await serve(site, round, '--no-cache');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (let count = 0; count < TIMES_WARMED; count += 1) await ask(addressOf(apiBaseUrl, WARMING, 'small'), agent);
      for (const { each, weight } of createRandom(seed + round).some(turns, turns.length)) {
        const url = each.url(subjectsOf(site.facts, weight, round));
        // A small database would be in the system's cache after a few questions, a large one never.
        asked.cold = dropFromCache(site.database) ? 'fresh process, file dropped from the cache' : 'fresh process';
        const { ms, status } = await ask(addressOf(apiBaseUrl, url, weight), agent);
        times.get(each)![weight].push(ms);
        if (status !== 200) asked.refused.add(`${each.name}: status ${status}`);
      }
    } finally {
      agent.destroy();
      await stop();
    }
  }
  return asked;
}

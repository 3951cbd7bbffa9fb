import { join } from 'node:path';
import { median, quantile } from '../../support/figures.ts';
import { askInCrowd, type Heard } from '../../support/http.ts';
import { measureOthers } from '../../support/other-servers.ts';
import type { Facts } from '../make/site.ts';
import { addressOf, serve, subjectsOf, type Site } from './served.ts';

type Figures = Record<string, number>;

const READERS = 64;
const CROWD = 16;
const PAGES = 25;
const P99 = 0.99;

/** Returns a list that nobody has asked yet: a bound that leaves nothing out makes it another one each time. */
export function coldList(facts: Facts, turn: number): string {
  const subject = subjectsOf(facts, turn % 8 < 4 ? 'big' : 'small', Math.floor(turn / 8));
  const byVotes = `sort=votes&min=${-1000 - turn}&page=${1 + (turn % PAGES)}`;
  const byDate = `sort=creation&max=${facts.now - turn}`;
  const lists = [
    `/questions?tagged=${encodeURIComponent(subject('tags'))}&${byVotes}`,
    `/questions?${byDate}`,
    `/answers?${byVotes}`,
    `/users/${subject('users')}/answers?${byDate}`,
  ];
  return lists[turn % lists.length]!;
}

const figuresOf = (name: string, { times, perSecond }: Heard): Figures => ({
  [`p50_${name}`]: median(times),
  [`p99_${name}`]: quantile(times, P99),
  [`per_second_${name}`]: perSecond,
});

/** Has readers ask cold lists, alone and beside one who asks the slowest thing again and again. */
export async function measureReaders(site: Site, slowest: string, seconds: number): Promise<Figures> {
  const { apiBaseUrl, stop } = await serve(site, 0, '--no-cache');
  const list = (turn: number) => addressOf(apiBaseUrl, coldList(site.facts, turn), 'small');
  try {
    const alone = await askInCrowd(READERS, seconds, list);
    const [beside] = await Promise.all([
      askInCrowd(READERS, seconds, list),
      askInCrowd(1, seconds, () => addressOf(apiBaseUrl, slowest, 'big')),
    ]);
    const p99_ratio = quantile(beside.times, P99) / quantile(alone.times, P99);
    const refused = alone.refused + beside.refused;
    return { ...figuresOf('alone', alone), ...figuresOf('beside', beside), p99_ratio, refused };
  } finally {
    await stop();
  }
}

/** Compares lists, repeated and cold, with what other servers send of the same; returns answers a second. */
export async function measureServers(site: Site, seconds: number): Promise<{ figures: Figures; missing: string[] }> {
  const { apiBaseUrl, stop } = await serve(site, 0);
  try {
    const same = addressOf(apiBaseUrl, '/questions?sort=votes', 'small');
    const list = (turn: number) => addressOf(apiBaseUrl, coldList(site.facts, turn), 'small');
    const repeated = await askInCrowd(CROWD, seconds, () => same);
    const cold = await askInCrowd(CROWD, seconds, list);
    const others = await measureOthers(join(site.folder, 'answer.json'), same, { readers: CROWD, seconds });
    const ratios = { repeated_ratio: repeated.perSecond / others.bare, cold_ratio: cold.perSecond / others.bare };
    const figures = { repeated: repeated.perSecond, cold: cold.perSecond, ...others.perSecond, ...ratios };
    return { figures: { ...figures, refused: repeated.refused + cold.refused }, missing: others.missing };
  } finally {
    await stop();
  }
}

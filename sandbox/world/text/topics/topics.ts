import type { Random } from '../../random.ts';
import { bedsTopics } from './beds.ts';
import { loopsToolTopics } from './loops-tools.ts';
import { loopsTopics } from './loops.ts';
import { metaTopics } from './meta.ts';
import { nightskyTopics } from './nightsky.ts';
import { spokesTopics } from './spokes.ts';
import type { Topic } from './topic.ts';

const bySite: Readonly<Record<string, readonly Topic[]>> = {
  loops: [...loopsTopics, ...loopsToolTopics],
  beds: bedsTopics,
  spokes: spokesTopics,
  nightsky: nightskyTopics,
};

/** What people ask about on a site, the most popular first; nothing for a site that is not generated. */
export function topicsOf(siteKey: string): readonly Topic[] {
  return siteKey.startsWith('meta.') ? metaTopics : (bySite[siteKey] ?? []);
}

/** The topic that a fraction picks; the first ones come about three times as often as the last. */
export function popularTopic(topics: readonly Topic[], fraction: number): Topic | undefined {
  return topics[Math.floor(fraction ** 1.45 * topics.length)];
}

/** The tags of a question: its topic's own, and none to two that go with it. */
export function drawTags(topic: Topic, random: Random): string[] {
  return [topic.tag, ...random.some(topic.companions, random.pick([0, 1, 1, 2]))];
}

import type { Random } from '../../random.ts';
import { BEDS_TOPICS } from './beds.ts';
import { LOOPS_TOOL_TOPICS } from './loops-tools.ts';
import { LOOPS_TOPICS } from './loops.ts';
import { META_TOPICS } from './meta.ts';
import { NIGHTSKY_TOPICS } from './nightsky.ts';
import { SPOKES_TOPICS } from './spokes.ts';
import type { Topic } from './topic.ts';

const TOPICS_BY_SITE: Readonly<Record<string, readonly Topic[]>> = {
  loops: [...LOOPS_TOPICS, ...LOOPS_TOOL_TOPICS],
  beds: BEDS_TOPICS,
  spokes: SPOKES_TOPICS,
  nightsky: NIGHTSKY_TOPICS,
};

/** What people ask about on a site, the most popular first; nothing for a site that is not generated. */
export function topicsOf(siteKey: string): readonly Topic[] {
  return siteKey.startsWith('meta.') ? META_TOPICS : (TOPICS_BY_SITE[siteKey] ?? []);
}

/** The topic that a fraction picks; the first ones come about three times as often as the last. */
export function popularTopic(topics: readonly Topic[], fraction: number): Topic | undefined {
  return topics[Math.floor(fraction ** 1.45 * topics.length)];
}

/** The tags of a question: its topic's own, and none to two that go with it. */
export function drawTags(topic: Topic, random: Random): string[] {
  return [topic.tag, ...random.some(topic.companions, random.pick([0, 1, 1, 2]))];
}

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

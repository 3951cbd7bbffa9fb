import { z } from 'zod';
import type { Random } from '../random.ts';
import beds from './topics/beds.json' with { type: 'json' };
import loops from './topics/loops.json' with { type: 'json' };
import meta from './topics/meta.json' with { type: 'json' };
import nightsky from './topics/nightsky.json' with { type: 'json' };
import spokes from './topics/spokes.json' with { type: 'json' };
import words from './sites.json' with { type: 'json' };

const Words = z.array(z.string()).min(1).readonly();

/**
 * A subject that people ask about on a site, as parts of speech that fit together within it. Everything is plain text.
 * The composer (sentences.ts) makes titles, questions, answers and comments of them.
 */
const Topic = z.object({
  /** The tag every question of it carries. */
  tag: z.string(),
  /** Tags that go with it; a question carries none to two of them. */
  companions: Words,
  /**
   * Problems: a singular thing with its article, then what it does, as verbs in the base form:
   * ["a new chain", "skip under load", "not run smoothly"]. The first ones are explained by the cause and cured by the
   * remedy of the same place in the lists below.
   */
  faults: z.array(z.tuple([z.string(), z.string()], z.string())).readonly(),
  /** When they do: "after a wet ride", "when the list is empty". */
  moments: Words,
  /** Goals, base form: "true a wheel". */
  goals: Words,
  /** With what restriction: "without special tools". */
  limits: Words,
  /** Two choices and what for: ["tubeless", "inner tubes", "for commuting"]. */
  rivals: z.array(z.tuple([z.string(), z.string(), z.string()])).readonly(),
  /** Attempts, as what follows "I have": "replaced the cable". */
  attempts: Words,
  /** Why it happens: whole sentences. */
  causes: Words,
  /** Cures: imperatives, whole sentences. */
  remedies: Words,
  /** Details that a question or comment may add: whole sentences. */
  details: Words,
  /** Short snippets, each with the place of the fault that it shows. */
  code: z.array(z.tuple([z.int(), z.string()])).exactOptional(),
});
export type Topic = z.infer<typeof Topic>;

const TOPICS = z.record(z.string(), z.array(Topic).readonly()).parse({ beds, loops, meta, nightsky, spokes });

/** Returns the topics of a site, the most popular first; none for a site that is not generated. */
export const topicsOf = (siteKey: string): readonly Topic[] =>
  (siteKey.startsWith('meta.') ? TOPICS['meta'] : TOPICS[siteKey]) ?? [];

/** Returns the topic that a fraction picks; the first ones come about three times as often as the last. */
export const popularTopic = (topics: readonly Topic[], fraction: number): Topic | undefined =>
  topics[Math.floor(fraction ** 1.45 * topics.length)];

/** Draws the tags of a question: its topic's own, and none to two that go with it. */
export const drawTags = (topic: Topic, random: Random): string[] => [
  topic.tag,
  ...random.some(topic.companions, random.pick([0, 1, 1, 2])),
];

/**
 * The main sites, each with a meta site besides, and the badges and privileges of every site. All are made up; the
 * addresses are reserved names that never resolve. `age` is in years, `share` a relative number of questions,
 * `drawing` the white SVG on a site's icon. A badge is
 * awarded by the generator when a measure of a user or of a post reaches the value.
 */
export const { sites: SITE_TEXTS, badges: BADGE_TEXTS, privileges: PRIVILEGE_TEXTS } = words;

/** The api_site_parameter of a site's meta site. */
export const metaKey = (key: string): string => `meta.${key}`;

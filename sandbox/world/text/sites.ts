import { z } from 'zod';
import words from './sites.json' with { type: 'json' };

/** A main site of the demo network. All are made up; the addresses are reserved names that never resolve. */
const Site = z.object({
  /** The api_site_parameter. */
  key: z.string(),
  name: z.string(),
  url: z.url(),
  audience: z.string(),
  linkColor: z.string(),
  tagForeground: z.string(),
  tagBackground: z.string(),
  /** Years before the present that it was launched. */
  age: z.number(),
  state: z.enum(['normal', 'open_beta']),
  /** Relative number of questions. */
  share: z.number(),
});

const Measure = z.enum([
  'questions',
  'answers',
  'comments',
  'votes',
  'questionScore',
  'answerScore',
  'accepted',
  'reputation',
]);
export type Measure = z.infer<typeof Measure>;

/** A badge that every site has, awarded by the generator when a measure of a user or of a post reaches the value. */
const Badge = z.object({
  name: z.string(),
  rank: z.enum(['bronze', 'silver', 'gold']),
  description: z.string(),
  after: z.object({
    measure: Measure,
    value: z.int(),
  }),
});

/** Right of a user on a site, from so much reputation on. */
const Privilege = z.object({ reputation: z.int(), short: z.string(), description: z.string() });

/** The main sites, each with a meta site besides, and the badges and privileges of every site. */
export const {
  sites: SITE_TEXTS,
  badges: BADGE_TEXTS,
  privileges: PRIVILEGE_TEXTS,
} = z.object({ sites: z.array(Site), badges: z.array(Badge), privileges: z.array(Privilege) }).parse(words);

/** The api_site_parameter of a site's meta site. */
export const metaKey = (key: string): string => `meta.${key}`;

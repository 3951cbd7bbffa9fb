import { useState } from 'react';
import type { FirstTags } from '../../../common/contract/contract.ts';

/** Maximum number of questions a day of a tag that is chosen at first, and of such tags. */
const CALM_PER_DAY = 5;
const MAX_CHOSEN = 5;
/** Minimum number of questions a day from which a score is offered. */
export const BUSY_PER_DAY = 10;
/** The score that is offered for a busy tag. */
export const OFFERED_SCORE = 3;

/** How a tag is watched: not at all, all its questions, or those that reached the offered score. */
export type TagChoice = 'off' | 'all' | 'score';

/** A suggested tag of one site. */
export interface SuggestedTag {
  key: string;
  name: string;
  site: FirstTags['site'];
  /** Questions a day, if known. */
  perDay: number | undefined;
}

const isCalm = ({ perDay }: SuggestedTag): boolean => perDay !== undefined && perDay > 0 && perDay <= CALM_PER_DAY;

/** All suggested tags, with those chosen at first before the others: a few calm ones. */
export function suggestTags(sites: readonly FirstTags[]): { tags: SuggestedTag[]; calm: ReadonlySet<string> } {
  const all = sites.flatMap(({ site, tags }) =>
    tags.map(({ name, perDay }): SuggestedTag => ({ key: `${site.id} ${name}`, name, site, perDay })),
  );
  const calm = new Set(
    all
      .filter(isCalm)
      .slice(0, MAX_CHOSEN)
      .map(({ key }) => key),
  );
  const tags = all.toSorted((one, other) => Number(calm.has(other.key)) - Number(calm.has(one.key)));
  return { tags, calm };
}

/** Expected questions a day of the tags of which all are watched; undefined if none of their rates is known. */
function expected(sites: readonly FirstTags[], chosen: readonly SuggestedTag[]): number | undefined {
  const rates = sites.flatMap(({ site, perDay = Infinity }) => {
    const known = chosen.filter((tag) => tag.site.id === site.id).flatMap((tag) => tag.perDay ?? []);
    // A question can have several of the tags: there are never more than with any of all tags.
    return known.length === 0
      ? []
      : Math.min(
          perDay,
          known.reduce((sum, rate) => sum + rate, 0),
        );
  });
  return rates.length === 0 ? undefined : rates.reduce((sum, rate) => sum + rate, 0);
}

/** The suggested tags with the person's choices. */
export function useTagChoices(sites: readonly FirstTags[]) {
  const [made, setMade] = useState<Readonly<Record<string, TagChoice>>>({});
  const { tags, calm } = suggestTags(sites);
  const choiceOf = ({ key }: SuggestedTag): TagChoice => made[key] ?? (calm.has(key) ? 'all' : 'off');
  const chosen = (choice: TagChoice) => tags.filter((tag) => choiceOf(tag) === choice);
  return {
    tags,
    choiceOf,
    choose: ({ key }: SuggestedTag, choice: TagChoice) => setMade({ ...made, [key]: choice }),
    /** Tags of which everything is watched, by site: one watch each. */
    together: sites
      .map(({ site }) => ({
        site: site.id,
        tags: chosen('all')
          .filter((tag) => tag.site.id === site.id)
          .map(({ name }) => name),
      }))
      .filter((one) => one.tags.length > 0),
    /** Tags that are watched from a score on: a watch each. */
    scored: chosen('score'),
    perDay: expected(sites, chosen('all')),
  };
}

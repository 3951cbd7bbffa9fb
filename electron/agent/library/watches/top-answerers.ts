import type { TopAnswerers } from '../../../../common/contract/contract.ts';
import { requestForClick, type ClickContext } from '../../click-request.ts';
import { normalTag } from '../../sources/questions/rule.ts';

/**
 * Returns the users with the highest-scored answers under a tag. Networks return users, or scores with users; both are
 * read.
 */
export async function topAnswerers(
  asking: ClickContext,
  site: string,
  tag: string,
  period: TopAnswerers['period'],
): Promise<TopAnswerers> {
  const name = normalTag(tag);
  const asked = await requestForClick(asking, (network) => network.topAnswerers({ site, tag: name, period }));
  if ('trouble' in asked) return { tag: name, period, people: [], trouble: asked.trouble };
  return {
    tag: name,
    period,
    people: asked.page.items.flatMap((item) => {
      const user = item.user ?? item;
      // A deleted user has no name to show.
      if (user.display_name === undefined) return [];
      return [
        {
          name: user.display_name,
          ...(user.link !== undefined && { link: user.link }),
          ...(user.reputation !== undefined && { reputation: user.reputation }),
          ...(item.score !== undefined && { score: item.score }),
          ...(item.post_count !== undefined && { answers: item.post_count }),
        },
      ];
    }),
  };
}

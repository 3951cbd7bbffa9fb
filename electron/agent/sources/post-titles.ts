import { z } from 'zod';
import type { Page } from '../../api/network.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { requestForClick, blocksEveryRequest, type ClickContext } from '../click-request.ts';

/**
 * Filter that adds the titles and addresses of posts. By default the network returns only a post's number. A filter is
 * created once and never expires (docs/api.md, "Filters"), so it costs one request in all.
 */
const Filter = z.object({ id: z.string().optional() });

const FILTER_MARK = 'reputation-filter';
const SPENT_MARK = 'titles-spent';

/** Returns the number of requests sent only for titles. */
export const spentOnTitles = (profile: ProfileHistory): number => Number(profile.mark(SPENT_MARK) ?? 0);

/** Counts a request sent for titles. */
export const spendOnTitles = (profile: ProfileHistory): void => profile.setMark(SPENT_MARK, spentOnTitles(profile) + 1);

/** Returns the id of the filter for reputation requests, or undefined if there is none or the network rejects it. */
export const titleFilter = (profile: ProfileHistory): string | undefined => readMark(profile, FILTER_MARK, Filter)?.id;

/** Stops requesting titles, because the network rejects the filter. */
export const giveUpTitles = (profile: ProfileHistory): void => profile.setMark(FILTER_MARK, {});

/** Fields that the filter adds to the network's default. */
export const FILTERED_FIELDS = ['reputation.title', 'reputation.link'];

/** Whether the filter was never requested. */
export const isTitleFilterUntried = (profile: ProfileHistory): boolean => profile.mark(FILTER_MARK) === undefined;

/** Stores the filter that the network created, and counts the request. */
export function keepTitleFilter(profile: ProfileHistory, { items: [made] }: Page<{ filter: string }>): void {
  spendOnTitles(profile);
  profile.setMark(FILTER_MARK, { id: made?.filter });
}

/** Maximum number of sites for which titles are requested at once. */
const MAX_SITES = 10;
/** Number of the newest changes that get titles: as many as the window lists. */
const MAX_CHANGES = 100;

export interface TitleParts {
  asking: () => ClickContext;
  profile: ProfileHistory;
}

/**
 * Requests the titles of older changes once the list of changes was opened, with one request per site; creates the
 * filter if there is none. Returns whether titles were found.
 */
export async function findTitles({ asking, profile }: TitleParts): Promise<boolean> {
  const untitled = profile.reputation
    .list(MAX_CHANGES)
    .filter(({ title, postId }) => title === undefined && postId !== undefined);
  if (untitled.length === 0) return false;
  if (isTitleFilterUntried(profile)) {
    const made = await requestForClick(asking(), (network) => network.createFilter({ include: FILTERED_FIELDS }));
    if ('page' in made) keepTitleFilter(profile, made.page);
    else if (!blocksEveryRequest(made.trouble)) giveUpTitles(profile);
  }
  const filter = titleFilter(profile);
  if (filter === undefined) return false;
  let found = 0;
  const sites = [...new Set(untitled.map(({ site }) => site.id))].filter(
    (site) => profile.mark(`titles-asked:${site}`) === undefined,
  );
  for (const site of sites.slice(0, MAX_SITES)) {
    const account = profile.reputation.accounts().find((candidate) => candidate.site.id === site);
    if (!account) continue;
    const answer = await requestForClick(asking(), (network) =>
      network.reputation({ site, userId: account.userId, pagesize: 100, filter }),
    );
    if ('trouble' in answer) break;
    if (!answer.page.repeated) spendOnTitles(profile);
    profile.setMark(`titles-asked:${site}`, true);
    found += profile.reputation.addTitles(
      site,
      answer.page.items.map(({ post_id: postId, title, link }) => ({ postId, title, link })),
    );
  }
  return found > 0;
}

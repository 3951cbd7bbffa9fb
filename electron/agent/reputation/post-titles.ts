import { z } from 'zod';
import type { Page } from '../../api/network.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { requestForClick, blocksEveryRequest, type ClickContext } from '../domain/click-request.ts';
import { readMark } from '../domain/read-mark.ts';

/**
 * The filter that adds the titles and addresses of the posts that votes were for. By default the network gives only a
 * post's number. A filter is made once and never expires (docs/api.md, "Filters"), so it costs one request in all.
 */
const Filter = z.object({ id: z.string().optional() });

const FILTER_MARK = 'reputation-filter';
const SPENT_MARK = 'titles-spent';

/** How many requests titles have cost, beside those that are sent anyway. */
export const spentOnTitles = (profile: ProfileHistory): number => Number(profile.mark(SPENT_MARK) ?? 0);

/** Counts a request that was sent for titles. */
export const spendOnTitles = (profile: ProfileHistory): void => profile.setMark(SPENT_MARK, spentOnTitles(profile) + 1);

/** The id of the filter to ask for reputation with; undefined where there is none, or the network rejects it. */
export const titleFilter = (profile: ProfileHistory): string | undefined => readMark(profile, FILTER_MARK, Filter)?.id;

/** The network rejects the filter, so no titles are asked for from now on. */
export const giveUpTitles = (profile: ProfileHistory): void => profile.setMark(FILTER_MARK, {});

/** What the filter adds to the fields that the network gives by default. */
export const FILTERED_FIELDS = ['reputation.title', 'reputation.link'];

/** Whether the network was not asked for the filter so far. */
export const isTitleFilterUntried = (profile: ProfileHistory): boolean => profile.mark(FILTER_MARK) === undefined;

/** Keeps the filter that the network made, and counts the request. */
export function keepTitleFilter(profile: ProfileHistory, { items: [made] }: Page<{ filter: string }>): void {
  spendOnTitles(profile);
  profile.setMark(FILTER_MARK, { id: made?.filter });
}

/** On how many sites titles are asked for at once. */
const MAX_SITES = 10;
/** Among how many of the newest changes titles are looked for: as many as the window lists. */
const MAX_CHANGES = 100;

export interface TitleParts {
  asking: () => ClickContext;
  profile: ProfileHistory;
}

/**
 * The person opened the list of changes. Makes the filter unless there is one, and asks once for the titles of older
 * changes, with one request for each site. Gives true when titles were found.
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

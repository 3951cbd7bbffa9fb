import { NetworkError } from '../../../api/errors.ts';
import type { Network, Page, Sending } from '../../../api/network.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { PastChange } from '../../../store/reputation/reputation-history.ts';
import { readingProgress, setReadingProgress, type ReadingProgress } from './history-backfill.ts';

/** Maximum page size (docs/api.md, "Paging"). */
const CHANGES_PER_PAGE = 100;

/** Reads one page of a user's past changes by the given operation. */
async function readPage(
  route: ReadingProgress['route'],
  network: Network,
  query: { site: string; userId: number; page: number },
  sending: Sending,
): Promise<Page<PastChange>> {
  if (route === 'history') {
    const page = await network.reputationHistory({ ...query, pagesize: CHANGES_PER_PAGE }, sending);
    return {
      ...page,
      items: page.items.map((item) => ({
        onDate: item.creation_date.getTime(),
        change: item.reputation_change,
        kind: item.reputation_history_type,
        postId: item.post_id,
      })),
    };
  }
  const page = await network.reputation({ ...query, pagesize: CHANGES_PER_PAGE }, sending);
  return {
    ...page,
    items: page.items.map((item) => ({
      onDate: item.on_date.getTime(),
      change: item.reputation_change,
      kind: item.vote_type,
      postId: item.post_id,
    })),
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof NetworkError && (error.kind === 'not-found' || error.kind === 'bad-request');

const sameChange = (a: PastChange, b: PastChange): boolean =>
  a.change === b.change && a.kind === b.kind && a.postId === b.postId;

/**
 * Returns the changes of a page that were not read yet. New changes move older ones to later pages, so a page may
 * repeat some of the page before. Changes later than `back`, the oldest date read so far, are omitted. Of the changes
 * at `back` itself, one is omitted for each equal one in `keptThere`.
 */
export function newChangesOf(items: PastChange[], back: number, keptThere: PastChange[]): PastChange[] {
  const kept = keptThere.slice();
  return items.filter((item) => {
    if (item.change === 0 || item.onDate > back) return false;
    if (item.onDate < back) return true;
    const at = kept.findIndex((other) => sameChange(other, item));
    if (at === -1) return true;
    kept.splice(at, 1);
    return false;
  });
}

/** Context of one poll of a site's reputation history. */
export interface HistoryPoll {
  network: Network;
  profile: ProfileHistory;
  account: { site: { id: string }; userId: number };
  /** False for a site that the API does not list, so that it returns no changes. */
  listed: boolean;
  /** The operation to start with. */
  route: ReadingProgress['route'];
  sending: Sending;
  seen: (page: Page<unknown>) => void;
  /** Whether a request may be spent on the next page. */
  mayAsk: () => boolean;
  /** Called after each response. */
  asked: () => void;
}

/** Maximum number of pages per poll, so that other polls do not wait for long. */
const MAX_PAGES = 5;

/**
 * Reads the next few pages of a site's reputation history. Each page is stored together with the progress, so that none
 * is read twice. Returns `done` at the end of the history, `short` if no request was left for it, and otherwise `more`.
 * @throws NetworkError if a request fails
 */
export async function pollReputationHistory(poll: HistoryPoll): Promise<'done' | 'more' | 'short'> {
  const { network, profile, account, listed } = poll;
  const siteId = account.site.id;
  let progress: ReadingProgress = readingProgress(profile, siteId) ?? {
    pages: 0,
    upTo: 0,
    back: Infinity,
    done: false,
    route: poll.route,
    withheld: false,
  };
  if (!Number.isFinite(progress.back)) progress = { ...progress, back: Number.MAX_SAFE_INTEGER };
  const keep = (part: Partial<ReadingProgress>) =>
    setReadingProgress(profile, siteId, (progress = { ...progress, ...part }));
  if (!listed) keep({ done: true, withheld: true });
  for (let count = 0; count < MAX_PAGES && !progress.done; count++) {
    if (!poll.mayAsk()) return 'short';
    let page: Page<PastChange>;
    try {
      page = await readPage(
        progress.route,
        network,
        { site: siteId, userId: account.userId, page: progress.pages + 1 },
        poll.sending,
      );
    } catch (error) {
      if (!isMissing(error) || progress.pages > 0) throw error;
      poll.asked();
      if (progress.route === 'history') keep({ route: 'reputation' });
      else keep({ done: true, withheld: true });
      continue;
    }
    poll.asked();
    poll.seen(page);
    profile.record(() => {
      const fresh = newChangesOf(page.items, progress.back, profile.reputationHistory.at(siteId, progress.back));
      profile.reputationHistory.add(siteId, fresh);
      keep({
        pages: progress.pages + 1,
        upTo: progress.pages === 0 ? (page.items[0]?.onDate ?? 0) : progress.upTo,
        back: Math.min(progress.back, page.items.at(-1)?.onDate ?? progress.back),
        done: !page.hasMore,
      });
    });
    if (page.backoffUntil !== undefined) break;
  }
  return progress.done ? 'done' : 'more';
}

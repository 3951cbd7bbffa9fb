import type { StoredReputationEvent } from '../../store/reputation/reputation-events.ts';

/** What one post brought; without a `postId` what belongs to no post. */
export interface PostChanges {
  siteId: string;
  postId?: number | undefined;
  title?: string | undefined;
  link?: string | undefined;
  change: number;
  kinds: { voteType?: string | undefined; times: number; change: number }[];
  latest: number;
}

/** Puts the changes of a post together, and within it those of a kind. The post with the latest change comes first. */
export function changesByPost(events: StoredReputationEvent[]): PostChanges[] {
  const posts = new Map<string, PostChanges>();
  for (const { site, postId, title, link, change, voteType, onDate } of events.toSorted(
    (a, b) => b.onDate - a.onDate,
  )) {
    const name = `${site.id}|${postId ?? ''}`;
    let post = posts.get(name);
    if (!post)
      posts.set(
        name,
        (post = { siteId: site.id, ...(postId !== undefined && { postId }), change: 0, kinds: [], latest: onDate }),
      );
    if (postId !== undefined) {
      post.title ??= title;
      post.link ??= link;
    }
    post.change += change;
    const kind = post.kinds.find((other) => other.voteType === voteType);
    if (kind) {
      kind.times++;
      kind.change += change;
    } else post.kinds.push({ voteType, times: 1, change });
  }
  for (const post of posts.values()) post.kinds.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return [...posts.values()];
}

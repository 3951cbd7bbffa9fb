import type { StoredReputationEvent } from '../../store/reputation/reputation-events.ts';

/** Changes of one post; without a `postId`, changes that belong to no post. */
export interface PostChanges {
  siteId: string;
  postId?: number | undefined;
  title?: string | undefined;
  link?: string | undefined;
  change: number;
  /** Keys of the changes. */
  keys: string[];
  kinds: { voteType?: string | undefined; times: number; change: number }[];
  latest: number;
}

type Kind = PostChanges['kinds'][number];

/** Adds a change to a kind; a change that undoes another (an answer accepted, then not) removes both. */
function addChange(kind: Kind, open: Map<number, number>, change: number): void {
  const opposite = change === 0 ? 0 : (open.get(-change) ?? 0);
  if (opposite > 0) open.set(-change, opposite - 1);
  else open.set(change, (open.get(change) ?? 0) + 1);
  kind.times += opposite > 0 ? -1 : 1;
  kind.change += change;
}

/** Groups changes by post and kind, without those that were undone. The post with the latest change comes first. */
export function changesByPost(events: StoredReputationEvent[]): PostChanges[] {
  const posts = new Map<string, PostChanges>();
  const open = new Map<Kind, Map<number, number>>();
  for (const { key, site, postId, title, link, change, voteType, onDate } of events.toSorted(
    (a, b) => b.onDate - a.onDate,
  )) {
    const name = `${site.id}|${postId ?? ''}`;
    let post = posts.get(name);
    if (!post)
      posts.set(
        name,
        (post = {
          siteId: site.id,
          ...(postId !== undefined && { postId }),
          change: 0,
          keys: [],
          kinds: [],
          latest: onDate,
        }),
      );
    post.keys.push(key);
    if (postId !== undefined) {
      post.title ??= title;
      post.link ??= link;
    }
    post.change += change;
    let kind = post.kinds.find((other) => other.voteType === voteType);
    if (!kind) {
      post.kinds.push((kind = { voteType, times: 0, change: 0 }));
      open.set(kind, new Map());
    }
    addChange(kind, open.get(kind)!, change);
  }
  for (const post of posts.values())
    post.kinds = post.kinds
      .filter(({ times }) => times > 0)
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return [...posts.values()].filter(({ kinds }) => kinds.length > 0);
}

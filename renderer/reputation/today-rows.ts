import type { PostToday } from '../../common/contract/contract.ts';
import type { Words } from '../../common/i18n/words.ts';

/** A row of what today brought: a post, or several. */
export interface TodayRow extends PostToday {
  /** Posts that are one row, because the network has not told their titles yet. */
  untitled?: number;
}

/**
 * Rows of posts. Posts of a site without known titles become one row, since their numbers tell nobody which they are.
 */
export function toRows(posts: readonly PostToday[]): TodayRow[] {
  const rows: TodayRow[] = [];
  for (const post of posts) {
    if (post.title !== undefined || post.postId === undefined) {
      rows.push(post);
      continue;
    }
    const row = rows.find(({ site, untitled }) => untitled !== undefined && site.id === post.site.id);
    if (row?.untitled === undefined) rows.push({ ...post, untitled: 1 });
    else rows[rows.indexOf(row)] = withPost(row, row.untitled, post);
  }
  return rows;
}

function withPost(row: TodayRow, untitled: number, post: PostToday): TodayRow {
  const kinds = row.kinds.map((kind) => ({ ...kind }));
  for (const kind of post.kinds) {
    const same = kinds.find(({ voteType }) => voteType === kind.voteType);
    if (!same) kinds.push({ ...kind });
    else {
      same.times += kind.times;
      same.change += kind.change;
    }
  }
  const keys = [...row.keys, ...post.keys];
  return { ...row, untitled: untitled + 1, link: undefined, change: row.change + post.change, keys, kinds };
}

/** What a row is about. */
export function titleOf({ title, untitled }: TodayRow, words: Words): string {
  if (title !== undefined) return title;
  return untitled === undefined ? words('reputation.todayNoPost') : words('reputation.todayPosts', { count: untitled });
}

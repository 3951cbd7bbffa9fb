import { lookUp } from '../../query/list-sql.ts';
import { defineRoute, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { revision, suggestedEdit } from '../../objects/history.ts';

/** The history of a post is told as long as the post is there. */
const hasPost = (alias: string) =>
  `EXISTS (SELECT 1 FROM posts p WHERE p.site_id = ${alias}.site_id AND p.id = ${alias}.post_id
     AND p.post_type IN (1, 2) AND p.deleted_at IS NULL)`;

const revisions = (summary: string, path: string, meant: (request: RouteRequest) => Partial<Selection>): Route =>
  defineRoute({
    summary,
    name: path,
    paths: [path],
    site: 'required',
    of: revision,
    from: ['revisions', 'v'],
    tie: '$.created_at, $.id',
    created: '$.created_at',
    select(request) {
      return { ...meant(request), where: ['v.site_id = :site', hasPost('v')] };
    },
  });

const suggestedEdits = (
  summary: string,
  paths: readonly [string, ...string[]],
  meant: (request: RouteRequest) => Partial<Selection>,
): Route =>
  defineRoute({
    summary,
    name: paths[0],
    paths,
    site: 'required',
    of: suggestedEdit,
    from: ['suggested_edits', 'e'],
    sorts: {
      creation: { sql: '$.created_at', bound: 'date' },
      approval: { sql: '$.approved_at', bound: 'date' },
      rejection: { sql: '$.rejected_at', bound: 'date' },
    },
    tie: '$.id',
    created: '$.created_at',
    select(request) {
      return { ...meant(request), where: ['e.site_id = :site', hasPost('e')] };
    },
  });

export const historyRoutes: readonly Route[] = [
  revisions('Lists the revisions of posts.', '/posts/{ids}/revisions', ({ ids }) =>
    lookUp('$.post_id', ids, 'revisions_post'),
  ),
  revisions('Gives revisions by their guids.', '/revisions/{guids}', ({ words }) =>
    lookUp('$.guid', [...new Set((words['guids'] ?? []).map((guid) => guid.toLowerCase()))]),
  ),
  suggestedEdits('Lists the edits that were suggested.', ['/suggested-edits'], () => ({ by: 'suggested_edits' })),
  suggestedEdits('Gives suggested edits by identifier.', ['/suggested-edits/{ids}'], ({ ids }) => lookUp('$.id', ids)),
  suggestedEdits('Lists the edits that were suggested to posts.', ['/posts/{ids}/suggested-edits'], ({ ids }) =>
    lookUp('$.post_id', ids, 'suggested_edits_post'),
  ),
  suggestedEdits(
    'Lists the edits that users suggested.',
    ['/users/{ids}/suggested-edits', '/me/suggested-edits'],
    ({ users }) => lookUp('$.user_id', users, 'suggested_edits_user'),
  ),
];

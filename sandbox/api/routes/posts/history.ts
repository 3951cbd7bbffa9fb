import { lookUp } from '../../query/list-sql.ts';
import { listsOf, type Route } from '../../query/route.ts';
import { revision, suggestedEdit } from '../../objects/history.ts';

/** The history of a post is told as long as the post is there. */
const hasPost = (alias: string) =>
  `EXISTS (SELECT 1 FROM posts p WHERE p.site_id = ${alias}.site_id AND p.id = ${alias}.post_id
     AND p.post_type IN (1, 2) AND p.deleted_at IS NULL)`;

const revisions = listsOf({
  of: revision,
  from: ['revisions', 'v'],
  tie: '$.created_at, $.id',
  created: '$.created_at',
  where: ['v.site_id = :site', hasPost('v')],
});

const suggestedEdits = listsOf({
  of: suggestedEdit,
  from: ['suggested_edits', 'e'],
  sorts: {
    creation: { sql: '$.created_at', bound: 'date' },
    approval: { sql: '$.approved_at', bound: 'date' },
    rejection: { sql: '$.rejected_at', bound: 'date' },
  },
  created: '$.created_at',
  where: ['e.site_id = :site', hasPost('e')],
});

export const historyRoutes: readonly Route[] = [
  revisions('/posts/{ids}/revisions', 'Lists the revisions of posts.', ({ ids }) =>
    lookUp('$.post_id', ids, 'revisions_post'),
  ),
  revisions('/revisions/{guids}', 'Gives revisions by their guids.', ({ words: { guids = [] } }) =>
    lookUp('$.guid', [...new Set(guids.map((guid) => guid.toLowerCase()))]),
  ),
  suggestedEdits('/suggested-edits', 'Lists the edits that were suggested.', () => ({ by: 'suggested_edits' })),
  suggestedEdits('/suggested-edits/{ids}', 'Gives suggested edits by identifier.', ({ ids }) => lookUp('$.id', ids)),
  suggestedEdits('/posts/{ids}/suggested-edits', 'Lists the edits that were suggested to posts.', ({ ids }) =>
    lookUp('$.post_id', ids, 'suggested_edits_post'),
  ),
  suggestedEdits('/users/{ids}/suggested-edits', 'Lists the edits that users suggested.', ({ users }) =>
    lookUp('$.user_id', users, 'suggested_edits_user'),
  ),
];

import { textKey } from '../../world/database/text.ts';
import { htmlSafe } from '../../world/text-of-html.ts';
import {
  flag,
  neededWhole,
  RowError,
  whole,
  type DumpTable,
  neededTime,
  tagNames,
  time,
  OLD_LICENSE,
  type Target,
} from './table.ts';

/** Stands for the count of a tag that questions carry and the file of tags does not have, until it is counted. */
export const UNCOUNTED = -1;

export const tags: DumpTable = {
  file: 'Tags.xml',
  parts: ['tags'],
  columns: ['Id', 'TagName', 'Count', 'IsRequired', 'IsModeratorOnly', 'ExcerptPostId', 'WikiPostId'],
  into({ db, siteId, tags: known }) {
    const insert = db.prepare(
      `INSERT INTO tags (site_id, id, name, count, is_required, is_moderator_only, excerpt_post_id, wiki_post_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    return ([idText, name, count, isRequired, isModeratorOnly, excerpt, wiki]) => {
      const id = neededWhole('Id', idText);
      if (!name) throw new RowError('it has no TagName');
      insert.run(
        siteId,
        id,
        name,
        whole('Count', count) ?? 0,
        flag(isRequired),
        flag(isModeratorOnly),
        whole('ExcerptPostId', excerpt),
        whole('WikiPostId', wiki),
      );
      known.set(name, id);
    };
  },
};

export const votes: DumpTable = {
  file: 'Votes.xml',
  parts: ['votes'],
  columns: ['PostId', 'VoteTypeId', 'CreationDate', 'UserId', 'BountyAmount'],
  into({ db, siteId }) {
    const insert = db.prepare(
      `INSERT INTO votes (site_id, post_id, voter_id, vote_type, created_at, bounty_amount)
         VALUES (?, ?, ?, ?, ?, ?)`,
    );
    return ([postId, voteType, created, userId, bounty]) => {
      insert.run(
        siteId,
        neededWhole('PostId', postId),
        whole('UserId', userId),
        neededWhole('VoteTypeId', voteType),
        neededTime('CreationDate', created),
        whole('BountyAmount', bounty),
      );
    };
  },
};

export const postLinks: DumpTable = {
  file: 'PostLinks.xml',
  parts: ['links'],
  columns: ['Id', 'CreationDate', 'PostId', 'RelatedPostId', 'LinkTypeId'],
  into({ db, siteId }) {
    const insert = db.prepare(
      'INSERT INTO post_links (site_id, id, post_id, related_post_id, link_type, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    return ([id, created, postId, related, type]) => {
      insert.run(
        siteId,
        neededWhole('Id', id),
        neededWhole('PostId', postId),
        neededWhole('RelatedPostId', related),
        neededWhole('LinkTypeId', type),
        neededTime('CreationDate', created),
      );
    };
  },
};

/** Returns a function that gives a question its tags, also those that the file of tags does not have. */
function tagLinker({ db, siteId, tags: known }: Target): (id: number, names: readonly string[]) => void {
  const insertTag = db.prepare(`INSERT INTO tags (site_id, id, name, count) VALUES (?, ?, ?, ${UNCOUNTED})`);
  let nextTag = Math.max(0, ...known.values()) + 1;
  const linkTag = db.prepare(
    `INSERT OR IGNORE INTO post_tags (site_id, tag_id, post_id, last_activity_at, created_at, score, hot)
       SELECT site_id, ?2, id, last_activity_at, created_at, score, hot FROM posts WHERE site_id = ?1 AND id = ?3`,
  );
  return (id, names) => {
    for (const name of names) {
      let tagId = known.get(name);
      if (tagId === undefined) {
        tagId = nextTag;
        nextTag += 1;
        insertTag.run(siteId, tagId, name);
        known.set(name, tagId);
      }
      linkTag.run(siteId, tagId, id);
    }
  };
}

/**
 * All kinds of posts go into one table, wikis and excerpts of tags too; only questions (1) and answers (2) are listed.
 */
export const posts: DumpTable = {
  file: 'Posts.xml',
  parts: ['questions', 'answers'],
  columns: [
    'Id',
    'PostTypeId',
    'ParentId',
    'AcceptedAnswerId',
    'OwnerUserId',
    'OwnerDisplayName',
    'Title',
    'Body',
    'Tags',
    'Score',
    'ViewCount',
    'AnswerCount',
    'CommentCount',
    'FavoriteCount',
    'CreationDate',
    'LastActivityDate',
    'LastEditDate',
    'LastEditorUserId',
    'ClosedDate',
    'CommunityOwnedDate',
    'ContentLicense',
    'LastEditorDisplayName',
  ],
  into(target) {
    const { db, siteId, postTypes, only } = target;
    const leavesOutAnswers = !only.includes('answers');
    const insert = db.prepare(
      `INSERT INTO posts (site_id, id, post_type, parent_id, accepted_answer_id, owner_id, owner_name, title,
         tags, score, view_count, answer_count, comment_count, favorite_count, created_at, last_activity_at,
         last_edit_at, last_editor_id, closed_at, community_owned_at, content_license, up_vote_count, down_vote_count,
         closed_reason, closed_by, locked_at, protected_at, migrated_from, migrated_to, last_editor_name)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
         coalesce(v.up, 0), coalesce(v.down, 0), iif(?19 IS NULL, NULL, m.closed_reason),
         iif(?19 IS NULL, NULL, m.closed_by), m.locked_at, m.protected_at, m.migrated_from, m.migrated_to, ?22
       FROM (SELECT 1) LEFT JOIN load_votes v ON v.post_id = ?2 LEFT JOIN load_marks m ON m.post_id = ?2`,
    );
    const insertBody = db.prepare(
      `INSERT INTO bodies (post_key, body, markdown)
         SELECT ${textKey('?1', '?2')}, ?3, (SELECT markdown FROM load_marks WHERE post_id = ?2)`,
    );
    const link = tagLinker(target);
    return (values) => {
      const [idText, typeText, parent, accepted, owner, ownerName, title, body, tagText, score] = values;
      const [
        views,
        answers,
        comments,
        favorites,
        created,
        active,
        edited,
        editor,
        closed,
        communityOwned,
        license,
        editorName,
      ] = values.slice(10);
      const id = neededWhole('Id', idText);
      const type = neededWhole('PostTypeId', typeText);
      const isQuestion = type === 1;
      const parentId = whole('ParentId', parent);
      if (type === 2 && leavesOutAnswers) return;
      if (type === 2 && parentId === null) throw new RowError('it is an answer without ParentId');
      const createdAt = neededTime('CreationDate', created);
      const activeAt = time('LastActivityDate', active) ?? createdAt;
      const names = isQuestion ? tagNames(tagText) : [];
      insert.run(
        siteId,
        id,
        type,
        parentId,
        whole('AcceptedAnswerId', accepted),
        whole('OwnerUserId', owner),
        ownerName ?? null,
        title ?? (isQuestion ? '' : null),
        isQuestion ? `|${names.join('|')}|` : null,
        whole('Score', score) ?? 0,
        whole('ViewCount', views) ?? 0,
        whole('AnswerCount', answers) ?? 0,
        whole('CommentCount', comments) ?? 0,
        whole('FavoriteCount', favorites) ?? 0,
        createdAt,
        activeAt,
        time('LastEditDate', edited),
        whole('LastEditorUserId', editor),
        time('ClosedDate', closed),
        time('CommunityOwnedDate', communityOwned),
        license || OLD_LICENSE,
        editorName ?? null,
      );
      insertBody.run(siteId, id, body ?? '');
      postTypes.set(id, type);
      link(id, names);
    };
  },
};

const INLINE_MARKDOWN =
  /`([^`\n]+)`|\*\*(?=\S)([^*\n]+?)\*\*|\*(?=\S)([^*\n]+?)\*|\[([^\]\n]+)\]\((https?:\/\/[^\s()<>"]+)\)/g;

/**
 * The HTML of a comment, of which dumps have the source: code, bold, italics and links, as comments have no more.
 * @param source what its writer typed
 */
export function commentHtml(source: string): string {
  if (!/[`*[]/.test(source)) return htmlSafe(source);
  let html = '';
  let last = 0;
  for (const match of source.matchAll(INLINE_MARKDOWN)) {
    const [found, code, bold, italics, label, address] = match;
    html += htmlSafe(source.slice(last, match.index));
    last = match.index + found.length;
    if (code !== undefined) html += `<code>${htmlSafe(code)}</code>`;
    else if (bold !== undefined) html += `<b>${htmlSafe(bold)}</b>`;
    else if (italics !== undefined) html += `<i>${htmlSafe(italics)}</i>`;
    else html += `<a href="${htmlSafe(address ?? '')}" rel="nofollow noreferrer">${htmlSafe(label ?? '')}</a>`;
  }
  return html + htmlSafe(source.slice(last));
}

export const comments: DumpTable = {
  file: 'Comments.xml',
  parts: ['comments'],
  columns: ['Id', 'PostId', 'Score', 'Text', 'CreationDate', 'UserId', 'UserDisplayName', 'ContentLicense'],
  into({ db, siteId, postTypes }) {
    const insert = db.prepare(
      `INSERT INTO comments (site_id, id, post_id, post_type, owner_id, owner_name, score, body, created_at,
         body_markdown, content_license)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    return ([id, postId, score, text, created, userId, userName, license]) => {
      const html = commentHtml(text ?? '');
      const post = neededWhole('PostId', postId);
      insert.run(
        siteId,
        neededWhole('Id', id),
        post,
        postTypes.get(post),
        whole('UserId', userId),
        userName ?? null,
        whole('Score', score) ?? 0,
        html,
        neededTime('CreationDate', created),
        html.includes('<') ? (text ?? '') : null,
        license || OLD_LICENSE,
      );
    };
  },
};

import { textKey } from '../../world/database/text.ts';
import { htmlSafe } from '../../world/text-of-html.ts';
import * as cell from './table.ts';

/** Stands for the count of a tag that questions carry and the file of tags does not have, until it is counted. */
export const UNCOUNTED = -1;

export const tags = cell.plainTable(
  'Tags.xml',
  'tags',
  'tags',
  {
    id: ['Id', cell.neededWhole],
    name: ['TagName', cell.neededText],
    count: ['Count', cell.wholeOr0],
    is_required: ['IsRequired', cell.flagIn],
    is_moderator_only: ['IsModeratorOnly', cell.flagIn],
    excerpt_post_id: ['ExcerptPostId', cell.whole],
    wiki_post_id: ['WikiPostId', cell.whole],
  },
  ({ tags: known }, [id, name = '']) => known.set(name, Number(id)),
);

export const votes = cell.plainTable('Votes.xml', 'votes', 'votes', {
  post_id: ['PostId', cell.neededWhole],
  vote_type: ['VoteTypeId', cell.neededWhole],
  created_at: ['CreationDate', cell.neededTime],
  voter_id: ['UserId', cell.whole],
  bounty_amount: ['BountyAmount', cell.whole],
});

export const postLinks = cell.plainTable('PostLinks.xml', 'links', 'post_links', {
  id: ['Id', cell.neededWhole],
  created_at: ['CreationDate', cell.neededTime],
  post_id: ['PostId', cell.neededWhole],
  related_post_id: ['RelatedPostId', cell.neededWhole],
  link_type: ['LinkTypeId', cell.neededWhole],
});

/** Returns a function that gives a question its tags, also those that the file of tags does not have. */
function tagLinker({ db, siteId, tags: known }: cell.Target): (id: number, names: readonly string[]) => void {
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

/** First what is looked at before it is written. */
const POST_CELLS: cell.Cells = {
  id: ['Id', cell.neededWhole],
  post_type: ['PostTypeId', cell.neededWhole],
  parent_id: ['ParentId', cell.whole],
  title: ['Title', cell.textOrNull],
  tags: ['Tags', cell.textOrNull],
  created_at: ['CreationDate', cell.neededTime],
  last_activity_at: ['LastActivityDate', cell.time],
  accepted_answer_id: ['AcceptedAnswerId', cell.whole],
  owner_id: ['OwnerUserId', cell.whole],
  owner_name: ['OwnerDisplayName', cell.textOrNull],
  score: ['Score', cell.wholeOr0],
  view_count: ['ViewCount', cell.wholeOr0],
  answer_count: ['AnswerCount', cell.wholeOr0],
  comment_count: ['CommentCount', cell.wholeOr0],
  favorite_count: ['FavoriteCount', cell.wholeOr0],
  last_edit_at: ['LastEditDate', cell.time],
  last_editor_id: ['LastEditorUserId', cell.whole],
  closed_at: ['ClosedDate', cell.time],
  community_owned_at: ['CommunityOwnedDate', cell.time],
  content_license: ['ContentLicense', cell.license],
  last_editor_name: ['LastEditorDisplayName', cell.textOrNull],
};
const POST_NAMES = Object.keys(POST_CELLS);
/** Values of a post's cells as a table, and what its votes and its history say of it. */
const INSERT_POST = `INSERT INTO posts (site_id, ${POST_NAMES.join(', ')}, up_vote_count, down_vote_count,
    closed_reason, closed_by, locked_at, protected_at, migrated_from, migrated_to)
  SELECT p.*, coalesce(v.up, 0), coalesce(v.down, 0), iif(p.closed_at IS NULL, NULL, m.closed_reason),
    iif(p.closed_at IS NULL, NULL, m.closed_by), m.locked_at, m.protected_at, m.migrated_from, m.migrated_to
  FROM (SELECT ? AS site_id, ${POST_NAMES.map((name) => `? AS ${name}`).join(', ')}) AS p
    LEFT JOIN load_votes v ON v.post_id = p.id LEFT JOIN load_marks m ON m.post_id = p.id`;

/**
 * All kinds of posts go into one table, wikis and excerpts of tags too; only questions (1) and answers (2) are listed.
 */
export const posts: cell.DumpTable = {
  file: 'Posts.xml',
  parts: ['questions', 'answers'],
  columns: [...cell.columnsOf(POST_CELLS), 'Body'],
  into(target) {
    const { db, siteId, postTypes, only } = target;
    const leavesOutAnswers = !only.includes('answers');
    const insert = db.prepare(INSERT_POST);
    const insertBody = db.prepare(
      `INSERT INTO bodies (post_key, body, markdown)
         SELECT ${textKey('?1', '?2')}, ?3, (SELECT markdown FROM load_marks WHERE post_id = ?2)`,
    );
    const link = tagLinker(target);
    const read = cell.cellsReader(POST_CELLS);
    return (values) => {
      const row = read(values);
      const [id, type, parent = null, title, , created, active] = row as [number, number, ...typeof row];
      if (type === 2 && leavesOutAnswers) return;
      if (type === 2 && parent === null) throw new cell.RowError('it is an answer without ParentId');
      const isQuestion = type === 1;
      const names = isQuestion ? cell.tagNames(values[4]) : [];
      const shown = [title ?? (isQuestion ? '' : null), isQuestion ? `|${names.join('|')}|` : null];
      insert.run(siteId, id, type, parent, ...shown, created ?? 0, active ?? created ?? 0, ...row.slice(7));
      insertBody.run(siteId, id, values[POST_NAMES.length] ?? '');
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
function commentHtml(source: string): string {
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

const COMMENT_CELLS: cell.Cells = {
  id: ['Id', cell.neededWhole],
  post_id: ['PostId', cell.neededWhole],
  owner_id: ['UserId', cell.whole],
  owner_name: ['UserDisplayName', cell.textOrNull],
  score: ['Score', cell.wholeOr0],
  created_at: ['CreationDate', cell.neededTime],
  content_license: ['ContentLicense', cell.license],
};

export const comments: cell.DumpTable = {
  file: 'Comments.xml',
  parts: ['comments'],
  columns: [...cell.columnsOf(COMMENT_CELLS), 'Text'],
  into({ db, siteId, postTypes }) {
    const insert = db.prepare(cell.insertCells('comments', COMMENT_CELLS, 'post_type', 'body', 'body_markdown'));
    const read = cell.cellsReader(COMMENT_CELLS);
    return (values) => {
      const row = read(values);
      const text = values[row.length] ?? '';
      const html = commentHtml(text);
      insert.run(siteId, ...row, postTypes.get(Number(row[1])), html, html.includes('<') ? text : null);
    };
  },
};

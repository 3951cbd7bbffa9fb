import { htmlSafe } from '../../world/text-of-html.ts';
import { OLD_LICENSE, neededTime, neededWhole, whole, type DumpTable } from './table.ts';

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

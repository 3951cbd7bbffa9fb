import { commentHtml } from './comment-html.ts';
import { OLD_LICENSE, neededTime, neededWhole, whole } from './fields.ts';
import type { DumpTable } from './table.ts';

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
